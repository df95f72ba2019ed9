"""Writes test vectors for loaders in other languages: the texts of an earlier file, by this table.

    python golden.py TABLE FILE.json
"""

import json
import sys

import numpy as np

from reference import Table

table = Table(sys.argv[1])
with open(sys.argv[2], encoding="utf-8") as file:
    texts = [case["text"] for case in json.load(file)["cases"]]
cases = []
for text in texts:
    total, units = table.sum(text)
    norm = float(np.linalg.norm(total))
    first = (total / norm if norm > 0 else total)[:8]
    cases.append({"text": text, "units": units, "norm": round(norm, 6), "first": [round(float(x), 6) for x in first]})
with open(sys.argv[2], "w", encoding="utf-8") as file:
    head = {"revision": table.header["revision"], "dimensions": table.header["dimensions"]}
    file.write(json.dumps(head)[:-1] + ', "cases": [\n')
    file.write(",\n".join(json.dumps(case, ensure_ascii=True) for case in cases))
    file.write("\n]}\n")
print(len(cases), "cases")
