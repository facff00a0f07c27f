# SPDX-License-Identifier: Apache-2.0
"""Definitions of common words with an example, and an honest answer for the others."""
import os
import random

from .. import lexicon
from ..conversation import Conversation, system_text
from ..template import articles, capital, expand, lines, pick
from . import phrasing
from . import slots as s
from .talk import interlude

WORDS = lexicon.taught(os.path.dirname(__file__))
STRANGE = lexicon.strange(os.path.dirname(__file__))
UNKNOWN = 0.2  # how often a word is asked for that is not taught
INVENTED = 0.25  # how many of those are no words

_ASK = lines("""
    what does {w} mean
    what does the word {w} mean
    what's [the meaning of|meant by] {w}
    what is [the meaning of|meant by] {w}
    what is the [definition|sense] of {w}
    do you know what {w} means
    tell me what {w} means
    [please|] define {w}
    define the word {w} [for me|]
    [please|] explain {w} [to me|in simple words|]
    explain the word {w} [to me|in a few words|]
    can you [explain|define] {w}
    can you tell me the meaning of {w}
    could you explain the word {w}
    give me [a|a short|the] definition of {w}
    I [don't|do not] know the word {w}
    I don't know the word {w}, what does it mean
    I heard the word {w}, what is [it|that]
    I'm learning English and don't know {w}
    {w}: what does that mean
    {w}, what does it mean
    {w} means what
    how would you explain {w} [to a child|]
    how do you define {w}
    definition of {w}
    meaning of {w}
""")
_ASK_NOUN = lines("""
    what is {n}
    what's {n}
    what exactly is {n}
    explain what {n} is
    tell me what {n} is
    do you know what {n} is
    can you tell me what {n} is
    I don't know what {n} is
""")
_ASK_EXAMPLE = lines("""
    give me [an example|an example sentence|a sentence] with {w}
    use {w} in a sentence
    [can you make|make] a sentence with {w}
    an example sentence for {w}, please
    how do I use {w} in a sentence
    show me how to use the word {w}
""")
# What is learned by heart has one wording.
_ANSWER = "{W}: {m}."
_EXAMPLE = 'For example: "{e}"'
_STRANGE = lines("""
    I don't know the word "{w}", sorry. I'm a small model and know only common words.
    I'm not sure what "{w}" means, sorry. A bigger model or a dictionary knows more.
""")
_AGAIN = ("[and|] an example [please|]?", "[can you give me|give me] an example", "can you use it in a sentence?", "and in a sentence?", "how do I use it?")
# Behind the question, as part of it or as a sentence.
_BOTH = lines("""
    , with an example
    , with [a|one] sentence
    , and [give|show] me an example
    and [use it|put it] in a sentence
    and [give|write|make] a sentence with it
    and how [do|would] I use it
    . [give|show] me [an example|a sentence|an example sentence] [too|as well|, please|]
    . [and|] [an example|one example|a sentence|an example sentence] [too|as well|], please
    . [and|] [use it|put it] in a sentence [, please|too|]
    . with an example [, please|]
    . how [do I use it|would I use it|is it used]
    . [an example|one example|a sentence] [would be nice|too|please]
""")


def _asks(rng: random.Random, sort: str) -> list[str]:
    return _ASK_NOUN if sort in "nN" and rng.random() < 0.35 else _ASK


def _asked(rng: random.Random, word: str, sort: str, options: list[str], behind: str = "") -> str:
    """A way to ask for a word, and what is asked behind it."""
    quoted = word if rng.random() < 0.55 else f'"to {word}"' if sort == "v" and rng.random() < 0.6 else f'"{word}"'
    noun = word if sort == "N" else articles(f"a {word}" if rng.random() < 0.8 else f'a "{word}"')
    question = expand(rng, pick(rng, options), {"w": quoted, "n": noun})
    mark = "?" if question.startswith(("what", "can", "could", "how", "do ")) or question.endswith("mean") else pick(rng, ("", "."))
    behind = expand(rng, behind)
    if behind.startswith("."):
        return phrasing.typed(rng, f"{capital(question)}{mark} {capital(behind[1:].strip())}{pick(rng, ('.', '?', ''))}")
    return phrasing.typed(rng, capital(question) + (behind if behind.startswith(",") else f" {behind}").rstrip() + mark)


def ask(rng: random.Random, talk: Conversation) -> None:
    """A word asked for, its definition and an example."""
    behind = pick(rng, _BOTH) if rng.random() < 0.5 else ""
    if rng.random() < UNKNOWN:
        word, sort = (s.syllables(rng, 2, 3).lower(), pick(rng, "nva")) if rng.random() < INVENTED else pick(rng, STRANGE)
        talk.user(_asked(rng, word, sort, _asks(rng, sort), behind)).assistant(expand(rng, pick(rng, _STRANGE), {"w": word}))
        return
    one = pick(rng, WORDS)
    example = _EXAMPLE.format(e=one.example)
    if rng.random() < 0.06:
        talk.user(_asked(rng, one.word, one.sort, _ASK_EXAMPLE)).assistant(example)
        return
    answer = _ANSWER.format(W=capital(one.word), m=one.meaning)
    talk.user(_asked(rng, one.word, one.sort, _asks(rng, one.sort), behind))
    if behind or rng.random() < 0.88:
        talk.assistant(f"{answer} {example}")
    else:
        talk.assistant(answer)
        if rng.random() < 0.6:
            talk.user(phrasing.typed(rng, capital(expand(rng, pick(rng, _AGAIN))))).assistant(example)


def word(rng: random.Random) -> Conversation:
    """A few words asked for, most with an example at once, some on a second question."""
    talk = Conversation("define", "en").system(system_text("en"))
    if rng.random() < 0.1:
        interlude(rng, talk)
    for _ in range(pick(rng, (1, 2, 3, 4, 5))):
        ask(rng, talk)
    return talk
