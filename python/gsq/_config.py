# SPDX-License-Identifier: Apache-2.0
"""Configurations of the unit."""
from __future__ import annotations

import json
import operator
import os
from typing import TYPE_CHECKING

from gsq import _core
from gsq._error import Error
from gsq._parameters import Parameters

if TYPE_CHECKING:   # what type checkers have, and not every Python that runs the package
    from typing_extensions import Unpack


class Config:
    """Parameters of a unit.

    name: one of the configurations in configs/, such as "full", or the path of a file like those,
        which ends with .json
    parameters: values that differ from those, such as Places=8; type checkers know their names

    Raises Error when there is no such name or parameter, or a value is not legal.
    """

    def __init__(self, name: str | os.PathLike[str] = "full",
                 **parameters: Unpack[Parameters]) -> None:
        base = os.fspath(name) if isinstance(name, os.PathLike) else name
        if not isinstance(base, str):
            raise Error(f"expected the name of a configuration, found {base!r:.60}")
        is_file = base.endswith(".json")
        read = _core.loaded_parameters if is_file else _core.named_parameters
        values: dict[str, object] = json.loads(read(base))
        if is_file:
            base = os.path.basename(base).removesuffix(".json")
        changed = {key: _number(value) for key, value in parameters.items()}
        # The name that scripts/spec/config.py gives to these parameters.
        differing = [f"+{key}{changed[key]}" for key, value in values.items()
                     if changed.get(key, value) != value]
        self.name = base + "".join(differing)
        #: options of make that build the RTL
        self.make_options = f"CONFIG={base}" + (
            f" SET={','.join(f'{key}={value}' for key, value in changed.items())}"
            if differing else "")
        values.update(changed)
        checked = _core.check_parameters(self.name, json.dumps(values, default=repr))
        #: all parameters by their names
        self.parameters: dict[str, int] = json.loads(checked)

    @property
    def vector_bytes(self) -> int:
        """Bytes of a vector register."""
        return self.parameters["VlenBytes"]

    @property
    def ub_bytes(self) -> int:
        """Bytes of the Unified Buffer."""
        return self.parameters["UbBytes"]

    def __repr__(self) -> str:
        return f"<gsq.Config {self.name}>"


def _number(value: object) -> object:
    """A whole number; anything else is an error that names its parameter later."""
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return value
