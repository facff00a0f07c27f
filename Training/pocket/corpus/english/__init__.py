# SPDX-License-Identifier: Apache-2.0
"""The English grammars, and how often each is drawn."""
from ..conversation import Grammar
from . import define, extract, framed, memory, mixed, pairs, selfhood, talk, titling, told

GRAMMARS: list[tuple[float, Grammar]] = [
    (20, talk.chat),
    (9, mixed.of_everything),
    (64, framed.known),
    (45, framed.changed),
    (95, told.asked),
    (6, told.named),
    (40, told.heard),
    (4, memory.told),
    (4, memory.remembered),
    (4, memory.told_apart),
    (2, memory.long),
    (2, memory.both),
    (6, memory.updated),
    (2, memory.all_known),
    (2, memory.nothing_told),
    (3, memory.who),
    (4, memory.said_about),
    (8, pairs.alike),
    (8, pairs.belonging),
    (75, extract.message),
    (45, extract.written),
    (3, extract.corrected),
    (4, extract.did),
    (4, talk.titles),
    (7, titling.conversation),
    (9, selfhood.questions),
    (90, define.word),
]
