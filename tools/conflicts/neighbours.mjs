/** Each memory with the one of its scope, said before it, whose vector is nearest; texts that are the same left out. */
export async function nearestNeighbours(memories, embedder) {
  const pairs = [];
  for (const own of Map.groupBy(memories, ({ scope }) => scope).values()) {
    const vectors = await embedder.embed(
      own.map(({ text }) => text),
      { kind: 'passage' },
    );
    for (const [index, { text, speaker }] of own.entries()) {
      let best = { similarity: -2, at: -1 };
      for (let at = 0; at < index; at++) {
        if (own[at].text.trim().toLowerCase() === text.trim().toLowerCase()) continue;
        const similarity = dot(vectors[at], vectors[index]);
        if (similarity > best.similarity) best = { similarity, at };
      }
      if (best.at < 0) continue;
      const stored = own[best.at];
      pairs.push({
        stored: { content: stored.text, speaker: stored.speaker },
        incoming: { content: text, speaker },
        similarity: best.similarity,
      });
    }
  }
  return pairs;
}

function dot(a, b) {
  let sum = 0;
  for (let index = 0; index < a.length; index++) sum += a[index] * b[index];
  return sum;
}
