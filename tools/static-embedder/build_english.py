"""English table: all-MiniLM-L6-v2 distilled on WordNet's sentences and on chat.

    python build_english.py --minilm FOLDER --wordnet FOLDER --chat FILE --cache FOLDER --out FILE
"""

import argparse
import os

import numpy as np

import fit
import table_file
import texts
from reference import Units, is_cjk
from teachers import MiniLM, cached

GLOSSES = 60_000
TURNS = 15_000
STRENGTH = 0.5
START = 0.35
DIMENSIONS = 256
SIF = 1e-3

options = argparse.ArgumentParser()
for name in ("minilm", "wordnet", "chat", "cache", "out"):
    options.add_argument("--" + name, required=True)
options = options.parse_args()

teacher = MiniLM(options.minilm)
pieces = sorted(teacher.tokenizer.get_vocab().items(), key=lambda each: each[1])
kept = [
    (piece, number)
    for piece, number in pieces
    if not (piece.startswith("[") and piece.endswith("]") and len(piece) > 1) and not any(is_cjk(ord(c)) for c in piece)
]
vocabulary = [piece for piece, _ in kept]
start_file = os.path.join(options.cache, "minilm-vocabulary.npy")
if not os.path.exists(start_file):
    np.save(start_file, teacher.encode_ids([[101, number, 102] for _, number in kept]))
start = np.load(start_file)

sources = [texts.wordnet(options.wordnet)[:GLOSSES], texts.chat(options.chat)[:TURNS]]
units = Units(vocabulary, {})
ids, targets, shares = [], [], []
for sentences in sources:
    vectors = cached(lambda: teacher, "minilm", sentences, options.cache)
    targets.append(vectors - vectors.mean(0))  # each source about its own mean
    found = [units.units(text) for text in sentences]
    ids += found
    counts = np.bincount(np.concatenate(found), minlength=len(vocabulary)) + 0.5
    shares.append(counts / counts.sum())
targets = np.concatenate(targets)

weights = (SIF / (SIF + np.mean(shares, 0))).astype(np.float32)
matrix = fit.design(ids, len(vocabulary), weights)
rows = fit.ridge(matrix, targets, START * (start - start.mean(0)), STRENGTH)
rows = rows @ fit.principal(rows, DIMENSIONS)
header = table_file.write(
    options.out,
    "mneme-static-en",
    vocabulary,
    rows * weights[:, None],
    {},
    {
        "teacher": "all-MiniLM-L6-v2, Apache-2.0",
        "texts": "WordNet 3.0, WordNet licence; BYU chit-chat dataset 0.9.0, MIT",
    },
)
print(header["revision"], header["rows"], "rows", os.path.getsize(options.out), "bytes")
