"""Measures a table on an evaluation folder (retrieval/NAME/{memories,queries}.jsonl, pairs/NAME.jsonl).

    python evaluate.py TABLE FOLDER

R@10 is the mean over queries (type "adversarial" left out) of the share of the relevant
memories among the ten nearest by cosine within the query's scope. Similarity sets give
Spearman's and Pearson's correlation, yes/no pairs the area under the ROC curve.
"""

import json
import os
import sys

import numpy as np


def lines(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


def ranks(values):
    """Ranks with ties averaged."""
    _, group = np.unique(values, return_inverse=True)
    order = np.empty(len(values))
    order[np.argsort(values, kind="stable")] = np.arange(len(values))
    return (np.bincount(group, order) / np.bincount(group))[group]


def recall(folder, encode, speaker=False, top=10):
    memories = lines(os.path.join(folder, "memories.jsonl"))
    queries = [q for q in lines(os.path.join(folder, "queries.jsonl")) if q.get("type") != "adversarial" and q["relevant"]]
    named = [m["speaker"] + ": " + m["text"] if speaker and m.get("speaker") else m["text"] for m in memories]
    stored, asked = encode(named), encode([q["text"] for q in queries])
    scopes = {}
    for number, memory in enumerate(memories):
        scopes.setdefault(memory["scope"], []).append(number)
    total = 0.0
    for query, vector in zip(queries, asked):
        inside = scopes[query["scope"]]
        best = np.argsort(-(stored[inside] @ vector), kind="stable")[:top]
        relevant = set(query["relevant"])
        total += len({memories[inside[b]]["id"] for b in best} & relevant) / len(relevant)
    return round(total / len(queries), 4)


def pairs(path, encode):
    rows = lines(path)
    scores = (encode([r["a"] for r in rows]) * encode([r["b"] for r in rows])).sum(1)
    if "score" in rows[0]:
        truth = np.array([r["score"] for r in rows], float)
        return {
            "spearman": round(float(np.corrcoef(ranks(scores), ranks(truth))[0, 1]), 4),
            "pearson": round(float(np.corrcoef(scores, truth)[0, 1]), 4),
        }
    positive = np.array([r["label"] in (1, "1", "paraphrase", True) for r in rows])
    if not 0 < positive.sum() < len(rows):
        return None
    yes = positive.sum()
    area = (ranks(scores)[positive].sum() - yes * (yes - 1) / 2) / (yes * (len(rows) - yes))
    return {"auc": round(float(area), 4)}


def everything(root, encode):
    found = {}
    for name in sorted(os.listdir(os.path.join(root, "pairs"))):
        found[name.removesuffix(".jsonl")] = pairs(os.path.join(root, "pairs", name), encode)
    for name in sorted(os.listdir(os.path.join(root, "retrieval"))):
        folder = os.path.join(root, "retrieval", name)
        found[name] = {"r@10": recall(folder, encode), "r@10 with speaker": recall(folder, encode, speaker=True)}
    return {name: value for name, value in found.items() if value}


if __name__ == "__main__":
    from reference import Table

    table = Table(sys.argv[1])
    for name, value in everything(sys.argv[2], lambda texts: np.array([table.encode(text) for text in texts])).items():
        print(f"{name:24} {value}")
