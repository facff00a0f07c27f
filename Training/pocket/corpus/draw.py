# SPDX-License-Identifier: Apache-2.0
"""The corpus as an endless draw from the grammars of both languages."""
import random
from collections.abc import Iterator

from . import english, french
from .conversation import PROMPTS, Conversation

FRENCH = 0.5
# System prompts that others may write.
OTHERS = {
    "en": ["you are a helpful assistant", "You are a helpful assistant.", "You are a kind friend.", "Be brief and friendly.", "You are Hearth, my companion.",
           "You are a good listener.", "Answer in one or two sentences.", "You are a journal that answers.", PROMPTS["system"]["fr"]],
    "fr": ["tu es un assistant utile", "Tu es un assistant utile.", "Tu es un ami bienveillant.", "Sois bref et gentil.", "Tu es Hearth, mon compagnon.",
           "Tu écoutes bien.", "Réponds en une ou deux phrases.", "you are a helpful assistant"],
}


def conversations(seed: int, share: float = FRENCH) -> Iterator[Conversation]:
    """Conversations without end, `share` of them French. The same seed gives the same ones."""
    rng = random.Random(seed)
    halves = [([grammar for _, grammar in part.GRAMMARS], [weight for weight, _ in part.GRAMMARS]) for part in (english, french)]
    while True:
        grammars, weights = halves[rng.random() < share]
        yield _elsewhere(rng, rng.choices(grammars, weights)[0](rng))


def _elsewhere(rng: random.Random, conversation: Conversation) -> Conversation:
    """The same conversation; some under another system prompt, as users write them."""
    text = conversation.messages[0]["content"]
    base = PROMPTS["system"][conversation.language]
    if text.startswith(base) and conversation.language == "fr" and rng.random() < 0.3:  # the chat template adds the English one
        conversation.messages[0]["content"] = PROMPTS["system"]["en"] + text[len(base):]
    elif text.startswith(base) and rng.random() < 0.08:
        conversation.messages[0]["content"] = rng.choice(OTHERS[conversation.language]) + text[len(base):]
    if conversation.skill == "title" and conversation.language == "fr" and rng.random() < 0.4:
        # Who asks for a title does not always know the language of what was said.
        conversation.messages[-2]["content"] = PROMPTS["title"]["en"]
    return conversation
