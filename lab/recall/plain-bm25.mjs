/** Unchanged words, without stems; Chinese by characters and pairs. */
const pattern = /[a-z0-9]+|[\u3400-\u9fff\uf900-\ufaff]+/g;
const roles = new Set(['noise', 'user', 'assistant']);

function words(text) {
  return (text.toLowerCase().match(pattern) ?? []).flatMap((word) => {
    if (word < '\u3400') return [word];
    const pairs = Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2));
    return [...word, ...pairs];
  });
}

/** The baseline: for each query of a set the ids of the best ten. */
export function plainBm25({ scopes, queries }) {
  const indexes = new Map();
  return queries.map(({ scope, text }) => {
    if (!indexes.has(scope)) indexes.set(scope, makeIndex(scopes.get(scope)));
    return best(indexes.get(scope), text);
  });
}

function makeIndex(memories) {
  const postings = new Map();
  const lengths = memories.map(({ text, speaker }, at) => {
    const all = words(speaker === undefined || roles.has(speaker) ? text : `${speaker}: ${text}`);
    for (const [word, same] of Map.groupBy(all, (each) => each)) {
      if (!postings.has(word)) postings.set(word, []);
      postings.get(word).push([at, same.length]);
    }
    return all.length;
  });
  const average = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  return { ids: memories.map(({ id }) => id), postings, lengths, average };
}

function best({ ids, postings, lengths, average }, query, { k1 = 1.2, b = 0.75 } = {}) {
  const scores = new Map();
  for (const [word, same] of Map.groupBy(words(query), (each) => each)) {
    const found = postings.get(word) ?? [];
    const rarity = Math.log(1 + (ids.length - found.length + 0.5) / (found.length + 0.5));
    for (const [at, frequency] of found) {
      const saturation = frequency + k1 * (1 - b + (b * lengths[at]) / average);
      const score = (same.length * rarity * frequency * (k1 + 1)) / saturation;
      scores.set(at, (scores.get(at) ?? 0) + score);
    }
  }
  return [...scores]
    .sort(([one, more], [other, less]) => less - more || one - other)
    .slice(0, 10)
    .map(([at]) => ids[at]);
}
