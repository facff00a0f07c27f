# SPDX-License-Identifier: Apache-2.0
"""The French half of the corpus: its grammars, and how often each is drawn next to the others."""
from ..conversation import Grammar
from . import define, extract, mixed, recall, selfhood, talk, title
from .formal import sometimes_formal

_DRAWN: list[tuple[float, Grammar]] = [
    (4.0, recall.from_conversation),
    (4.0, recall.from_memory),
    (3.0, recall.told_apart),
    (2.0, recall.from_both),
    (1.5, recall.updated),
    (2.0, recall.nothing_held),
    (1.0, recall.who_is),
    (0.8, recall.summary),
    (4.0, extract.facts),
    (2.5, extract.nothing),
    (3.0, talk.chat),
    (4.0, talk.story),
    (1.0, talk.by_name),
    (1.5, talk.long),
    (1.0, talk.small),
    (1.2, title.of_event),
    (1.2, title.of_story),
    (0.8, title.of_question),
    (0.8, define.words),
    (2.0, selfhood.about_itself),
    (3.5, mixed.of_everything),
]

GRAMMARS: list[tuple[float, Grammar]] = [(weight, sometimes_formal(grammar)) for weight, grammar in _DRAWN]
