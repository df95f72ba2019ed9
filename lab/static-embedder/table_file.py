"""Writes a table file as FORMAT.md describes it."""

import hashlib
import json
import struct

import numpy as np

from reference import MAGIC


def quantise(vectors):
    """int8 rows and one float32 scale a row."""
    scales = np.abs(vectors).max(1) / 127
    scales[scales == 0] = 1
    rows = np.clip(np.rint(vectors / scales[:, None]), -127, 127).astype(np.int8)
    return rows, scales.astype("<f4")


def write(path, name, vocabulary, vectors, fold, sources):
    """Writes the file and returns its header."""
    if len(set(vocabulary)) != len(vocabulary) or any("\n" in unit for unit in vocabulary):
        raise ValueError("units must be unique and hold no line end")
    rows, scales = quantise(vectors)
    bodies = {
        "scales": scales.tobytes(),
        "rows": rows.tobytes(),
        "vocabulary": "\n".join(vocabulary).encode("utf-8"),
        "fold": ("".join(fold) + "\n" + "".join(fold.values())).encode("utf-8"),
    }
    payload, places = b"", {}
    for key, body in bodies.items():
        payload += b"\0" * (-len(payload) % 8)
        places[key] = {"offset": len(payload), "length": len(body)}
        payload += body
    header = {
        "name": name,
        "revision": hashlib.sha256(payload).hexdigest()[:16],
        "dimensions": int(vectors.shape[1]),
        "rows": len(vocabulary),
        "pooling": "sum-of-scaled-rows, L2",
        "tokenizer": "mneme-units-1",
        "licences": sources,
        "blocks": places,
    }
    reserved = 512 + len(json.dumps(header, ensure_ascii=False).encode("utf-8"))
    start = 16 + reserved + (-(16 + reserved) % 8)
    for place in places.values():
        place["offset"] += start
    text = json.dumps(header, ensure_ascii=False).encode("utf-8")
    text += b" " * (start - 16 - len(text))
    with open(path, "wb") as file:
        file.write(MAGIC + struct.pack("<II", 1, len(text)) + text + payload)
    return header
