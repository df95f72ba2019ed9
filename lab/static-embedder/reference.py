"""Reference encoder for a static embedding table: the rules of FORMAT.md in plain Python.

    python reference.py TABLE "a text" ["another text"]

Needs numpy only. A loader in another language is right when it gives the same
row numbers and, up to float32 rounding, the same vectors.
"""

import json
import struct
import sys
import unicodedata

import numpy as np

MAGIC = b"MNEMEVEC"
KEPT_MARKS = "\u3099\u309a"  # voicing marks of kana: they change the word


def is_cjk(code):
    """Han ideographs, kana and the two iteration/zero signs: one unit a character."""
    return (
        0x4E00 <= code <= 0x9FFF
        or 0x3040 <= code <= 0x30FF
        or 0x3400 <= code <= 0x4DBF
        or 0x20000 <= code <= 0x3FFFD
        or 0xF900 <= code <= 0xFAFF
        or 0x31F0 <= code <= 0x31FF
        or code in (0x3005, 0x3007)
    )


def is_punctuation(char):
    """ASCII signs that are neither letters nor digits, and Unicode's categories P and S."""
    code = ord(char)
    if code < 128:
        return not char.isalnum() and code > 32
    return unicodedata.category(char)[0] in "PS"


def is_ignored(char):
    """Control, format, private-use and surrogate characters, save tab and line ends."""
    return unicodedata.category(char) in ("Cc", "Cf", "Co", "Cs") and char not in "\t\n\r"


def is_space(char):
    return char in "\t\n\r" or unicodedata.category(char)[0] == "Z"


def normalise(text, fold):
    """Compatibility form, lower case, no accents, characters folded (traditional to simplified)."""
    text = unicodedata.normalize("NFKC", text.replace("\ufdfa", " "))
    text = text.lower()
    text = unicodedata.normalize("NFD", text)
    text = "".join(c for c in text if unicodedata.category(c) != "Mn" or c in KEPT_MARKS)
    text = unicodedata.normalize("NFC", text)
    return "".join(fold.get(c, c) for c in text if not is_ignored(c))


def words(text):
    """Split normalised text into words, single punctuation signs and single CJK characters."""
    out, word = [], ""
    for char in text:
        alone = is_cjk(ord(char)) or is_punctuation(char)
        if alone or is_space(char):
            if word:
                out.append(word)
            word = ""
            if alone:
                out.append(char)
        else:
            word += char
    if word:
        out.append(word)
    return out


class Units:
    """Turns text into row numbers."""

    def __init__(self, vocabulary, fold):
        self.row = {unit: number for number, unit in enumerate(vocabulary)}
        self.fold = fold
        self.longest = max((len(u) for u in vocabulary), default=0)

    def pieces(self, word):
        """Greedy longest match from the left; a character that starts no match is skipped."""
        found, start = [], 0
        while start < len(word):
            prefix = "##" if start else ""
            for end in range(min(len(word), start + self.longest), start, -1):
                piece = prefix + word[start:end]
                if piece in self.row:
                    found.append(piece)
                    start = end
                    break
            else:
                start += 1
        return found

    def units(self, text):
        """Row numbers in the order in which they arise: each piece, then the pair that it closes."""
        out, before = [], None
        for word in words(normalise(text, self.fold)):
            pieces = self.pieces(word)
            if not pieces:
                before = None
            for piece in pieces:
                out.append(self.row[piece])
                if before is not None:
                    joint = "" if is_cjk(ord(before[0])) and is_cjk(ord(piece[0])) else " "
                    pair = self.row.get(before + joint + piece)
                    if pair is not None:
                        out.append(pair)
                before = piece
        return out


class Table:
    def __init__(self, path):
        with open(path, "rb") as file:
            data = file.read()
        if data[:8] != MAGIC:
            raise ValueError(f"{path}: not a static embedding table")
        version, length = struct.unpack_from("<II", data, 8)
        if version != 1:
            raise ValueError(f"{path}: format version {version}, this reader knows 1")
        self.header = json.loads(data[16 : 16 + length])

        def block(name):
            at = self.header["blocks"][name]
            return data[at["offset"] : at["offset"] + at["length"]]

        rows, dimensions = self.header["rows"], self.header["dimensions"]
        vocabulary = block("vocabulary").decode("utf-8").split("\n")
        source, target = block("fold").decode("utf-8").split("\n")
        self.units = Units(vocabulary, dict(zip(source, target)))
        self.scales = np.frombuffer(block("scales"), "<f4")
        self.rows = np.frombuffer(block("rows"), np.int8).reshape(rows, dimensions)

    def sum(self, text):
        """The sum of the text's rows before normalisation, and the row numbers."""
        ids = self.units.units(text)
        total = np.zeros(self.rows.shape[1], np.float32)
        for i in ids:
            total += self.scales[i] * self.rows[i].astype(np.float32)
        return total, ids

    def encode(self, text):
        """Unit vector of the text; all zeros where no unit of it has a row."""
        total, _ = self.sum(text)
        norm = float(np.linalg.norm(total))
        return total / norm if norm > 0 else total


if __name__ == "__main__":
    table = Table(sys.argv[1])
    vectors = np.array([table.encode(text) for text in sys.argv[2:]])
    for text, vector in zip(sys.argv[2:], vectors):
        print(json.dumps({"text": text, "units": table.units.units(text), "vector": [round(float(x), 5) for x in vector[:8]]}, ensure_ascii=False))
    if len(vectors) > 1:
        print(np.round(vectors @ vectors.T, 3))
