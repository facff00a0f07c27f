#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What must hold of everything that the English grammars draw: `test_english.py`."""
import json
import os
import random
import re
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from corpus.conversation import KINDS, PROMPTS, SKILLS  # noqa: E402
from corpus.draw import conversations  # noqa: E402
from corpus.english import GRAMMARS  # noqa: E402
from corpus.english.define import STRANGE, WORDS  # noqa: E402
from corpus.english import memory, worlds  # noqa: E402
from corpus.english.person import third  # noqa: E402
from corpus.english.facts_self import ATTRIBUTES, self_fact  # noqa: E402

DRAWS = 150


def drawn():
    for _, grammar in GRAMMARS:
        rng = random.Random(grammar.__name__)
        for _ in range(DRAWS):
            yield grammar, grammar(rng)


class EnglishTests(unittest.TestCase):
    def test_messages_alternate_and_end_with_an_answer(self):
        for grammar, one in drawn():
            roles = [message["role"] for message in one.messages]
            self.assertEqual(roles, ["system"] + ["user", "assistant"] * (len(roles) // 2), grammar.__name__)
            self.assertIn(one.skill, SKILLS)
            self.assertEqual(one.language, "en")

    def test_no_template_is_left_unfilled(self):
        for grammar, one in drawn():
            for message in one.messages:
                text = message["content"]
                self.assertTrue(text.strip(), grammar.__name__)
                if not text.startswith('{"facts"'):
                    self.assertIsNone(re.search(r"[{}\[\]|]", text), (grammar.__name__, text))

    def test_extracted_quotes_stand_in_the_message(self):
        for _, one in drawn():
            if one.skill == "extract":
                self.assertEqual(one.messages[0]["content"], PROMPTS["extract"]["en"])
                for fact in json.loads(one.messages[2]["content"])["facts"]:
                    self.assertIn(fact["quote"], one.messages[1]["content"])
                    self.assertIn(fact["kind"], KINDS)

    def test_titles_are_a_few_words_of_the_user(self):
        for _, one in drawn():
            if one.skill == "title":
                self.assertEqual(one.messages[-2]["content"], PROMPTS["title"]["en"])
                title = one.messages[-1]["content"]
                self.assertTrue(title.startswith(" ") and len(title.split()) <= 6, title)
                said = [" ".join(message["content"].split()) for message in one.messages if message["role"] == "user"]
                self.assertTrue(any(title.strip() in text for text in said), (title, said))

    def test_what_is_unknown_is_nowhere_told(self):
        rng = random.Random(2)
        for _ in range(2_000):
            world = worlds.World(rng, rng.randint(1, 6))
            self.assertNotIn(world.absent().key, {fact.key for fact in world.facts})

    def test_answers_hold_the_value(self):
        rng = random.Random(3)
        for what in ATTRIBUTES:
            fact = self_fact(rng, what)
            self.assertIn(fact.value.lower(), fact.reply().lower())
            self.assertIn(fact.value.lower(), fact.memory(rng).lower())

    def test_told_values_are_in_the_context(self):
        rng = random.Random(4)
        for _ in range(300):
            facts = [fact for fact in worlds.World(rng, 4).facts if not fact.implied]
            text = memory.held_text(rng, facts).lower()
            for fact in facts:
                words = re.findall(r"[\w']+", third(fact.value).lower().replace("the user's", "").replace("the user", "").replace("your ", ""))
                self.assertTrue(all(word[:4] in text for word in words if word not in ("a", "you", "their", "they", "they're", "have", "has", "is", "are")), (fact, text))

    def test_words_are_distinct_and_do_not_define_themselves(self):
        self.assertEqual(len({one.word for one in WORDS} | {word for word, _ in STRANGE}), len(WORDS) + len(STRANGE))
        for one in WORDS:
            self.assertIn(one.sort, set("nNva"))
            self.assertNotIn(one.word, re.findall(r"\w+", one.meaning))
            self.assertIn(one.word.rstrip("ey")[:5], one.example.lower(), one)

    def test_the_same_seed_draws_the_same(self):
        first, again = conversations(5), conversations(5)
        for _ in range(50):
            self.assertEqual(next(first), next(again))


if __name__ == "__main__":
    unittest.main()
