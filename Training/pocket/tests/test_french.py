# SPDX-License-Identifier: Apache-2.0
"""What must hold of every French conversation, whatever was drawn."""
import json
import os
import random
import re
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

from corpus.conversation import KINDS, PROMPTS, SKILLS, Conversation  # noqa: E402
from corpus.french import GRAMMARS  # noqa: E402
from corpus.french.define import STRANGE, WORDS  # noqa: E402
from corpus.french.facts import Owner, fact  # noqa: E402
from corpus.french.formal import formal  # noqa: E402
from corpus.french.person import second  # noqa: E402
from corpus.french.scenes import TRAITS  # noqa: E402
from corpus.french.slots import fill  # noqa: E402
from corpus.french.voice import NOTED, SAID, TOLD, elide, hurry, of, plain, possessive, to, voice  # noqa: E402

SAMPLES = 200
CLEAN_UP = re.compile(r"\s+[.,]|(?<!\.)\.\.(?!\.)|,\.|  |\?\?|[.!?] \.|\bl'utilisateur l'utilisateur\b")
UNELIDED = re.compile(r"(?<![\w'’-])(?:que|de|le|je|me|te|se|ne) (?=[aeiouàâéèêîôûœAEIOUÉÈÊÎ])(?!onz|oui)|\bsi ils?\b|\b[Cc]e est\b", re.IGNORECASE)
UNCONTRACTED = re.compile(r"(?<![\w-])(?:de|à) les? (?!\w+(?:er|ir|re)\b)", re.IGNORECASE)
AGREEMENT = re.compile(r"\b(?:ma|ta|sa) (?=[aeiouéèêîôAEIOU])|\b(?:mon|ton) (?:sœur|mère|fille|tante|voisine|cousine|voiture|montre)\b")

NAMED = re.compile(r"(?<=[a-zéèê,'’] )[A-ZÉÈÎ][\wé'-]+|(?<=[ld]['’])[A-ZÉÈÎ]\w+|\b\d+\b")


def squeezed(text: str) -> str:
    return re.sub(r"['’ -]", "", plain(text.lower()))


def drawn() -> list[Conversation]:
    rng = random.Random(20)
    return [grammar(rng) for _, grammar in GRAMMARS for _ in range(SAMPLES)]


class French(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.conversations = drawn()

    def test_roles_alternate_and_hearth_speaks_last(self) -> None:
        for one in self.conversations:
            roles = [message["role"] for message in one.messages]
            self.assertEqual(roles, ["system"] + ["user", "assistant"] * (len(roles) // 2), one.line())
            self.assertIn(one.skill, SKILLS)
            self.assertEqual(one.language, "fr")

    def test_nothing_is_empty_or_unfilled(self) -> None:
        for one in self.conversations:
            for message in one.messages:
                text = message["content"]
                self.assertTrue(text.strip(), one.line())
                if not text.startswith('{"facts"'):
                    self.assertIsNone(re.search(r"[<>{}\[\]|~\x1f#@]", text), text)

    def test_answers_are_written_well(self) -> None:
        for one in self.conversations:
            for message in one.messages:
                text = message["content"]
                if message["role"] == "user" or one.skill == "title":  # a title is as its user types
                    continue
                if text.startswith('{"facts"'):
                    text = "\n".join(each["fact"] for each in json.loads(text)["facts"])
                for wrong in (CLEAN_UP, UNELIDED, UNCONTRACTED, AGREEMENT):
                    found = wrong.search(text)
                    self.assertIsNone(found, f"{found} in {text}")

    def test_quotes_are_literal(self) -> None:
        for one in self.conversations:
            if one.skill != "extract":
                continue
            found = json.loads(one.messages[-1]["content"])["facts"]
            for each in found:
                self.assertIn(each["quote"], one.messages[-2]["content"])
                self.assertIn(each["kind"], KINDS)
                self.assertIn("utilisateur", each["fact"])

    def test_half_of_the_messages_to_extract_from_hold_facts(self) -> None:
        counts = [len(json.loads(one.messages[-1]["content"])["facts"]) for one in self.conversations if one.skill == "extract"]
        self.assertTrue(0.3 < sum(count > 0 for count in counts) / len(counts) < 0.7)

    def test_hearth_names_nothing_that_was_not_said(self) -> None:
        """Names and numbers in an answer stand in the conversation before it, whatever accents were typed."""
        # Also what definitions name, which come between questions.
        known = {"hearth", "par", "3114", "112", "france", "europe"} | {name.lower() for one in WORDS for text in (one.word, one.meaning, one.example) for name in NAMED.findall(text)}
        for one in self.conversations:
            if one.skill in ("define", "title"):
                continue
            so_far = ""
            for message in one.messages:
                if message["role"] == "assistant":
                    for name in NAMED.findall(message["content"]):
                        self.assertTrue(name.lower() in known or squeezed(name) in squeezed(so_far), f"{name}: {one.line()}")
                so_far += " " + message["content"]

    def test_titles_are_a_few_words_of_the_user(self) -> None:
        titled = [one for one in self.conversations if one.messages[-2]["content"] == PROMPTS["title"]["fr"]]
        self.assertGreater(len(titled), SAMPLES)
        for one in titled:
            title = one.messages[-1]["content"]
            self.assertTrue(1 <= len(title.split()) <= 6, title)
            self.assertTrue(title.startswith(" ") and not title.endswith("."), title)
            said = [" ".join(message["content"].split()) for message in one.messages if message["role"] == "user"]
            self.assertTrue(any(title.strip() in text for text in said), (title, said))

    def test_conversations_fit_the_context(self) -> None:
        for one in self.conversations:
            self.assertLessEqual(sum(len(message["content"]) for message in one.messages), 4000)

    def test_every_skill_is_drawn(self) -> None:
        self.assertEqual({one.skill for one in self.conversations}, set(SKILLS))

    def test_samples_differ(self) -> None:
        lines = {one.line() for one in self.conversations}
        self.assertGreater(len(lines), 0.8 * len(self.conversations))

    def test_memory_speaks_of_the_user(self) -> None:
        rng = random.Random(3)
        for sort, traits in TRAITS.items():
            for trait in traits:
                owner = Owner() if sort == "user" else Owner("amie", "f", sort)
                for note in fact(rng, owner, trait).notes:
                    self.assertIn("utilisateur", note)

    def test_words_are_distinct_and_do_not_define_themselves(self) -> None:
        self.assertEqual(len({one.word for one in WORDS} | {word for word, _ in STRANGE}), len(WORDS) + len(STRANGE))
        for one in WORDS:
            self.assertIn(one.sort, set("mfMFva"))
            self.assertNotIn(one.word, one.meaning.split())

    def test_mechanics(self) -> None:
        self.assertEqual(elide("je aime le ami de Alice que il a vu, si il est là"), "j'aime l'ami d'Alice qu'il a vu, s'il est là")
        self.assertEqual(elide("dis-le à Yann, le onze, de huit à dix"), "dis-le à Yann, le onze, de huit à dix")
        self.assertEqual([of("le frère"), of("les voisins"), of("Yves"), to("les amis")], ["du frère", "des voisins", "d'Yves", "aux amis"])
        self.assertEqual(possessive("amie", "f", TOLD), "ton amie")
        clause = "{je} {me} {suis} acheté {mes} livres"
        self.assertEqual(voice(clause, SAID), "je me suis acheté mes livres")
        self.assertEqual(voice(clause, TOLD), "tu t'es acheté tes livres")
        self.assertEqual(voice(clause, NOTED), "l'utilisateur s'est acheté ses livres")

    def test_we_are_you(self) -> None:
        for said, told in (
            ("on élève des chèvres", "vous élevez des chèvres"), ("on s'est installés à Lyon", "vous vous êtes installés à Lyon"), ("on doit se garer plus loin", "vous devez vous garer plus loin"),
            ("les cerises qu'on cueille", "les cerises que vous cueillez"), ("nous nous sommes mariés à Nice", "vous vous êtes mariés à Nice"), ("nous mangeons tard", "vous mangez tard"),
            ("c'est nous qui commençons", "c'est vous qui commencez"), ("chez nous les cochons dorment", "chez vous les cochons dorment"), ("il nous attend", "il vous attend"),
            ("on a décidé de se remarier", "vous avez décidé de vous remarier"), ("on se réunit le lundi", "vous vous réunissez le lundi"), ("on repeint la chambre", "vous repeignez la chambre"),
            ("on sèche le bois", "vous séchez le bois"), ("on pèse tout", "vous pesez tout"), ("on refait la cuisine nous-mêmes", "vous refaites la cuisine vous-mêmes"), ("on me dit que", "on te dit que"),
        ):
            self.assertEqual(second(said), told)

    def test_polite_users(self) -> None:
        self.assertEqual(formal("Tu te souviens de moi ? Dis-moi !"), "Vous vous souvenez de moi ? Dites-moi !")
        self.assertEqual(formal("Tu clignes des yeux, toi ?"), "Tu clignes des yeux, toi ?")

    def test_hurried_typing_keeps_quotes(self) -> None:
        rng = random.Random(9)
        for _ in range(50):
            typed = hurry(rng)
            self.assertIn(typed("j'ai déménagé à Âlbric"), typed("Oui, j'ai déménagé à Âlbric, enfin."))

    def test_slots_take_prepositions(self) -> None:
        self.assertEqual(fill("<de lieu>, <à lieu>, <lieu>", random.Random(0), lieu="le port"), "du port, au port, le port")


if __name__ == "__main__":
    unittest.main()
