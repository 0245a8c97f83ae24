"""Neural value functions of any hexagon variant: sparse features, incremental first layer, TD learning, search.

A variant is data: `inputs` extends the encoding of `learn.encoding` by groups of features that only networks have,
`gains` computes what the tiles left could do, `changes` what a placement changes, `factors` says which features share
what they learn. `model` is the network, `backprop` and `optimizer` train it,
`lookahead` evaluates placements, `self_play` makes training data and `learner` ties them together; `batch_games`
measures.
"""

from __future__ import annotations

from partake.fast.cache import kernel_cache

with kernel_cache("fast", "learn"):
    from partake.learn.network import batch_games, optimizer, self_play

__all__ = ["batch_games", "optimizer", "self_play"]
