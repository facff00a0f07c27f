# SPDX-License-Identifier: Apache-2.0
"""The scorers on answers whose worth is plain, and the sets on what every item must have."""
import json
import math
import os
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

from corpus import dialogues  # noqa: E402
from corpus.conversation import KINDS  # noqa: E402
from corpus.english import told as english  # noqa: E402
from corpus.french import told as french  # noqa: E402
from evaluation import conversations, development, extraction, quality, scoring  # noqa: E402
from evaluation.matching import PATTERNS, contains, expand, first, words  # noqa: E402
from evaluation.models import reply  # noqa: E402
from evaluation.sets import DEVELOPMENT, SETS, load  # noqa: E402


class MatchingTests(unittest.TestCase):
    def test_case_accents_and_apostrophes_do_not_matter(self):
        self.assertEqual(words("N'as-tu PAS vu ma sœur Maëlle ?"), ["n", "as", "tu", "pas", "vu", "ma", "soeur", "maelle"])
        self.assertTrue(contains("I don’t KNOW that yet.", "don't know"))
        self.assertTrue(contains("Elle s'appelle Maelle.", "maëlle"))

    def test_only_whole_words_count_without_a_star(self):
        self.assertFalse(contains("She teaches.", "teach"))
        self.assertTrue(contains("She teaches.", "teach*"))
        self.assertFalse(contains("It is 22.", "2"))
        self.assertFalse(contains("", "mara"))

    def test_phrases_stand_in_one_piece(self):
        self.assertTrue(contains("le 2 avril", "2 avril"))
        self.assertFalse(contains("le 2 mars, puis avril", "2 avril"))

    def test_names_of_patterns_stand_for_their_phrases(self):
        self.assertEqual(expand(["yes", "@others"], "en"), ["yes", *PATTERNS["others"]["en"]])
        self.assertIsNone(first("Non.", ["@human"], "fr"))


class MentionTests(unittest.TestCase):
    item = {"language": "en", "expect": ["hugo"], "reject": ["pepper"]}

    def test_the_value_has_to_be_there_and_the_distractor_not(self):
        self.assertIsNone(scoring.mentions(self.item, "Your dog is called Hugo."))
        self.assertIn("none of", scoring.mentions(self.item, "Your dog is called Max."))
        self.assertIn("pepper", scoring.mentions(self.item, "Hugo or Pepper."))

    def test_not_knowing_has_to_be_said_and_nothing_guessed(self):
        item = {"language": "fr", "reject": ["plume"]}
        self.assertIsNone(scoring.admits(item, "Je ne le sais pas encore. Comment s'appelle-t-il ?"))
        self.assertIsNone(scoring.admits(item, "Tu ne m'as pas parlé d'un chat."))
        self.assertIsNotNone(scoring.admits(item, "Je ne sais pas, Plume peut-être."))
        self.assertIsNotNone(scoring.admits(item, "Il s'appelle Félix."))
        self.assertIsNotNone(scoring.admits({"language": "en"}, "That's nice. Can you tell me more?"))


class TitleTests(unittest.TestCase):
    item = {"language": "en", "words": ["bike", "stolen"]}

    def test_a_short_title_with_one_of_the_words_is_good(self):
        self.assertIsNone(scoring.titles(self.item, "The stolen bike"))
        self.assertIsNone(scoring.titles({"language": "fr", "words": ["velo"]}, "Le vol du vélo"))

    def test_each_fault_is_found(self):
        for title in (
            "", "Bike\nBike", "A bike that was stolen in the night", "Bike bike", "Le bike", "A sad day outside"
        ):
            self.assertIsNotNone(scoring.titles(self.item, title), title)


class DefinitionTests(unittest.TestCase):
    item = {"language": "en", "forms": ["island*"], "keys": ["water", "land"]}

    def test_a_definition_and_then_an_example_are_good(self):
        self.assertIsNone(scoring.defines(self.item, "An island is land with water all around. Example: We sailed to an island."))
        self.assertIsNone(scoring.defines(self.item, 'Land in the sea. "Two islands lie there," he said.'))

    def test_each_part_is_needed(self):
        self.assertIn("example", scoring.defines(self.item, "An island is land with water all around."))
        self.assertIn("example", scoring.defines(self.item, "An island is a thing. It has water around it."))
        self.assertIn("example", scoring.defines(self.item, "It is land. Example: island."))
        self.assertIn("none of", scoring.defines(self.item, "A kind of tree. We sailed to an island."))


class ExtractionTests(unittest.TestCase):
    item = {
        "language": "en",
        "message": "My sister Mara lives in Lyon and I'm tired.",
        "facts": [
            {"kinds": ["people"], "quote": "Mara", "value": [["sister"], ["mara"]]},
            {"kinds": ["feelings"], "quote": "tired", "value": [["tired"]]},
            {"kinds": ["people", "places"], "quote": "Lyon", "value": [["lyon"]], "optional": True},
        ],
    }

    def score(self, *facts, item=None):
        proposals = [dict(zip(("kind", "quote", "fact"), fact)) for fact in facts]
        return extraction.score(item or self.item, json.dumps({"facts": proposals}))

    def test_right_facts_are_counted(self):
        found = self.score(("people", "My sister Mara", "The user's sister is called Mara."), ("feelings", "tired", "The user is tired."))
        self.assertEqual((found.right, found.covered, found.wrong, found.missed, found.dropped), (2, 2, [], [], 0))
        self.assertIsNone(found.problem)

    def test_a_quote_that_does_not_stand_there_is_dropped_before_scoring(self):
        found = self.score(("people", "my sister Mara", "The user's sister is called Mara."), ("feelings", "", "The user is tired."))
        self.assertEqual((found.right, found.dropped, found.wrong, found.missed), (0, 2, [], ["Mara", "tired"]))

    def test_wrong_kind_place_value_and_repetition_are_wrong(self):
        right = ("people", "Mara", "The user's sister is called Mara.")
        for fact in (
            ("work", "Mara", right[2]), ("people", "tired", right[2]), ("people", "Mara", "The user's brother is called Mara."), right
        ):
            found = self.score(right, fact)
            self.assertEqual((found.right, len(found.wrong)), (1, 1), fact)

    def test_an_optional_fact_may_be_found_and_is_never_missed(self):
        found = self.score(("places", "lives in Lyon", "The user's sister lives in Lyon."))
        self.assertEqual((found.right, found.covered, found.missed), (1, 0, ["Mara", "tired"]))

    def test_rejected_words_make_a_fact_wrong(self):
        item = {**self.item, "reject": ["lyon"]}
        self.assertEqual(self.score(("places", "Lyon", "The sister lives in Lyon."), item=item).right, 0)

    def test_any_place_of_a_repeated_quote_may_overlap(self):
        item = {"language": "en", "message": "a cat, my cat", "facts": [{"kinds": ["people"], "quote": "my cat", "value": [["cat"]]}]}
        self.assertEqual(self.score(("people", "cat", "The user has a cat."), item=item).right, 1)

    def test_quotes_are_whole_words_up_to_the_end_of_a_clause(self):
        quotes = extraction.spans("I'm 3.5 years late (again) but calm, sorry!")
        for quote in ("I'm 3.5 years late", "I'm 3.5 years late (again) but calm, sorry", "years late", "again", "sorry", "but calm"):
            self.assertIn(quote, quotes)
        for quote in ("I'm", "3.5 years", "late (again)", "ate", "but", "sorry!", "", "I'm years"):
            self.assertNotIn(quote, quotes)
        self.assertEqual(len(quotes), 4 + 5 + 7 + 8)
        self.assertIn("je cours", extraction.spans("je cours par contre il dort"))
        self.assertEqual(extraction.schema("?!")["properties"]["facts"]["maxItems"], 0)
        self.assertEqual(max(len(quote.split()) for quote in extraction.spans("a " * 100)), extraction.LONGEST)

    def test_what_is_not_json_as_asked_proposes_nothing(self):
        for answer in ("", "[]", "{}", '{"facts": 3}', '{"facts": {}}', '{"facts": ["x"]}', '{"facts": [{"kind": "work"}]}', "[" * 100_000):
            found = extraction.score(self.item, answer)
            self.assertTrue(found.broken, answer[:40])
            self.assertEqual(found.missed, ["Mara", "tired"])


class QualityTests(unittest.TestCase):
    def test_log_probabilities_sum_to_one_even_for_large_logits(self):
        row = quality.log_probabilities([1000.0, 999.0, -1000.0])
        self.assertAlmostEqual(sum(map(math.exp, row)), 1, places=12)
        self.assertAlmostEqual(row[0] - row[1], 1, places=9)

    def test_divergence_is_that_of_the_definition(self):
        p, q = [math.log(0.5), math.log(0.5)], [math.log(0.25), math.log(0.75)]
        self.assertAlmostEqual(quality.divergence(p, q), 0.5 * math.log(2) + 0.5 * math.log(2 / 3), places=12)
        self.assertEqual(quality.divergence(p, p), 0)

    def test_perplexity_of_a_fair_die_is_six(self):
        self.assertAlmostEqual(quality.perplexity([math.log(6)] * 4), 6)


class Echo:
    """A model whose tokens are characters and which answers with the last message that it was given."""

    context = 200
    folder = ""

    def __init__(self):
        self.prompts = []

    def tokens(self, messages, answer=True):
        return list("".join(f"<{m['role']}>{m['content']}\n" for m in messages) + ("<assistant>" if answer else ""))

    def generate(self, ids, max_tokens, schema=None, **options):
        self.prompts.append("".join(ids))
        return self.prompts[-1].split("<user>")[-1].split("\n")[0]


class RunTests(unittest.TestCase):
    def test_the_oldest_exchanges_give_way_and_the_system_message_stays(self):
        model = Echo()
        talk = [{"role": "system", "content": "S"}]
        for n in range(20):
            talk += [{"role": "user", "content": f"question {n}"}, {"role": "assistant", "content": "answer"}]
        talk.append({"role": "user", "content": "last"})
        self.assertEqual(reply(model, talk, 20), "last")
        self.assertTrue(model.prompts[0].startswith("<system>S\n<user>"))
        self.assertLessEqual(len(model.prompts[0]), 180)
        self.assertIn("question 19", model.prompts[0])
        self.assertNotIn("question 0\n", model.prompts[0])

    def test_a_conversation_is_held_turn_by_turn_and_written_as_it_came(self):
        script = {"language": "en", "user": [{"content": "I'm Bo."}, {"content": "Who am I?", "check": {"expect": ["bo"]}}]}
        turns = conversations.hold(Echo(), script)
        self.assertEqual(turns[0], ("I'm Bo.", "I'm Bo.", None))
        self.assertIn("none of", turns[1][2])
        text = conversations.markdown([script], [turns])
        self.assertIn("- **User:** I'm Bo.\n- **Pocket:** I'm Bo.\n- **User:** Who am I?\n- **Pocket:** Who am I? ✗\n", text)
        self.assertIn("Of 1 checked answers 0 are right", text)

    def test_only_what_the_assistant_wrote_counts_for_perplexity(self):
        item = {"language": "en", "messages": [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "yes"}] * 2}
        ids, positions = quality.answered(Echo(), item)
        self.assertEqual("".join(ids[at] for at in positions), "yes\nyes\n")


class SetTests(unittest.TestCase):
    """What makes the sets fair: sizes, both languages, and an answer that can be given from what is there."""

    def context(self, item):
        return " ".join(item.get("memory", []) + [m["content"] for m in item["messages"][:-1]])

    def test_sizes_and_languages(self):
        for name in (*SETS, "dialogues", "conversations"):
            items = load(name)
            french = sum(item["language"] == "fr" for item in items) / len(items)
            self.assertGreaterEqual(len(items), 40 if name == "conversations" else 60, name)
            self.assertTrue(0.35 <= french <= 0.45, (name, french))
            self.assertEqual(len({json.dumps(item) for item in items}), len(items), name)

    def test_messages_alternate_from_the_user_on(self):
        for name in ("recall", "unknown", "self", "definitions", "titles", "dialogues"):
            last = "assistant" if name in ("titles", "dialogues") else "user"
            for item in load(name):
                roles = [m["role"] for m in item["messages"]]
                self.assertEqual(roles, (["user", "assistant"] * len(roles))[: len(roles)], item)
                self.assertEqual(roles[-1], last, item)

    def test_what_is_to_be_recalled_was_said_and_so_were_the_distractors(self):
        for item in load("recall"):
            self.assertIsNotNone(first(self.context(item), item["expect"], item["language"]), item)
            self.assertIsNone(scoring.mentions(item, f"{item['expect'][0].rstrip('*')}."), item)

    def test_a_plain_admission_is_always_good_where_it_was_not_said(self):
        for item in load("unknown"):
            plain = {"en": "I don't know that yet.", "fr": "Je ne le sais pas encore."}[item["language"]]
            self.assertIsNone(scoring.admits(item, plain))
            if item["reject"]:
                self.assertIsNotNone(first(self.context(item), item["reject"], item["language"]), item)

    def test_what_the_development_set_asks_for_is_good_and_another_answer_is_not(self):
        for name, evaluation in DEVELOPMENT.items():
            items = load(name)
            self.assertGreater(len(items), 400)
            self.assertEqual(items, load(name))
            for item, other in zip(items, items[1:] + items[:1]):
                self.assertIsNone(evaluation.problem(item, item["wanted"]), item)
                if not set(words(item["wanted"])) & set(words(other["wanted"])):
                    self.assertIsNotNone(evaluation.problem(item, other["wanted"]), item)
        self.assertIsNotNone(scoring.repeats(load("development recall")[0], "I don't know that yet."))

    def test_nothing_of_the_development_set_is_trained_on(self):
        trained = {turn for part in (english, french) for one in part.DIALOGUES for turn in one.turns[::2]}
        for part, name in ((english, "english.txt"), (french, "french.txt")):
            with open(os.path.join(development.FOLDER, name), encoding="utf-8") as file:
                for one in dialogues.parse(file.read()):
                    self.assertFalse(trained & {turn for turn in one.turns[::2] if len(turn) > 40}, one.name)

    def test_the_facts_of_a_message_can_be_given_without_a_fault(self):
        for item in load("extraction"):
            facts = []
            for fact in item["facts"]:
                self.assertIn(fact["quote"], item["message"])
                self.assertLessEqual(set(fact["kinds"]), set(KINDS), item)
                said = " ".join(group[0].rstrip("*") for group in fact["value"])
                facts.append({"kind": fact["kinds"][0], "quote": fact["quote"], "fact": said + " " * len(facts)})
            self.assertIsNone(extraction.score(item, json.dumps({"facts": facts})).problem, item)

    def test_every_other_item_has_a_good_answer(self):
        for item in load("titles"):
            self.assertIsNone(scoring.titles(item, item["words"][0].rstrip("*")), item)
        for item in load("definitions"):
            key, form = item["keys"][0].rstrip("*"), item["forms"][0].rstrip("*")
            self.assertIsNone(scoring.defines(item, f"{key}. The nice {form} here."), item)
        for item in load("self"):
            phrases = expand(item["expect"], item["language"])
            good = [p for p in phrases if scoring.mentions(item, p.rstrip("*")) is None]
            self.assertTrue(good, item)

    def test_scripts_have_ten_turns_and_ask_for_what_was_said(self):
        for script in load("conversations"):
            self.assertEqual(len(script["user"]), 10)
            for at, said in enumerate(script["user"]):
                if "check" in said and not said["check"]["expect"][0].startswith("@"):
                    earlier = " ".join(turn["content"] for turn in script["user"][:at])
                    self.assertIsNotNone(first(earlier, said["check"]["expect"], script["language"]), said)


if __name__ == "__main__":
    unittest.main()
