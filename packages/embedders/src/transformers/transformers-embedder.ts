import {
  type Embedder,
  type EmbedderCalibration,
  type EmbedderIdentity,
  MnemeError,
} from '@mneme/core';
import { knownCalibrations } from './known-calibrations.js';

export interface TransformersEmbedderOptions {
  /** As the hub names it, such as `Xenova/all-MiniLM-L6-v2`, or the name of a folder below `modelsPath`. */
  model: string;
  /** A folder of models: `<modelsPath>/<model>/{config.json, tokenizer.json, onnx/…}`. */
  modelsPath?: string;
  /** Fetch the model from the hub where `modelsPath` does not have it. Default: false, so nothing is ever downloaded unasked. */
  allowDownload?: boolean;
  /** The hub's revision, and a part of the identity. Default: `main`. */
  revision?: string;
  /** int8 weights. Default: true. */
  quantized?: boolean;
  /** Put before every text of that kind, for models trained so (`query: `, `passage: `). Default: none. */
  prefixes?: { query: string; passage: string };
  pooling?: 'mean' | 'cls';
  calibration?: EmbedderCalibration;
}

/** What we use of `@xenova/transformers`. */
interface Library {
  env: { localModelPath: string; allowRemoteModels: boolean; allowLocalModels: boolean };
  pipeline(
    task: 'feature-extraction',
    model: string,
    options: { revision: string; quantized: boolean },
  ): Promise<Extractor>;
}

type Extractor = (
  texts: string[],
  options: { pooling: string; normalize: boolean },
) => Promise<{ data: Float32Array; dims: number[] }>;

const batchSize = 32;

/**
 * A transformer model in this process, by `@xenova/transformers` (an optional peer: install it to use this).
 * Rejects with `missing_dependency` without the package, and with `embedder_failed` where the model cannot be loaded.
 *
 * @example
 * const embedder = transformersEmbedder({ model: 'all-MiniLM-L6-v2', modelsPath: './models' });
 */
export function transformersEmbedder(options: TransformersEmbedderOptions): Embedder {
  const { model, revision = 'main', quantized = true, pooling = 'mean', prefixes } = options;
  let loading: Promise<Extractor> | undefined;
  const load = () => (loading ??= loadExtractor(options, { revision, quantized }));
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
  let identity: Promise<EmbedderIdentity> | undefined;
  return {
    calibration: options.calibration ?? knownCalibrations[model.split('/').at(-1) ?? model],
    identity: () => {
      identity ??= embed(['dimensions']).then(([vector]) => ({
        name: model,
        revision: [
          revision,
          quantized ? 'int8' : 'float32',
          ...(prefixes ? [JSON.stringify(prefixes)] : []),
        ].join('+'),
        dimensions: vector?.length ?? 0,
        pooling,
      }));
      return identity;
    },
    embed: (texts, { kind }) =>
      embed(prefixes === undefined ? texts : texts.map((text) => prefixes[kind] + text)),
  };
}

async function loadExtractor(
  { model, modelsPath, allowDownload = false }: TransformersEmbedderOptions,
  options: { revision: string; quantized: boolean },
): Promise<Extractor> {
  const library = await importLibrary();
  if (modelsPath !== undefined) library.env.localModelPath = modelsPath;
  library.env.allowLocalModels = modelsPath !== undefined;
  library.env.allowRemoteModels = allowDownload;
  try {
    return await library.pipeline('feature-extraction', model, options);
  } catch (error) {
    // The library's own errors can hold megabytes of its bundled code, so only their first line goes on.
    const [firstLine = ''] = String(error instanceof Error ? error.message : error).split('\n');
    const where = modelsPath === undefined ? 'no modelsPath was given' : `looked in ${modelsPath}`;
    const fix = allowDownload
      ? 'check the name and the network'
      : 'give modelsPath, or allowDownload: true';
    throw new MnemeError(
      'embedder_failed',
      `model ${model} could not be loaded (${where}): ${firstLine.slice(0, 200)}: ${fix}`,
      { field: 'model' },
    );
  }
}

async function importLibrary(): Promise<Library> {
  const name = '@xenova/transformers';
  try {
    return (await import(name)) as Library;
  } catch (cause) {
    throw new MnemeError(
      'missing_dependency',
      `${name} is not installed: run npm install ${name}@2.17.2`,
      {
        field: 'embedder',
        cause,
      },
    );
  }
}
