"""Monte Carlo tree search for all games: the options from a game's `Model` and one seat's view.

Every walk descends the tree of public actions, by results and priors (PUCT), until it reaches a new state.
`Model.value` evaluates it, and the result is backed up along the path. Hidden information is drawn anew for
each walk (information-set search: Cowling, Powley, Whitehouse 2012); a secret choice of two sides is a
`MatrixGame` in the tree.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt
from random import Random
from typing import Generic, TypeVar

from engines.game import Action
from opponents.matrix import MatrixGame, drawn
from opponents.model import Model, Move, SeatView, Secret
from opponents.thought import Budget, Option, Thought

S = TypeVar("S")

_CURIOSITY = 0.6
"""The weight of priors and exploration against the results so far."""

_DOUBT = 0.05
"""The assumed value of an untried move, relative to its parent's."""

_LOOKS = 4
"""This many equal samples of a view mean that nothing in it is hidden."""

_FORCED_NODES = 250
"""The most nodes for a single move: it needs no choice, but its value is that of the best play after it."""

_MOST_SURE = 0.99
"""The greatest expected result that is not proven: certainty is left to what is."""


class _Node(Generic[S]):
    """A situation by its public history. Lists are by option, in the order of their first trial.

    In an open game `state`, `actions` and `priors` are those of the single state; in a hidden one only the
    tried `actions` are stored. `result` is the first evaluation, or the proven one. `unproven` counts the
    options that have no proven result yet, where the model gives all that matter; otherwise it is -1.
    """

    __slots__ = (
        "actions", "children", "counts", "game", "is_open", "is_proven", "mover", "places", "priors",
        "result", "secret", "state", "total", "totals", "unproven", "visits",
    )  # fmt: skip

    def __init__(self, state: S, mover: int | None, result: tuple[float, ...]) -> None:
        self.state = state
        self.mover = mover
        self.result = result
        self.visits = 1
        self.total = 0.0 if mover is None else result[mover]
        self.is_open = False
        self.is_proven = False
        self.unproven = -1
        self.secret: Secret | None = None
        self.game: MatrixGame | None = None

    def prove(self, place: int, child: _Node[S]) -> None:
        """Take up the proven result of an option, which is not tried again if others may be better. The node
        is proven by a won option, or by all."""
        assert self.mover is not None
        if child.result[self.mover] == 1.0:
            self.is_proven, self.result = True, child.result
            return
        if self.unproven < 0:
            return
        self.totals[place] = -inf
        self.unproven -= 1
        if not self.unproven:
            results = [one.result for one in self.children if one is not None]
            self.is_proven, self.result = True, max(results, key=lambda result: result[self.mover])  # type: ignore[index]

    def open(self, moves: Sequence[Move]) -> None:
        """Expand the node. Most nodes are never expanded, and so they stay small."""
        self.is_open = True
        self.actions = [move.action for move in moves]
        self.priors = [move.prior for move in moves]
        self.places: dict[Action, int] = {}
        self.children: list[_Node[S] | None] = []
        self.counts: list[int] = []
        self.totals: list[float] = []

    def opened(self) -> int:
        """Add the next untried option. Returns its index."""
        self.children.append(None)
        self.counts.append(0)
        self.totals.append(0.0)
        return len(self.counts) - 1


def search(model: Model[S], view: SeatView[S], random: Random, budget: Budget) -> Thought:
    """The options of the seat whose view it is, at its turn.

    Where nothing is hidden, a win at once is proven, and where the model gives all moves, every result as far
    as the budget reaches (Winands, Björnsson, Saito 2008: Monte-Carlo tree search solver).
    """
    return _Search(model, view, random).run(budget)


class _Search(Generic[S]):
    """One search of one position."""

    def __init__(self, model: Model[S], view: SeatView[S], random: Random) -> None:
        self._model = model
        self._view = view
        self._random = random
        first, *more = (view.sample(random) for _look in range(_LOOKS))
        self._is_hidden = any(state != first for state in more)
        self._root = _Node(first, model.mover(first), model.value(first, random))
        self._results: list[list[float]] = []
        """By option of the root: the sum of expected results by side."""
        self._sweep = 0
        """This many options of the root are tried once each before any is preferred, so that no win at once
        goes unseen."""

    def run(self, budget: Budget) -> Thought:
        """Walk until the budget is used up."""
        forced = self._forced()
        if forced is not None:
            return forced
        walks = 1
        self._walk()
        root = self._root
        is_single = root.game is None and not self._is_hidden and len(root.actions) == 1
        most = min(budget.nodes, _FORCED_NODES) if is_single else budget.nodes
        self._sweep = min(len(root.actions), most // 2) if root.unproven >= 0 else 0
        while walks < most and not root.is_proven and not budget.is_over():
            self._walk()
            walks += 1
        options, is_drawn = self._options()
        return Thought(tuple(options), walks, is_drawn, is_certain=root.is_proven)

    def _forced(self) -> Thought | None:
        """The thought if nothing is to be found out: one choice with nothing after it, a measured secret."""
        model, root = self._model, self._root
        self._open(root, root.state)
        if root.secret is not None:
            mine = self._mine(root.secret)
            if root.secret.is_measured:
                return Thought(tuple(self._mixed(root, 1.0)), 0, is_drawn=True)
            return None if len(mine) > 1 else Thought((Option(mine[0], 1.0, self._shown(root.result)),), 0)
        action, *others = (
            [move.action for move in model.moves(root.state)] if self._is_hidden else root.actions
        )
        after = model.after(root.state, action)
        if others or model.mover(after) is not None:
            return None
        is_certain = not self._is_hidden and model.is_whole(after)
        return Thought((Option(action, 1.0, model.value(after, self._random)),), 0, is_certain=is_certain)

    # Down the tree.

    def _walk(self) -> None:
        """Down to a new state, or to the end, and back."""
        model, node, is_hidden = self._model, self._root, self._is_hidden
        state = self._view.sample(self._random) if is_hidden else node.state
        path: list[tuple[_Node[S], int]] = []
        while True:
            if is_hidden:
                node.mover = model.mover(state)
            if node.mover is None or node.is_proven:
                result = model.value(state, self._random) if is_hidden else node.result
                break
            place = self._place(node, state)
            path.append((node, place))
            child = node.children[place]
            if child is None:
                state = self._after(node, place, state)
                result = model.value(state, self._random)
                node.children[place] = node = _Node(state, model.mover(state), result)
                node.is_proven = not is_hidden and model.is_certain(state)
                break
            state = self._after(node, place, state) if is_hidden else child.state
            node = child
        self._back_up(path, node, result)

    def _place(self, node: _Node[S], state: S) -> int:
        """The option to follow."""
        if not node.is_open:
            self._open(node, state)
        if node.game is not None:
            return node.game.pick(self._random)
        if self._is_hidden:
            return self._best_of(node, self._model.moves(state))
        return self._best(node)

    def _open(self, node: _Node[S], state: S) -> None:
        """Find the options of a node. With hidden information they differ from walk to walk."""
        secret = node.secret = self._model.secret(state)
        if secret is None:
            node.open(() if self._is_hidden else self._model.moves(state))
            if not self._is_hidden and self._model.is_whole(state):
                node.unproven = len(node.actions)
            return
        node.open(())
        guess, rows, columns = node.result[secret.chooser], len(secret.rows), len(secret.columns)
        node.game = MatrixGame(rows, columns, guess, secret.outcomes, secret.guesses)
        node.children = [None] * node.game.size

    def _best(self, node: _Node[S]) -> int:
        """The best option so far in an open game. Of the untried ones, the first has the greatest prior."""
        counts, totals, priors = node.counts, node.totals, node.priors
        if node is self._root and len(counts) < self._sweep:
            return node.opened()
        scale = _CURIOSITY * sqrt(node.visits)
        place = len(counts)
        best = -1.0
        if place < len(priors):
            best = node.total / node.visits - _DOUBT + scale * priors[place]
        for other, count in enumerate(counts):
            score = totals[other] / count + scale * priors[other] / (1 + count)
            if score > best:
                best, place = score, other
        return node.opened() if place == len(counts) else place

    def _best_of(self, node: _Node[S], moves: Sequence[Move]) -> int:
        """The best option so far among the moves of one sample. Only their own visit counts matter."""
        counts, totals, places = node.counts, node.totals, node.places
        known = [places.get(move.action, -1) for move in moves]
        scale = _CURIOSITY * sqrt(1 + sum([counts[place] for place in known if place >= 0]))
        hope = node.total / node.visits - _DOUBT
        best, chosen = -1.0, 0
        for index, place in enumerate(known):
            count = counts[place] if place >= 0 else 0
            score = (totals[place] / count if count else hope) + scale * moves[index].prior / (1 + count)
            if score > best:
                best, chosen = score, index
        return known[chosen] if known[chosen] >= 0 else self._added(node, moves[chosen].action)

    @staticmethod
    def _added(node: _Node[S], action: Action) -> int:
        """A new option of a hidden game."""
        node.actions.append(action)
        place = node.places[action] = node.opened()
        return place

    def _after(self, node: _Node[S], place: int, state: S) -> S:
        secret = node.secret
        if secret is None or node.game is None:
            return self._model.after(state, node.actions[place])
        row, column = node.game.pair(place)
        return self._model.after_secret(state, secret.rows[row], secret.columns[column])

    # Back up.

    def _back_up(self, path: list[tuple[_Node[S], int]], last: _Node[S], result: tuple[float, ...]) -> None:
        """Back up the result along the path from its last node. A matrix game passes on its own value."""
        for node, place in reversed(path):
            node.visits += 1
            if node.game is not None:
                result = self._learnt(node, place, result, last)
                last = node
                continue
            value = result[node.mover]  # type: ignore[index]
            node.counts[place] += 1
            node.totals[place] += value
            node.total += value
            if last.is_proven:
                node.prove(place, last)
                result = node.result if node.is_proven else result
            last = node
        root, place = path[0]
        if root.game is None:
            if place == len(self._results):
                self._results.append([0.0] * len(result))
            sums = self._results[place]
            for side, one in enumerate(result):
                sums[side] += one

    @staticmethod
    def _learnt(node: _Node[S], place: int, result: tuple[float, ...], last: _Node[S]) -> tuple[float, float]:
        assert node.secret is not None
        assert node.game is not None
        chooser = node.secret.chooser
        value = node.game.learn(place, result[chooser], last.is_proven)
        proven = node.game.proven() if last.is_proven else None
        if proven is not None:
            node.is_proven, value = True, proven
            node.result = _both(proven, chooser)
        return _both(value, chooser)

    # The answer.

    def _options(self) -> tuple[list[Option], bool]:
        """The options by visits, and whether the first was drawn from a mixture."""
        root = self._root
        if root.game is not None:
            return self._mixed(root, 1.0), True
        counts = self._counts()
        walks = sum(counts)
        order = sorted(range(len(counts)), key=lambda place: -counts[place])
        options: list[Option] = []
        is_drawn = False
        for place in order:
            share = counts[place] / walks
            child = root.children[place]
            assert child is not None
            if child.mover == root.mover and self._leads_to_secret(child):
                is_drawn = is_drawn or not options
                options += self._mixed(child, share)
            else:
                options.append(Option(root.actions[place], share, self._expected(place)))
        return options[:1] + sorted(options[1:], key=lambda option: -option.share), is_drawn

    def _counts(self) -> list[int]:
        """The walks by option. An option that wins at once counts for all. Of the proven options only the
        best keeps its own; it counts for all if it is better than what the search expects of the others."""
        root = self._root
        counts = list(root.counts)
        won = self._won_at_once()
        if won is not None:
            counts[won] = sum(counts)
            return counts
        proven = [place for place, child in enumerate(root.children) if child is not None and child.is_proven]
        open_places = [place for place in range(len(counts)) if place not in proven]
        if not proven or root.mover is None:
            return counts
        by_worth = {place: self._expected(place)[root.mover] for place in range(len(counts))}
        best = max(proven, key=lambda place: (by_worth[place], root.counts[place]))
        for place in proven:
            counts[place] = 1
        favourite = max(open_places, key=lambda place: root.counts[place], default=best)
        if root.is_proven or by_worth[best] >= by_worth[favourite]:
            counts[best] = sum(root.counts)
        return counts

    def _won_at_once(self) -> int | None:
        """An option after which an open game is over and won: the walks may have gone to others that are
        nearly as good."""
        root = self._root
        if self._is_hidden or root.mover is None:
            return None
        for place, child in enumerate(root.children):
            if child is not None and child.mover is None and child.result[root.mover] == 1.0:
                return place
        return None

    def _expected(self, place: int) -> tuple[float, ...]:
        """The expected result of an option of the root: the proven one, or the mean of its walks."""
        child = self._root.children[place]
        if child is not None and child.is_proven:
            return child.result
        return self._shown(tuple(total / self._root.counts[place] for total in self._results[place]))

    def _shown(self, results: tuple[float, ...]) -> tuple[float, ...]:
        """Results that are not proven, as they are told."""
        return _unsure(trusted(results, self._model.confidence))

    def _leads_to_secret(self, child: _Node[S]) -> bool:
        if not child.is_open and self._model.secret(child.state) is not None:
            self._open(child, child.state)
        return child.secret is not None

    def _mixed(self, node: _Node[S], share: float) -> list[Option]:
        """The own secret choices, the drawn one first; together they have this share."""
        game, secret = node.game, node.secret
        assert game is not None
        assert secret is not None
        rows, columns = game.solved()
        by_row, by_column = game.expected(rows, columns)
        is_chooser = secret.chooser == self._view.side
        mixture, payoffs = (rows, by_row) if is_chooser else (columns, by_column)
        first = drawn(mixture, self._random)
        options = [
            Option(
                action,
                share * mixture[place],
                node.result if node.is_proven else self._shown(_both(payoffs[place], secret.chooser)),
            )
            for place, action in enumerate(self._mine(secret))
        ]
        rest = options[:first] + options[first + 1 :]
        return [options[first], *sorted(rest, key=lambda option: -option.share)]

    def _mine(self, secret: Secret) -> tuple[Action, ...]:
        return secret.rows if secret.chooser == self._view.side else secret.columns


def _both(value: float, chooser: int) -> tuple[float, float]:
    """The results by side, from the result of the rows' side."""
    return (1.0 - value, value) if chooser else (value, 1.0 - value)


def trusted(results: tuple[float, ...], confidence: float) -> tuple[float, ...]:
    """Expected results with their odds to this power: under 1 they are nearer to each other. They still add
    up to 1."""
    powers = [result**confidence for result in results]
    total = sum(powers)
    return tuple([power / total for power in powers])


def _unsure(results: tuple[float, ...]) -> tuple[float, ...]:
    """Expected results, with no greater one than `_MOST_SURE`. They still add up."""
    most, even = max(results), 1 / len(results)
    if most <= _MOST_SURE:
        return results
    part = (most - _MOST_SURE) / (most - even)
    return tuple(result + part * (even - result) for result in results)
