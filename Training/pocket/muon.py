# SPDX-License-Identifier: Apache-2.0
"""Muon (Jordan et al. 2024): momentum whose update is made orthogonal by Newton–Schulz steps; for matrices inside the model."""
import torch
from torch import Tensor


def orthogonal(matrices: Tensor, steps: int = 4) -> Tensor:
    """Roughly the nearest semi-orthogonal matrix to each of `(count, rows, columns)`, by the quintic iteration of Jordan et al.; as they found,
    bf16 is enough for it."""
    x = (matrices / (matrices.norm(dim=(1, 2), keepdim=True) + 1e-7)).bfloat16()
    tall = x.shape[1] > x.shape[2]
    x = x.mT if tall else x
    for _ in range(steps):
        a = x @ x.mT
        x = 3.4445 * x + (-4.7750 * a + 2.0315 * a @ a) @ x
    return (x.mT if tall else x).to(matrices.dtype)


class Muon(torch.optim.Optimizer):
    def __init__(self, parameters, lr: float, momentum: float = 0.95, decay: float = 0.01):
        super().__init__(parameters, {"lr": lr, "momentum": momentum, "decay": decay})

    @torch.no_grad()
    def step(self) -> None:
        for group in self.param_groups:
            alike: dict[torch.Size, list[Tensor]] = {}
            for parameter in group["params"]:
                alike.setdefault(parameter.shape, []).append(parameter)
            for parameters in alike.values():
                self._step(parameters, group)

    def _step(self, parameters: list[Tensor], group: dict) -> None:
        """Matrices of one shape are made orthogonal together."""
        for parameter in parameters:
            self.state[parameter].setdefault("momentum", torch.zeros_like(parameter)).lerp_(parameter.grad, 1 - group["momentum"])
        ahead = [one.grad.lerp(self.state[one]["momentum"], group["momentum"]) for one in parameters]
        scale = max(1.0, parameters[0].shape[0] / parameters[0].shape[1]) ** 0.5
        for parameter, update in zip(parameters, orthogonal(torch.stack(ahead))):
            parameter.mul_(1 - group["lr"] * group["decay"]).add_(update, alpha=-group["lr"] * scale)
