"""Rows for words of ten more languages in the bundled table's space.

    python languages.py --table packages/language/model/static.bin --wordnet FOLDER --own lab/claims/data
        --cache FOLDER --out packages/multilingual/model

README.md says what it does and where everything comes from.
"""

import argparse
import glob
import hashlib
import json
import math
import os
import struct

import numpy as np
import scipy.sparse as sparse
from wordfreq import get_frequency_dict

import fit
import language_units as units
import texts
from reference import Table
from teachers import E5, MultilingualUse, cached

LATIN = "de es fr it pt".split()
BY_USE = LATIN + "ru ar ja ko".split()
WORDS, HEARD, SHAKEN, GLOSSES = 9_000, 12_000, 15_000, 20_000
COMMON = 1_000
SIF, START, STRENGTH, ROUNDS = 1e-3, 0.5, 0.5, 20
WEIGHT_WORD, WEIGHT_SHAKEN = 0.5, 0.5
MAP_STRENGTH = 20.0
# How the 256 numbers of a row are cut for the codebook: finer where they say more.
PARTS = [3] * 16 + [5] * 16 + [16] * 8
SAMPLE, KMEANS_ROUNDS = 10_000, 10
LICENCES = {
    "words": "wordfreq 3.1.1, word lists and frequencies, CC BY-SA 4.0 (Robyn Speer, from Wikipedia, OPUS OpenSubtitles and others)",
    "teachers": "Universal Sentence Encoder multilingual v3, Apache-2.0; multilingual-e5-small, MIT (Hindi)",
    "texts": "WordNet 3.0, WordNet licence; turns and pairs of this project",
}


def own(folder, language):
    """Turns and statements that were written for this project; what measures recall is left out."""
    found = set()
    for path in sorted(glob.glob(os.path.join(folder, "*.jsonl"))):
        if "recall" in os.path.basename(path) or "frames" in os.path.basename(path):
            continue
        with open(path, encoding="utf-8") as file:
            for each in map(json.loads, file):
                if each.get("lang", os.path.basename(path)[:2]) == language:
                    found.update(each[key] for key in ("older", "newer", "content") if key in each)
    return sorted(found)


def shaken(language, count=SHAKEN, seed=7):
    """Two to six words drawn by how common they are."""
    words = units.words(language, 8_000)
    frequency = get_frequency_dict(language, "best")
    chance = np.array([frequency[word] for word in words]) ** 0.6
    random, joint = np.random.default_rng(seed), "" if language == "ja" else " "
    chance /= chance.sum()
    return [
        joint.join(words[i] for i in random.choice(len(words), size=random.integers(2, 7), p=chance)) for _ in range(count)
    ]


def mapping(groups, encode, table):
    """From the teacher's space to the table's, by what both say of English."""
    left, right = [], []
    for group in groups:
        said, wanted = encode(group), np.array([table.encode(text) for text in group])
        left.append(said - said.mean(0))
        right.append(wanted - wanted.mean(0))
    left, right = np.concatenate(left), np.concatenate(right)
    square = left.T @ left + MAP_STRENGTH * np.eye(left.shape[1])
    return np.linalg.solve(square, left.T @ right).astype(np.float32)


def rows_of(language, encode, turn, own_texts):
    """The language's units with their frequency, and their rows, weights multiplied in."""
    heard = units.words(language, WORDS if language == "hi" else HEARD)
    frequency, form = units.vocabulary(language, heard[:WORDS])
    cut, names = units.Cutter(frequency, units.LEAST.get(language, 3)), list(frequency)
    alone = encode(heard)
    place = {word: at for at, word in enumerate(heard)}
    alone = (alone - alone.mean(0))[[place[form[name]] for name in names]] @ turn
    weights = np.array([SIF / (SIF + chance) for chance in frequency.values()], np.float32)

    ids, wanted, shares = [cut.rows(form[name]) for name in names], [alone], [WEIGHT_WORD] * len(names)
    for group, share in ((own_texts, 1.0), ([] if language == "hi" else shaken(language), WEIGHT_SHAKEN)):
        if group:
            said = encode(group)
            ids += [cut.rows(text) for text in group]
            wanted.append((said - said.mean(0)) @ turn)
            shares += [share] * len(group)
    kept = [at for at, found in enumerate(ids) if found]
    root = np.sqrt(np.array(shares, np.float32))[kept]
    matrix = sparse.diags(root) @ fit.design([ids[at] for at in kept], len(names), weights)
    targets = np.concatenate(wanted)[kept].astype(np.float32) * root[:, None]
    fitted = fit.ridge(matrix.tocsr(), targets, (START * alone).astype(np.float32), STRENGTH, rounds=ROUNDS)
    return frequency, fitted * weights[:, None]


def nearest(vectors, centres):
    return np.argmin((centres * centres).sum(1)[None] - 2 * vectors @ centres.T, 1)


def codebook(vectors):
    """256 centres for each part of a row, by k-means on a sample."""
    random = np.random.default_rng(1)
    sample, books, start = vectors[random.choice(len(vectors), SAMPLE, replace=False)], [], 0
    for width in PARTS:
        part = sample[:, start : start + width]
        centres = part[random.choice(SAMPLE, 256, replace=False)].copy()
        for _ in range(KMEANS_ROUNDS):
            at = nearest(part, centres)
            for each in range(256):
                if (at == each).any():
                    centres[each] = part[at == each].mean(0)
        books.append(centres)
        start += width
    most = max(np.abs(each).max() for each in books)
    return [np.rint(each / most * 127).astype(np.int8) for each in books], 127 / most


def coded(vectors, books, scale):
    codes, start, decoded = [], 0, []
    for width, book in zip(PARTS, books):
        codes.append(nearest(vectors[:, start : start + width] * scale, book.astype(np.float32)))
        decoded.append(book[codes[-1]].astype(np.float32))
        start += width
    return np.stack(codes, 1).astype(np.uint8), np.linalg.norm(np.concatenate(decoded, 1), axis=1)


def write(path, frequency, rows, books, scale):
    length = np.maximum(np.linalg.norm(rows, axis=1), 1e-6)
    codes, decoded = coded(rows / length[:, None], books, scale)
    loudness = np.clip(np.rint(16 * (np.log2(length / np.maximum(decoded, 1)) + 16)), 0, 255)
    cost = np.clip(np.rint([-12 * math.log(chance) for chance in frequency.values()]), 0, 255)
    names = "\n".join(frequency).encode("utf-8")
    with open(path, "wb") as file:
        file.write(struct.pack("<II", len(frequency), len(names)) + names)
        for block in (cost, loudness, codes):
            file.write(block.astype(np.uint8).tobytes())


def common(language):
    """The commonest words in order; their parts where a sign parts them."""
    found = {}
    for word in units.words(language, 2 * COMMON):
        for run in units.runs(units.normalise(word)):
            found.setdefault(run)
    return list(found)[:COMMON]


def main():
    parser = argparse.ArgumentParser()
    for name in "table wordnet own cache out".split():
        parser.add_argument("--" + name, required=True)
    options = parser.parse_args()
    table = Table(options.table)
    english = [texts.wordnet(options.wordnet)[:GLOSSES], units.words("en", HEARD), own(options.own, "en")]

    def by_use(group):
        return cached(MultilingualUse, "use", group, options.cache)

    def by_e5(group):
        return cached(E5, "e5", group, options.cache)

    turn = mapping(english, by_use, table)
    made = {language: rows_of(language, by_use, turn, own(options.own, language)) for language in BY_USE}
    turn = mapping([english[1][:2_500], english[2][::3]], by_e5, table)
    made["hi"] = rows_of("hi", by_e5, turn, own(options.own, "hi"))

    os.makedirs(options.out, exist_ok=True)
    directions = np.concatenate([rows / np.maximum(np.linalg.norm(rows, axis=1), 1e-6)[:, None] for _, rows in made.values()])
    books, scale = codebook(directions)
    with open(os.path.join(options.out, "codebook.bin"), "wb") as file:
        file.write(b"".join(book.tobytes() for book in books))
    for language, (frequency, rows) in made.items():
        write(os.path.join(options.out, language + ".bin"), frequency, rows, books, scale)
    with open(os.path.join(options.out, "common.txt"), "w", encoding="utf-8") as file:
        file.write("".join(f"{language} {' '.join(common(language))}\n" for language in ["en", *LATIN]))

    digest, size = hashlib.sha256(), 0
    for name in sorted(each for each in os.listdir(options.out) if each.endswith((".bin", ".txt"))):
        with open(os.path.join(options.out, name), "rb") as file:
            body = file.read()
        digest.update(body)
        size += len(body)
    header = {"revision": digest.hexdigest()[:16], "of": table.header["revision"], "parts": PARTS, "licences": LICENCES}
    with open(os.path.join(options.out, "header.json"), "w", encoding="utf-8") as file:
        json.dump(header, file)
    print(header["revision"], size, "bytes", {language: len(frequency) for language, (frequency, _) in made.items()})


main()
