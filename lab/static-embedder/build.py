"""English and Chinese in one table, fitted to two teachers' vectors side by side.

    python build.py --minilm FOLDER --wordnet FOLDER --chat FILE --graded FILE --small-talk FOLDER
        --headwords FILE --frequencies FILE --fold FILE --cache FOLDER --out FILE

README.md says where each comes from. Fixed numbers below; RESULTS.md says why these.
"""

import argparse
import hashlib
import os

import numpy as np
import scipy.sparse as sparse

import chinese_units
import fit
import table_file
import texts
from reference import Table, Units, is_cjk
from teachers import MiniLM, MultilingualUse, cached

GLOSSES, TURNS = 60_000, 25_000
HEADWORDS, SHAKEN = 60_000, 15_000
PAIRS = 45_000
SIF_ENGLISH, SIF_CHINESE = 1e-3, 1e-3
START_ENGLISH, START_CHARACTER, START_PAIR = 0.5, 0.35, 0.2
SECOND_TEACHER = 0.7
WEIGHT_HEADWORD, WEIGHT_SHAKEN = 0.5, 0.7
MAP_STRENGTH = 20.0
STRENGTH, ROUNDS = 0.5, 20
FITTED_DIMENSIONS, DIMENSIONS = 400, 256

LICENCES = {
    "teachers": "all-MiniLM-L6-v2, Apache-2.0; Universal Sentence Encoder multilingual v3, Apache-2.0",
    "english": "WordNet 3.0, WordNet licence; BYU chit-chat dataset 0.9.0, MIT",
    "chinese": "CC-CEDICT, CC BY-SA 4.0; hsk-sentences-audio 1.0.0, CC BY-SA 4.0; chatterbot-corpus 1.3.3, BSD-3-Clause; "
    "jieba 0.42.1 word counts, MIT; OpenCC character table, Apache-2.0",
}


def read_options():
    parser = argparse.ArgumentParser()
    for name in "minilm wordnet chat graded small-talk headwords frequencies fold cache out".split():
        parser.add_argument("--" + name, required=True)
    return parser.parse_args()


def word_pieces(teacher):
    """The teacher's vocabulary without special pieces and without CJK characters: (piece, number)."""
    ordered = sorted(teacher.tokenizer.get_vocab().items(), key=lambda each: each[1])
    return [
        (piece, number)
        for piece, number in ordered
        if not (piece.startswith("[") and piece.endswith("]") and len(piece) > 1)
        and not any(is_cjk(ord(c)) for c in piece)
    ]


def is_held_out(sentence):
    """One graded sentence in ten, left out of the fit to measure how the languages meet."""
    return int(hashlib.md5(sentence.encode()).hexdigest(), 16) % 10 == 0


class Source:
    """Texts of one kind with what the teachers say of them, about the kind's own mean."""

    def __init__(self, sentences, language, weight, second, first=None, is_running_text=True):
        self.sentences, self.language, self.weight = sentences, language, weight
        self.is_running_text = is_running_text
        self.second = second - second.mean(0)
        self.first = None if first is None else first - first.mean(0)


def gather(options, first, second):
    def one(sentences):
        return cached(lambda: first, "minilm", sentences, options.cache)

    def two(sentences):
        return cached(second, "use", sentences, options.cache)

    def keep(sentences, wanted):
        vectors = two(sentences)
        chosen = [n for n, sentence in enumerate(sentences) if wanted(sentence)]
        return [sentences[n] for n in chosen], vectors[chosen]

    graded = texts.graded(options.graded)
    words = texts.headwords(options.headwords)
    counts = texts.frequencies(options.frequencies)
    held = [(s["chinese"], s["translation"]["en"]) for s in graded if is_held_out(s["chinese"])]
    unseen = {text for pair in held for text in pair}

    glosses = texts.wordnet(options.wordnet)[:GLOSSES]
    turns = texts.chat(options.chat)[:TURNS]
    sources = [
        Source(glosses, "en", 1, two(glosses), one(glosses)),
        Source(turns, "en", 1, two(turns), one(turns)),
    ]
    for language, found in (
        ("en", {s["translation"]["en"] for s in graded}),
        ("zh", {s["chinese"] for s in graded}),
    ):
        sentences, vectors = keep(sorted(found), lambda text: text not in unseen)
        sources.append(Source(sentences, language, 1, vectors))
    talk = texts.small_talk(options.small_talk)
    shaken = texts.shaken(graded, words, counts, SHAKEN)
    sources += [
        Source(talk, "zh", 1, two(talk)),
        Source(shaken, "zh", WEIGHT_SHAKEN, two(shaken)),
        Source(words[:HEADWORDS], "zh", WEIGHT_HEADWORD, two(words[:HEADWORDS]), is_running_text=False),
    ]
    folded = chinese_units.fold(options.fold)
    characters, pairs = chinese_units.choose(words, counts, graded, folded, PAIRS)
    return sources, held, folded, characters, pairs


def shares(ids, count):
    found = np.bincount(np.concatenate([np.asarray(each, np.int64) for each in ids]), minlength=count)
    return found / found.sum()


options = read_options()
os.makedirs(options.cache, exist_ok=True)
first = MiniLM(options.minilm)
second = MultilingualUse
sources, held, folded, characters, pairs = gather(options, first, second)
pieces = word_pieces(first)
vocabulary = [piece for piece, _ in pieces] + characters + pairs
english = len(pieces)

# The second teacher's space, mapped into the first's by what both say of English.
both = [source for source in sources if source.first is not None]
left = np.concatenate([source.second for source in both])
right = np.concatenate([source.first for source in both])
mapping = np.linalg.solve(left.T @ left + MAP_STRENGTH * np.eye(left.shape[1]), left.T @ right).astype(np.float32)
mapping *= np.linalg.norm(right, axis=1).mean() / np.linalg.norm(left @ mapping, axis=1).mean()


def side_by_side(second_vectors, first_vectors=None):
    first_vectors = second_vectors @ mapping if first_vectors is None else first_vectors
    return np.concatenate([first_vectors, SECOND_TEACHER * second_vectors], 1)


targets = [side_by_side(source.second, source.first) for source in sources]

# Where the rows begin: each unit alone.
path = os.path.join(options.cache, "minilm-vocabulary.npy")
if not os.path.exists(path):
    np.save(path, first.encode_ids([[101, number, 102] for _, number in pieces]))
alone_first = np.load(path)
alone_english = cached(second, "use", [piece.removeprefix("##") for piece, _ in pieces], options.cache)
alone_chinese = cached(second, "use", characters + pairs, options.cache)
size = np.concatenate([np.full(len(characters), START_CHARACTER), np.full(len(pairs), START_PAIR)])
start = np.concatenate(
    [
        START_ENGLISH * side_by_side(alone_english - alone_english.mean(0), alone_first - alone_first.mean(0)),
        size[:, None] * side_by_side(alone_chinese - alone_chinese.mean(0)),
    ]
).astype(np.float32)
axes = fit.principal(np.concatenate([each[::3] for each in targets] + [start[::3]]), FITTED_DIMENSIONS)
targets, start = [each @ axes for each in targets], start @ axes

units = Units(vocabulary, folded)
ids = [[units.units(text) for text in source.sentences] for source in sources]
weights = np.ones(len(vocabulary), np.float32)
for language, part, sif in (("en", slice(0, english), SIF_ENGLISH), ("zh", slice(english, None), SIF_CHINESE)):
    share = np.mean(
        [
            shares(each, len(vocabulary))
            for source, each in zip(sources, ids)
            if source.language == language and source.is_running_text
        ],
        0,
    )
    weights[part] = sif / (sif + share[part] + 1e-9)

matrix = sparse.vstack(
    [
        sparse.diags(np.full(len(each), source.weight**0.5, np.float32)) @ fit.design(each, len(vocabulary), weights)
        for source, each in zip(sources, ids)
    ]
).tocsr()
wanted = np.concatenate([each * source.weight**0.5 for each, source in zip(targets, sources)]).astype(np.float32)
rows = fit.ridge(matrix, wanted, start, STRENGTH, rounds=ROUNDS)

# Principal directions, both languages counting alike.
parts = [rows[:english], rows[english:]]
rows = rows @ fit.principal(np.concatenate([part / np.linalg.norm(part) for part in parts]), DIMENSIONS)
header = table_file.write(options.out, "mneme-static-en-zh", vocabulary, rows * weights[:, None], folded, LICENCES)
print(header["revision"], header["rows"], "rows", os.path.getsize(options.out), "bytes")

table = Table(options.out)
near = np.array([table.encode(c) for c, _ in held]) @ np.array([table.encode(e) for _, e in held]).T
hits = [(near.argmax(axis) == np.arange(len(held))).mean() for axis in (1, 0)]
print(f"held-out translations found first among {len(held)}: zh to en {hits[0]:.3f}, en to zh {hits[1]:.3f}")
