# SPDX-License-Identifier: Apache-2.0
"""The French half of the corpus: its grammars, and how often each is drawn next to the others."""
from ..conversation import Grammar
from . import define, extract, framed, mixed, pairs, recall, selfhood, talk, title, told
from .formal import sometimes_formal

_DRAWN: list[tuple[float, Grammar]] = [
    (19.5, framed.known),
    (14.0, framed.changed),
    (32.0, told.asked),
    (2.0, told.named),
    (13.0, told.heard),
    (1.5, recall.from_conversation),
    (1.5, recall.from_memory),
    (1.2, recall.told_apart),
    (0.8, recall.from_both),
    (1.5, recall.updated),
    (2.0, recall.nothing_held),
    (1.0, recall.who_is),
    (2.0, recall.said_about),
    (2.5, pairs.alike),
    (3.0, pairs.belonging),
    (0.8, recall.summary),
    (17.0, extract.facts),
    (6.0, extract.nothing),
    (13.0, extract.written),
    (3.0, talk.chat),
    (4.0, talk.story),
    (1.0, talk.by_name),
    (1.5, talk.long),
    (1.0, talk.small),
    (1.6, title.of_event),
    (1.6, title.of_story),
    (1.0, title.of_question),
    (28.0, define.words),
    (3.0, selfhood.about_itself),
    (3.5, mixed.of_everything),
]

GRAMMARS: list[tuple[float, Grammar]] = [(weight, sometimes_formal(grammar)) for weight, grammar in _DRAWN]
