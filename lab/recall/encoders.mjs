/** The encoders that the ranking is measured with, by name. */
import { staticEmbedder, transformersEmbedder } from '../../packages/embedders/src/index.ts';

/** How a model was trained, if not with mean pooling of the bare text. */
const trained = {
  'bge-small-en-v1.5': {
    pooling: 'cls',
    prefixes: { query: 'Represent this sentence for searching relevant passages: ', passage: '' },
    calibration: { duplicate: 0.92, related: 0.8, relevant: 0.6 },
  },
  'e5-small-v2': {
    prefixes: { query: 'query: ', passage: 'passage: ' },
    calibration: { duplicate: 0.95, related: 0.9, relevant: 0.78 },
  },
};

/** Options of programs that take an encoder. */
export const encoderOptions = {
  embedder: { type: 'string', default: 'static' },
  models: { type: 'string' },
};

/** `static`, or a model below the folder `models`. */
export function encoder({ embedder: name, models }) {
  return name === 'static'
    ? staticEmbedder()
    : transformersEmbedder({ model: name, modelsPath: models, ...trained[name] });
}
