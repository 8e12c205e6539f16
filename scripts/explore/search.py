# SPDX-License-Identifier: Apache-2.0
"""The search: an optimiser of Optuna asks for points, the models say what they are worth.

A point is what scripts/explore/study_figures.py reads: its traffic, its gates and its clock.
"""
import concurrent.futures
import json
import math

import optuna

from scripts.core import tasks
from scripts.explore import asked as asking, energy
from scripts.explore.model import Refused
from scripts.explore.study_figures import clock, kge, rate, score, worth

FIGURE = {"elements a second for each gate": worth, "elements a second": rate,
          "elements a cycle": score, "gates": kge, "clock period": clock,
          "energy of an element": energy.of_element}
GENERATION = 40     # points that are looked at before the optimiser learns from them


def label_of(overrides, base):
    return " ".join(f"{name}={value}" for name, value in overrides.items()) or base


class Search:
    """All points that were looked at."""

    def __init__(self, asked, model, elements):
        """`model` predicts gates and clock; `elements(parameters)` returns rows of traffic."""
        self.asked, self.model, self.elements = asked, model, elements
        self.points, self.refused = {}, {}

    def look(self, parameters):
        """The point with these parameters, by the models. Raises Refused."""
        gates, period = self.model.predict(parameters)
        point = {"parameters": parameters, "overrides": asking.overrides(self.asked, parameters),
                 "traffic": {"traffic": self.elements(parameters)},
                 "synthesis": {"kge": gates, "clock_ns": period}}
        self.figures(point)     # one of them may refuse it
        return point

    def look_at_all(self, several):
        """Looks at those that are new; keeps them as points, or why they are none."""
        new = {}
        for parameters in several:
            label = label_of(asking.overrides(self.asked, parameters), self.asked.base)
            if label not in self.points and label not in self.refused:
                new[label] = parameters
        with concurrent.futures.ThreadPoolExecutor(tasks.jobs()) as pool:
            futures = {label: pool.submit(self.look, one) for label, one in new.items()}
            for label, future in futures.items():
                try:
                    self.points[label] = future.result()
                except Refused as refused:
                    self.refused[label] = f"{refused}"

    def figures(self, point):
        return [FIGURE[goal](point) for goal in self.asked.goals]

    def run(self, said=lambda count: None):
        """Lets the optimiser ask for its trials. `said` hears how many were looked at."""
        optuna.logging.set_verbosity(optuna.logging.WARNING)
        study = optuna.create_study(
            directions=["maximize" if asking.GOALS[goal] else "minimize"
                        for goal in self.asked.goals],
            sampler=optuna.samplers.NSGAIISampler(population_size=GENERATION, seed=self.asked.seed))
        base = asking.config.parameters_of(self.asked.base)
        start = {name: base[name] for name, values in self.asked.ranges.items()
                 if base[name] in values}
        study.enqueue_trial(start)
        distributions = {name: optuna.distributions.CategoricalDistribution(values)
                         for name, values in self.asked.ranges.items()}
        count = 0
        while count < self.asked.trials:
            trials = [study.ask(distributions)
                      for _ in range(min(GENERATION, self.asked.trials - count))]
            several = [asking.legal(self.asked, trial.params) for trial in trials]
            self.look_at_all(filter(None, several))
            for trial, parameters in zip(trials, several):
                label = parameters and label_of(asking.overrides(self.asked, parameters),
                                                self.asked.base)
                if label in self.points:
                    study.tell(trial, self.figures(self.points[label]))
                else:
                    study.tell(trial, state=optuna.trial.TrialState.FAIL)
            count += len(trials)
            said(count)

    def better(self, one, other):
        """Whether a point is better in one goal and worse in none."""
        pairs = [(first, second) if asking.GOALS[goal] else (second, first) for goal, first, second in
                 zip(self.asked.goals, self.figures(one), self.figures(other))]
        return (all(first >= second for first, second in pairs)
                and any(first > second for first, second in pairs))

    def front(self):
        """The labels of the points that no other beats, the best of the first goal first."""
        labels = [label for label, point in self.points.items()
                  if not any(self.better(other, point) for other in self.points.values())]
        sign = -1 if asking.GOALS[self.asked.goals[0]] else 1
        return sorted(labels, key=lambda label: (sign * self.figures(self.points[label])[0], label))

    def chosen(self):
        """The points of the front to confirm: the best of each goal, then those that are farthest
        from all that are chosen, in parts of their figures."""
        front = self.front()
        places = {label: [math.log(figure) for figure in self.figures(self.points[label])]
                  for label in front}
        found = []
        for number, goal in enumerate(self.asked.goals):
            choose = max if asking.GOALS[goal] else min
            found.append(choose(front, key=lambda label: places[label][number]))
        found = list(dict.fromkeys(found))
        while len(found) < min(self.asked.confirm, len(front)):
            found.append(max((label for label in front if label not in found),
                             key=lambda label: min(math.dist(places[label], places[other])
                                                   for other in found)))
        return found[:self.asked.confirm]


def digest(search):
    """A text that is the same when a search has found the same."""
    return json.dumps({label: search.figures(point) for label, point in search.points.items()})
