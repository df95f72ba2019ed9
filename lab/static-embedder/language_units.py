"""From a text of one of the further languages to units: the rules that packages/multilingual reads by."""

import math
import re
import unicodedata

from wordfreq import get_frequency_dict

# A piece inside a word has at least so many letters; 3 where nothing is said.
LEAST = {"ja": 1, "ko": 1, "de": 4, "ru": 4}
PIECE, SKIP = 4.0, 12.0


def words(language, count):
    """The commonest words, without numbers; of other scripts, those without Latin letters."""
    found = []
    for word, _ in sorted(get_frequency_dict(language, "best").items(), key=lambda each: -each[1]):
        if re.search(r"[\d_]", word) or not re.search(r"\w", word):
            continue
        if language in ("ru", "ar", "ja", "ko", "hi") and re.search("[a-z]", word):
            continue
        found.append(word)
        if len(found) == count:
            break
    return found


def normalise(text):
    """Compatibility form, lower case, no accents; the marks of kana and Devanagari change the word and stay."""
    text = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text).lower())
    kept = (c for c in text if unicodedata.category(c) != "Mn" or c in "\u3099\u309a" or "\u0900" <= c <= "\u097f")
    return unicodedata.normalize("NFC", "".join(kept))


def runs(text):
    """Neighbouring letters and marks."""
    return re.findall(r"\S+", "".join(c if unicodedata.category(c)[0] in "LM" else " " for c in text))


def vocabulary(language, heard):
    """Frequency by unit, and the first spelling of each."""
    frequency, form = {}, {}
    chances = get_frequency_dict(language, "best")
    for word in heard:
        unit = normalise(word)
        if runs(unit) == [unit]:
            form.setdefault(unit, word)
            frequency[unit] = frequency.get(unit, 0) + chances[word]
    return frequency, form


class Cutter:
    """A word that is no unit falls into the likeliest pieces that are."""

    def __init__(self, frequency, least):
        self.cost = {unit: -math.log(chance) for unit, chance in frequency.items()}
        self.row = {unit: row for row, unit in enumerate(frequency)}
        self.longest, self.least = max(map(len, frequency)), least

    def pieces(self, word):
        if word in self.row:
            return [word]
        best, back = [0.0], [None]
        for end in range(1, len(word) + 1):
            best.append(best[end - 1] + SKIP)
            back.append((end - 1, None))
            for start in range(max(0, end - self.longest), end - self.least + 1):
                cost = self.cost.get(word[start:end])
                if cost is not None and best[start] + cost + PIECE < best[end]:
                    best[end], back[end] = best[start] + cost + PIECE, (start, word[start:end])
        found, end = [], len(word)
        while end > 0:
            end, unit = back[end]
            if unit is not None:
                found.append(unit)
        return found[::-1]

    def rows(self, text):
        return [self.row[unit] for run in runs(normalise(text)) for unit in self.pieces(run)]
