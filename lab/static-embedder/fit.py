"""The fit: which rows make the sum of a text's rows come close to the teacher's vector."""

import numpy as np
import scipy.sparse as sparse


def design(ids, count, weights):
    """One sparse row a text: the weight of each of its units, scaled to length one.

    Length one, not sum one: n unrelated rows add up to a vector of length sqrt(n), so
    short and long texts then ask for rows of the same size.
    """
    lengths = np.array([len(each) for each in ids])
    columns = np.concatenate([np.asarray(each, np.int32) for each in ids])
    rows = np.repeat(np.arange(len(ids)), lengths)
    matrix = sparse.csr_matrix((weights[columns].astype(np.float32), (rows, columns)), (len(ids), count))
    matrix.sum_duplicates()
    norms = np.sqrt(np.asarray(matrix.multiply(matrix).sum(1)).ravel())
    norms[norms == 0] = 1
    return sparse.diags((1 / norms).astype(np.float32)) @ matrix


def ridge(matrix, targets, start, strength, rounds=60, tolerance=1e-4):
    """argmin |matrix rows - targets|^2 + strength |rows - start|^2, by conjugate gradients on all columns at once."""
    matrix = matrix.tocsr()
    transposed = matrix.T.tocsr()
    residual = transposed @ (targets - matrix @ start)
    change, direction = np.zeros_like(start), residual.copy()
    square = (residual**2).sum(0)
    first = square.copy()
    for _ in range(rounds):
        applied = transposed @ (matrix @ direction) + strength * direction
        step = square / np.maximum((direction * applied).sum(0), 1e-20)
        change += step * direction
        residual -= step * applied
        new = (residual**2).sum(0)
        if (new / np.maximum(first, 1e-20)).max() < tolerance**2:
            break
        direction = residual + new / np.maximum(square, 1e-20) * direction
        square = new
    return start + change


def principal(vectors, dimensions):
    """The leading principal directions (about the origin), one a column, with a fixed sign."""
    values, axes = np.linalg.eigh((vectors.T @ vectors).astype(np.float64))
    axes = axes[:, ::-1][:, :dimensions]
    axes *= np.sign(axes[np.abs(axes).argmax(0), np.arange(dimensions)])
    return axes.astype(np.float32)


def unit(vectors):
    return vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)
