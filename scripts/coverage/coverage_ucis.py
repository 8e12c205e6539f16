# SPDX-License-Identifier: Apache-2.0
"""Converts functional coverage to UCIS (Accellera's standard form, XML), which other tools read.


An instance of gsq_top for each configuration, a covergroup with one coverpoint for each covergroup.
Excluded bins are ignored ones, those that the contract does not have are illegal ones. PyUCIS, which
writes the file, comes with `scripts/setup.sh coverage`.
"""

from ucis import UCIS_DU_MODULE, UCIS_INST_ONCE, UCIS_INSTANCE, UCIS_SCOPE_UNDER_DU
from ucis import UCIS_TESTSTATUS_OK
from ucis.cover_type_t import CoverTypeT
from ucis.history_node_kind import HistoryNodeKind
from ucis.mem.mem_factory import MemFactory
from ucis.source_info import SourceInfo
from ucis.source_t import SourceT
from ucis.test_data import TestData
from ucis.xml.xml_factory import XmlFactory
from ucis.xml.xml_writer import XmlWriter

from scripts.coverage import functional_coverage


def convert(data, rules):
    """A UCIS database of what functional_coverage.merge() returns."""
    database = MemFactory.create()
    source = SourceInfo(database.createFileHandle("docs/reference/timing.md", "."), 1, 1)
    unit = database.createScope("work.gsq_top", source, 1, SourceT.SV, UCIS_DU_MODULE,
                                UCIS_SCOPE_UNDER_DU)
    for name, config in data["configurations"].items():
        history = database.createHistoryNode(None, name, name, HistoryNodeKind.TEST)
        history.setTestData(TestData(teststatus=UCIS_TESTSTATUS_OK, toolcategory="gsq random",
                                     date="20000101000000"))
        instance = database.createInstance(name, source, 1, SourceT.SV, UCIS_INSTANCE, unit,
                                           UCIS_INST_ONCE)
        excluded = {group[0]: group[5] for group in functional_coverage.judge(config, rules)[0]}
        for group in config["groups"]:
            scope = instance.createCovergroup(group["name"], source, 1, SourceT.SV)
            point = scope.createCoverpoint(", ".join(group["axes"]), source, 1, SourceT.SV)
            for bin_name, hits in group["bins"].items():
                kind = (CoverTypeT.IGNOREBIN if bin_name in excluded[group["name"]]
                        else CoverTypeT.CVGBIN)
                point.createBin(bin_name, source, 1, hits, bin_name, kind)
            for bin_name, hits in group["unexpected"].items():
                point.createBin(bin_name, source, 1, hits, bin_name, CoverTypeT.ILLEGALBIN)
    return database


def write(path, output):
    """UCIS of a file of functional coverage."""
    database = convert(functional_coverage.merge([path]), functional_coverage.read_rules())
    with open(output, "w", encoding="utf-8") as file:
        XmlWriter().write(file, database)
    XmlFactory.read(str(output))  # checks it against the schema of UCIS
