/** Caches the vectors of a slow embedder in a file, so that only the first run of a tool waits for them. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';

const digest = (text) => createHash('sha1').update(text).digest('hex');

/** The embedder, and `save()`, which writes new vectors to the folder for temporary files. */
export async function cachedEmbedder(embedder) {
  const identity = await embedder.identity();
  const folder = join(tmpdir(), 'mneme-tune');
  const file = join(folder, `vectors-${digest(JSON.stringify(identity)).slice(0, 16)}`);
  const vectors = existsSync(file) ? deserialize(readFileSync(file)) : new Map();
  const known = vectors.size;
  return {
    embedder: {
      ...embedder,
      identity: async () => identity,
      async embed(texts, options) {
        const keys = texts.map((text) => options.kind + digest(text));
        // Texts of similar length together, because a batch takes as long as its longest text.
        const missing = [...texts.keys()]
          .filter((index) => !vectors.has(keys[index]))
          .sort((a, b) => texts[a].length - texts[b].length);
        for (let start = 0; start < missing.length; start += 16) {
          const batch = missing.slice(start, start + 16);
          const answered = await embedder.embed(
            batch.map((index) => texts[index]),
            options,
          );
          for (const [place, index] of batch.entries()) vectors.set(keys[index], answered[place]);
        }
        return keys.map((key) => vectors.get(key));
      },
    },
    save() {
      if (vectors.size === known) return;
      mkdirSync(folder, { recursive: true });
      writeFileSync(file, serialize(vectors));
    },
  };
}
