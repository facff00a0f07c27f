#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What must hold of the frames and dialogues of both languages, and of the change of person in what is said back: `test_frames.py`."""
import os
import random
import re
import sys
import unittest
from unittest.mock import patch

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from corpus import dialogues, frames  # noqa: E402
from corpus.conversation import KINDS  # noqa: E402
from corpus.english import framed as english  # noqa: E402
from corpus.english import phrasing as english_phrasing  # noqa: E402
from corpus.english import told as english_told  # noqa: E402
from corpus.french import framed as french  # noqa: E402
from corpus.french import phrasing as french_phrasing  # noqa: E402
from corpus.french import told as french_told  # noqa: E402
from corpus.french.person import second, third  # noqa: E402
from corpus.french.voice import plain  # noqa: E402

HALVES = ((english, english_phrasing, "interlude"), (french, french_phrasing, "_aside"))  # with what is said between


class FrameTests(unittest.TestCase):
    def test_every_frame_can_be_drawn_and_asked_for(self):
        for half, _, _ in HALVES:
            rng = random.Random(1)
            for situation in half.SITUATIONS:
                self.assertGreater(len(situation.frames), 2, situation.name)
                for one in frames.drawn(rng, situation, situation.frames, half.fill):
                    self.assertIn(one.kind, KINDS, one)
                    self.assertGreater(len(one.asked), 1, one)
                    for text in (one.said, *one.asked):
                        self.assertIsNone(re.search(r"[{}\[\]<>|]|[.!?]$|^$", text), one)

    def test_a_name_given_to_a_choice_stands_for_it_in_the_questions(self):
        (situation,) = frames.parse("= pets\n@who cat|dog\npeople: my {who} sleeps on the {where=sofa|bed} => what does my {who} do | who sleeps on the {where}\n")
        seen = set()
        for seed in range(40):
            (one,) = frames.drawn(random.Random(seed), situation, situation.frames, english.fill)
            pet, place = re.fullmatch(r"my (cat|dog) sleeps on the (sofa|bed)", one.said).groups()
            self.assertEqual(one.asked, (f"what does my {pet} do", f"who sleeps on the {place}"))
            seen.add((pet, place))
        self.assertEqual(len(seen), 4)

    def test_what_is_answered_was_told_or_is_remembered(self):
        def stems(text, least):  # as far as the person leaves them
            return {word[:4] for word in re.findall(rf"[^\W\d_]{{{least},}}|\d{{2,}}", plain(text).lower())}

        for half, phrasing, aside in HALVES:
            rng = random.Random(2)
            answers = []
            with patch.object(half, aside, lambda rng, talk: None):
                for _ in range(200):
                    talk = half.known(rng)
                    told = ""
                    for one in talk.messages:
                        if one["role"] == "assistant" and told.rstrip().endswith("?"):
                            answers.append(one["content"])
                            if one["content"] != phrasing.NOT_KNOWN:
                                self.assertLessEqual(len(stems(one["content"], 6) - stems(told, 4)), 1, one["content"])  # one may be mistyped
                        elif one["role"] != "assistant":
                            told += " " + one["content"]
            unknown = answers.count(phrasing.NOT_KNOWN) / len(answers)
            self.assertTrue(0.2 < unknown < 0.5, unknown)


class DialogueTests(unittest.TestCase):
    TEXT = """
= bread
u: my {who=aunt|uncle} bakes [bread|rolls]. It smells good.
h: Does it? What else is there?
u: Jam, from {city}.
h: Lovely!
? who bakes | what does my {who} do => 1.1
? where is the jam from => 2
? what smells good => 1 "It smells good"
- when does my {who} bake
"""

    def test_answers_are_what_the_user_said(self):
        (one,) = dialogues.parse(self.TEXT)
        held = dialogues.drawn(random.Random(1), one, english.fill)
        who, what = re.match(r"my (aunt|uncle) bakes (bread|rolls)\. It smells good\.", held.turns[0]).groups()
        city = re.fullmatch(r"Jam, from (.+)\.", held.turns[2]).group(1)
        self.assertEqual(held.asked, [(["who bakes", f"what does my {who} do"], f"my {who} bakes {what}."), (["where is the jam from"], f"Jam, from {city}."),
                                      (["what smells good"], "It smells good")])
        self.assertEqual(held.unknown, [f"when does my {who} bake"])

    def test_every_dialogue_can_be_held(self):
        for told in (english_told, french_told):
            rng = random.Random(1)
            for one in told.DIALOGUES:
                fill = english.fill if told is english_told else french.fill
                held = dialogues.drawn(rng, one, fill)
                self.assertTrue(len(held.turns) % 2 == 0 and held.asked and held.unknown, one.name)
                self.assertTrue(all(answer in " ".join(held.turns[::2]) for _, answer in held.asked), one.name)
                self.assertIsNone(re.search(r"[{}\[\]<>|]", " ".join(held.turns)), one.name)


class FrenchPersonTests(unittest.TestCase):
    SAID = (
        ("je promène mon chien", "tu promènes ton chien", "l'utilisateur promène son chien"),
        ("je m'appelle Zoé et j'ai douze ans", "tu t'appelles Zoé et tu as douze ans", "l'utilisateur s'appelle Zoé et il a douze ans"),
        ("je suis un cours de dessin", "tu suis un cours de dessin", "l'utilisateur suit un cours de dessin"),
        ("je suis médecin", "tu es médecin", "l'utilisateur est médecin"),
        ("je n'irai pas au bal, je préfère lire", "tu n'iras pas au bal, tu préfères lire", "l'utilisateur n'ira pas au bal, il préfère lire"),
        ("ma sœur Mara habite à Lyon", "ta sœur Mara habite à Lyon", "la sœur de l'utilisateur, Mara, habite à Lyon"),
        ("le chien de ma tante dort", "le chien de ta tante dort", "le chien de la tante de l'utilisateur dort"),
        ("je prends le bus et je dors mal", "tu prends le bus et tu dors mal", "l'utilisateur prend le bus et il dort mal"),
        ("ma prof m'a félicité", "ta prof t'a félicité", None),
        ("on part en Grèce avec mes parents", "vous partez en Grèce avec tes parents", None),
        ("on s'est rencontrés au bal", "vous vous êtes rencontrés au bal", None),
    )

    def test_the_person_changes_and_nothing_else(self):
        for said, told, noted in self.SAID:
            self.assertEqual(second(said), told)
            self.assertEqual(third(said), noted)


if __name__ == "__main__":
    unittest.main()
