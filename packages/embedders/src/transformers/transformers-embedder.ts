import type { Embedder, EmbedderCalibration } from '@mneme/core';
import { choice, type FieldsOf, parseOptions } from '@mneme/core/input';
import { commonFields } from '../common-fields.ts';
import { madeOnce } from '../made-once.ts';
import {
  type LoadOptions,
  loadModel,
  loadOptionsOf,
  type ModelOptions,
  modelFields,
} from './library.ts';

/** The model, its source, and how its vectors are made. */
export interface TransformersEmbedderOptions extends ModelOptions {
  /** Prefix of every text of that kind, for models trained with prefixes (`query: `, `passage: `). Default: none. */
  prefixes?: { query: string; passage: string };
  pooling?: 'mean' | 'cls';
  calibration?: EmbedderCalibration;
}

const optionFields = {
  ...modelFields,
  ...commonFields,
  pooling: choice(['mean', 'cls']),
} satisfies FieldsOf<TransformersEmbedderOptions>;

/** The used part of the library. */
interface Library {
  pipeline(task: 'feature-extraction', model: string, options: LoadOptions): Promise<Extractor>;
}

type Extractor = (
  texts: string[],
  options: { pooling: string; normalize: boolean },
) => Promise<{ data: Float32Array; dims: number[] }>;

const batchSize = 32;

/** Thresholds found on labelled pairs, by the model's name without its owner. */
const knownCalibrations: Readonly<Record<string, EmbedderCalibration>> = {
  'all-MiniLM-L6-v2': { duplicate: 0.86, related: 0.6, relevant: 0.3 },
};

/**
 * A transformer model in this process, by `@huggingface/transformers` or the older `@xenova/transformers` (optional
 * peers: install one of them). Rejects with `missing_dependency` without either, and with `embedder_failed` if
 * the model cannot be loaded.
 * @example
 * const embedder = transformersEmbedder({ model: 'all-MiniLM-L6-v2', modelsPath: './models' });
 */
export function transformersEmbedder(options: TransformersEmbedderOptions): Embedder {
  const given = parseOptions(options, optionFields, ['model']);
  const { model, revision = 'main', quantized = true, pooling = 'mean', prefixes } = given;
  const load = madeOnce(() =>
    loadModel(given, {
      code: 'embedder_failed',
      load: (library: Library) =>
        library.pipeline('feature-extraction', model, loadOptionsOf(given)),
    }),
  );
  const embed = async (texts: readonly string[]) => {
    const extract = await load();
    const vectors: Float32Array[] = [];
    for (let start = 0; start < texts.length; start += batchSize) {
      const batch = texts.slice(start, start + batchSize);
      const { data, dims } = await extract(batch, { pooling, normalize: true });
      const width = dims.at(-1) ?? 0;
      for (let row = 0; row < batch.length; row++)
        vectors.push(data.slice(row * width, (row + 1) * width));
    }
    return vectors;
  };
  return {
    calibration: given.calibration ?? knownCalibrations[model.split('/').at(-1) ?? model],
    identity: madeOnce(async () => ({
      name: model,
      revision: [
        revision,
        quantized ? 'int8' : 'float32',
        ...(prefixes ? [JSON.stringify(prefixes)] : []),
      ].join('+'),
      dimensions: (await embed(['dimensions']))[0]?.length ?? 0,
      pooling,
    })),
    embed: (texts, { kind }) =>
      embed(prefixes === undefined ? texts : texts.map((text) => prefixes[kind] + text)),
  };
}
