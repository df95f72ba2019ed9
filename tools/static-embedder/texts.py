"""Openly licensed texts to fit on. Each reader returns its texts in a seeded order."""

import json
import os
import random
import re


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


def shuffled(found, seed, least=8):
    texts = sorted(text for text in found if len(text) >= least)
    random.Random(seed).shuffle(texts)
    return texts
