/**
 * An embedder for tests and drills, which counts letters. It is fast, similar texts have near vectors, and the same
 * text always has the same vector.
 * @type {import('@mneme/core').Embedder}
 */
export const letterEmbedder = {
  identity: async () => ({ name: 'letters', revision: '1', dimensions: 32, pooling: 'none' }),
  embed: async (texts) =>
    texts.map((text) => {
      const vector = new Float32Array(32);
      for (const character of text) vector[character.codePointAt(0) % 32] += 1;
      return vector;
    }),
  // So high that only the rules for equal texts decide.
  calibration: { duplicate: 0.9999, related: 0.9998, relevant: 0.1 },
};

/**
 * Another revision of it, with shorter vectors.
 * @type {import('@mneme/core').Embedder}
 */
export const shortLetterEmbedder = {
  ...letterEmbedder,
  identity: async () => ({
    ...(await letterEmbedder.identity()),
    revision: '2',
    dimensions: 12,
  }),
  embed: async (...given) =>
    (await letterEmbedder.embed(...given)).map((vector) => vector.slice(0, 12)),
};
