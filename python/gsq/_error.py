# SPDX-License-Identifier: Apache-2.0
"""The exception of the package."""
from __future__ import annotations


class Error(Exception):
    """Anything that is wrong, as a sentence: that of the C++ model or of ``gsq run``.

    A command that failed has fields; they are None for other errors.
    """

    def __init__(self, sentence: str, *, command: str | None = None, place: str | None = None,
                 status: str | None = None, info: int | None = None, lane: int | None = None,
                 address: int | None = None, reason: str | None = None) -> None:
        super().__init__(sentence)
        self.command = command  #: the command in its text form
        self.place = place      #: FILE:LINE of the call
        self.status = status    #: of the answer, such as ERR_BOUNDS
        self.info = info        #: info word of the answer
        self.lane = lane        #: lane or block whose index is at fault
        self.address = address  #: first byte of the access that is at fault
        self.reason = reason    #: why it failed, one sentence without its full stop
