"""Which Chinese units get a row: characters and pairs of neighbouring characters, by how common they are."""

import collections

from reference import is_cjk
from texts import HAN

CHARACTERS = 7_500
KANA = [chr(c) for c in (*range(0x3041, 0x3097), *range(0x30A1, 0x30FB), 0x30FC, 0x3005, 0x3007)]


def fold(file):
    """Traditional to simplified, character by character (OpenCC's TSCharacters.txt; the first of several)."""
    found = {}
    with open(file, encoding="utf-8") as source:
        for line in source:
            old, new = line.rstrip("\n").split("\t")
            new = new.split(" ")[0]
            if len(old) == 1 and len(new) == 1 and old != new:
                found[old] = new
    for old in list(found):
        while found[old] in found:
            found[old] = found[found[old]]
    return found


def choose(headwords, counts, sentences, folded, pairs):
    """Characters (with kana), then pairs."""
    inside = set(headwords)
    words = dict.fromkeys(headwords, 0.5)
    for word, count in counts.items():
        words[word] = words.get(word, 0) + count**0.75
    characters, neighbours = collections.Counter(), collections.Counter()
    for word, weight in words.items():
        if not all(is_cjk(ord(c)) for c in word):
            continue
        word = "".join(folded.get(c, c) for c in word)
        for character in word:
            characters[character] += weight
        for place in range(len(word) - 1):
            neighbours[word[place : place + 2]] += weight * (1 if word in inside else 0.3)
    for sentence in sentences:
        parts = [(token["word"], 2000) for token in sentence["tokens"]] + [(sentence["chinese"], 100)]
        for text, weight in parts:
            for place in range(len(text) - 1):
                pair = text[place : place + 2]
                if all(is_cjk(ord(c)) for c in pair):
                    neighbours[pair] += weight
    kept = sorted((c for c in characters if HAN.match(c)), key=lambda c: (-characters[c], c))[:CHARACTERS]
    known = set(kept)
    ordered = sorted(neighbours.items(), key=lambda each: (-each[1], each[0]))
    return list(dict.fromkeys(kept + KANA)), [pair for pair, _ in ordered if all(c in known for c in pair)][:pairs]
