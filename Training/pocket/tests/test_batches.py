#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What must hold of where answers come from: `test_batches.py`. Needs PyTorch."""
import os
import random
import sys
import unittest

import torch
from tokenizers import Regex, Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Split

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from batches import Told, encode, shifted, told_part  # noqa: E402
from corpus.english.phrasing import NOT_KNOWN  # noqa: E402
from model import Pocket, Size, rotate  # noqa: E402
from tokenizer import END, START  # noqa: E402


class ToldTests(unittest.TestCase):
    def setUp(self) -> None:
        self.told = Told()
        self.told.add(10, [1, 2, 3, 4, 5, 6, 7, 8])
        self.told.add(30, [9, 2, 3, 4, 5, 9, 9, 9, 1, 2, 3, 1])

    def test_the_longest_run_says_where_an_answer_is_from(self) -> None:
        # With another word at each end, as a change of person makes it: as long as the answer, and not beyond the message.
        self.assertEqual(self.told.source([50, 3, 4, 5, 6, 7, 60]), (11, 18))
        self.assertEqual(self.told.source([50, 51, 52, 2, 3, 4, 5, 9, 60]), (30, 37))

    def test_of_two_the_later_counts(self) -> None:
        self.assertEqual(self.told.source([1, 2, 3]), (38, 41))
        self.assertEqual(self.told.source([2, 3, 4, 5]), (31, 35))

    def test_what_was_not_said_has_none(self) -> None:
        for answer in ([], [1, 2], [3, 2, 1], [7, 8, 9]):
            self.assertIsNone(self.told.source(answer))


class PartTests(unittest.TestCase):
    def test_a_question_at_the_end_tells_nothing(self) -> None:
        for told, asked in (("Mara lives in Bergen.", " Where does she live?"), ("Il pleut !", " Où est mon parapluie ?"), ("", "Where do I live?"),
                            ("Guess what? I moved", ""), ("I moved. Really? Yes.", " Where to?"), ("Nous partons\n", "quand ?\n"), ("", "?"), ("", "")):
            self.assertEqual(told_part(told + asked), len(told), told + asked)


class PlaceTests(unittest.TestCase):
    def test_the_first_tokens_of_an_answer_know_where_they_stand(self) -> None:
        tokenizer = small_tokenizer()
        talk = [{"role": "user", "content": "the cat is red and we like it"}, {"role": "assistant", "content": "so"}, {"role": "user", "content": "what is red?"},
                {"role": "assistant", "content": "the cat is red"}, {"role": "user", "content": "who?"}, {"role": "assistant", "content": NOT_KNOWN}]
        one = encode(tokenizer, talk, random.Random(1))
        said = [tokenizer.token_to_id(word) for word in "the cat is red".split()]
        begin = next(at for at in range(len(one.ids)) if one.ids[at : at + 4] == said)
        answer = next(at for at in range(begin + 1, len(one.ids)) if one.ids[at : at + 4] == said)
        self.assertEqual(one.sources[:3], [(answer - 1, begin, begin + 4, begin, begin + 2), (answer, begin, begin + 4, begin, begin + 3),
                                           (answer + 1, begin, begin + 4, begin + 1, begin + 4)])
        self.assertEqual([source[1:] for source in one.sources[3:]], [(0, 1, 0, 1)])


def small_tokenizer() -> Tokenizer:
    words = f"the cat is red and we like it so what ? who user assistant {START} {END} \n [UNK]".split(" ")
    tokenizer = Tokenizer(WordLevel({word: at for at, word in enumerate(words)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = Split(Regex(r"\w+|[^\w ]"), "removed", invert=True)
    return tokenizer


class FinderTests(unittest.TestCase):
    def test_the_loss_is_what_attention_leaves_elsewhere(self) -> None:
        torch.manual_seed(3)
        model = Pocket(Size(vocabulary=300, width=128, layers=3, heads=2, key_value_heads=1, inner=192, finder=1))
        tokens = torch.randint(300, (2, 33)).numpy()
        sources = [(0, 20, 5, 9, 6, 8), (1, 30, 0, 1, 0, 1)]
        batch = shifted(tokens, (tokens > 0).astype("int32"), sources)
        parts = [torch.from_numpy(one).long() for one in (batch.tokens, batch.targets, batch.chosen, batch.sources)]
        _, missed = model(*parts)

        x = model.embed_tokens(parts[0])
        cos, sin = model.cos[:32], model.sin[:32]
        for told, layer in enumerate(model.layers):
            if told:
                y = layer.input_layernorm(x)
                q, k = (rotate(matrix(y)[..., :64], cos, sin) for matrix in (layer.self_attn.q_proj, layer.self_attn.k_proj))
                weights = (q @ k.mT / 8).masked_fill(torch.ones(32, 32).triu(1).bool(), -torch.inf).softmax(-1)
                expected = -sum(weights[source[0], source[1], source[2 * told] : source[2 * told + 1]].sum().log() for source in sources) / 2
                self.assertAlmostEqual(missed[told - 1].item(), expected.item(), places=4)
            x = layer(x, cos, sin)


if __name__ == "__main__":
    unittest.main()
