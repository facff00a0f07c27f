# SPDX-License-Identifier: Apache-2.0
"""The model: a Llama (Touvron et al. 2023) with grouped-query attention (Ainslie et al. 2023) and tied embeddings."""
import math
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor, nn


@dataclass
class Size:
    """Hyper-parameters. Widths are multiples of 64, so that whole groups of weights share a scale when quantised."""

    vocabulary: int = 6_144
    width: int = 256
    layers: int = 6
    heads: int = 4
    key_value_heads: int = 2
    head_dim: int = 64
    inner: int = 704
    rope_base: float = 1_000_000.0  # high, so that half of each head sees tokens hundreds of places away as they are
    epsilon: float = 1e-5
    context: int = 2_048
    finder: int | None = None  # the layer whose first head is told where to look; where a new model has it unless said


class Norm(nn.Module):
    """Root-mean-square normalisation (Zhang & Sennrich 2019)."""

    def __init__(self, width: int, epsilon: float):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))
        self.epsilon = epsilon

    def forward(self, x: Tensor) -> Tensor:
        return F.rms_norm(x, (x.shape[-1],), self.weight.to(x.dtype), self.epsilon)


def rotate(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    """Rotary embedding (Su et al. 2021) of `(batch, heads, tokens, head_dim)`; pairs are `(i, i + head_dim / 2)`."""
    low, high = x.chunk(2, dim=-1)
    return torch.cat((low * cos - high * sin, high * cos + low * sin), dim=-1)


def attended(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    """What each token takes of those up to it; of and as `(batch, heads, tokens, head_dim)`."""
    if q.is_cuda:
        return F.scaled_dot_product_attention(q, k, v, is_causal=True)
    # On a CPU, compiled, half as long as the fused operation with its gradient.
    later = torch.ones(q.shape[2], q.shape[2], dtype=torch.bool, device=q.device).triu(1)
    scores = (q * q.shape[-1] ** -0.5) @ k.transpose(-1, -2)
    return scores.float().masked_fill(later, -math.inf).softmax(-1).to(v.dtype) @ v


class Attention(nn.Module):
    def __init__(self, size: Size):
        super().__init__()
        self.size = size
        self.q_proj = nn.Linear(size.width, size.heads * size.head_dim, bias=False)
        self.k_proj = nn.Linear(size.width, size.key_value_heads * size.head_dim, bias=False)
        self.v_proj = nn.Linear(size.width, size.key_value_heads * size.head_dim, bias=False)
        self.o_proj = nn.Linear(size.heads * size.head_dim, size.width, bias=False)

    def forward(self, x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
        batch, tokens, _ = x.shape

        def heads(y: Tensor) -> Tensor:
            return y.view(batch, tokens, -1, self.size.head_dim).transpose(1, 2)

        q, k, v = rotate(heads(self.q_proj(x)), cos, sin), rotate(heads(self.k_proj(x)), cos, sin), heads(self.v_proj(x))
        group = self.size.heads // self.size.key_value_heads
        k, v = k.repeat_interleave(group, dim=1), v.repeat_interleave(group, dim=1)
        return self.o_proj(attended(q, k, v).transpose(1, 2).reshape(batch, tokens, -1))


class Gated(nn.Module):
    """SwiGLU (Shazeer 2020)."""

    def __init__(self, size: Size):
        super().__init__()
        self.gate_proj = nn.Linear(size.width, size.inner, bias=False)
        self.up_proj = nn.Linear(size.width, size.inner, bias=False)
        self.down_proj = nn.Linear(size.inner, size.width, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        return self.down_proj(F.silu(self.gate_proj(x)) * self.up_proj(x))


class Block(nn.Module):
    def __init__(self, size: Size):
        super().__init__()
        self.input_layernorm = Norm(size.width, size.epsilon)
        self.self_attn = Attention(size)
        self.post_attention_layernorm = Norm(size.width, size.epsilon)
        self.mlp = Gated(size)

    def forward(self, x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
        x = x + self.self_attn(self.input_layernorm(x), cos, sin)
        return x + self.mlp(self.post_attention_layernorm(x))


class Pocket(nn.Module):
    """Names of parameters are those of Hugging Face's Llama without the leading `model.`."""

    def __init__(self, size: Size):
        super().__init__()
        self.size = size
        # Above the layers of induction.py, and in the middle of a deep model: what its first head finds, the ones above it can use. The first head
        # of the next layer is told where in that the words to say next stand.
        self.finder = max(min(4, size.layers - 1), size.layers // 2) if size.finder is None else size.finder
        self.embed_tokens = nn.Embedding(size.vocabulary, size.width)
        self.layers = nn.ModuleList(Block(size) for _ in range(size.layers))
        self.norm = Norm(size.width, size.epsilon)
        angles = torch.outer(torch.arange(size.context), size.rope_base ** (-torch.arange(0, size.head_dim, 2) / size.head_dim))
        self.register_buffer("cos", angles.cos(), persistent=False)
        self.register_buffer("sin", angles.sin(), persistent=False)
        for name, parameter in self.named_parameters():
            if parameter.ndim == 2:
                # Embeddings are as large as what the layers add to them; else what a token is drowns in that, and nothing finds it again.
                out = name.endswith(("o_proj.weight", "down_proj.weight"))
                nn.init.normal_(parameter, std=1.0 if "embed" in name else 0.02 / (math.sqrt(2 * size.layers) if out else 1))
        nn.init.constant_(self.norm.weight, 4 / size.width)  # logits between -4 and 4, whatever the embeddings' size

    def hidden(self, tokens: Tensor, without: int | None = None) -> Tensor:
        """The last hidden state of `(batch, tokens)`, normalised, with all layers or without one."""
        return self._through(tokens, without=without)[0]

    def _through(self, tokens: Tensor, sources: Tensor | None = None, without: int | None = None) -> tuple[Tensor, Tensor]:
        """The last hidden state, and how far the heads that are told where to look are from looking there: of the finder, and of the one above it."""
        x = self.embed_tokens(tokens)
        cos, sin = self.cos[: tokens.shape[1]].to(x.dtype), self.sin[: tokens.shape[1]].to(x.dtype)
        missed = [x.new_zeros(()), x.new_zeros(())]
        for number, layer in enumerate(self.layers):
            told = number - self.finder
            if sources is not None and 0 <= told < 2:
                missed[told] = self._missed(layer, x, cos, sin, sources[:, [0, 1, 2 + 2 * told, 3 + 2 * told]])
            if number != without:
                x = layer(x, cos, sin)
        return self.norm(x), torch.stack(missed)

    def _missed(self, layer: Block, x: Tensor, cos: Tensor, sin: Tensor, sources: Tensor) -> Tensor:
        """Mean surprise, in nats, at where the first head looks in a row at a place: between `begin` and `end` it is to look."""
        row, at, begin, end = sources.unbind(1)
        dim, x = self.size.head_dim, layer.input_layernorm(x)
        q = rotate(F.linear(x[row, at], layer.self_attn.q_proj.weight[:dim]), cos[at], sin[at])
        k = rotate(F.linear(x, layer.self_attn.k_proj.weight[:dim]), cos, sin)
        scores = torch.einsum("nd,ntd->nt", q, k[row]).float() * dim**-0.5
        place = torch.arange(k.shape[1], device=k.device)
        scores = scores.masked_fill(place > at[:, None], -math.inf)
        there = scores.masked_fill((place < begin[:, None]) | (place >= end[:, None]), -math.inf)
        return (scores.logsumexp(1) - there.logsumexp(1)).sum() / (at > 0).sum().clamp_min(1)

    def logits(self, hidden: Tensor) -> Tensor:
        return F.linear(hidden, self.embed_tokens.weight)

    def forward(self, tokens: Tensor, targets: Tensor, chosen: Tensor, sources: Tensor) -> tuple[Tensor, Tensor]:
        """Mean cross-entropy at the chosen flat positions, where alone logits are made; and of the heads that are told where to look."""
        hidden, missed = self._through(tokens, sources)
        return F.cross_entropy(self.logits(hidden.flatten(0, 1)[chosen]).float(), targets.flatten()[chosen]), missed
