import { MnemeError, type MnemeErrorCode } from '@mneme/core';
import { callback, type FieldsOf, parseFlag, parseText } from '@mneme/core/input';

/** Where the model is, and whether it may be downloaded. */
export interface ModelOptions {
  /** The hub's name, such as `Xenova/all-MiniLM-L6-v2`, or the name of a folder below `modelsPath`. */
  model: string;
  /** A folder of models: `<modelsPath>/<model>/{config.json, tokenizer.json, onnx/…}`. */
  modelsPath?: string;
  /** Download the model from the hub if `modelsPath` does not have it. Default: false. */
  allowDownload?: boolean;
  /** The hub's revision, and a part of an embedder's identity. Default: `main`. */
  revision?: string;
  /** int8 weights. Default: true. */
  quantized?: boolean;
  /** How a package is imported, for applications that bundle it. Default: `import(name)`. */
  importModule?: (name: string) => Promise<unknown>;
}

/** Options of both libraries: `@xenova/transformers` 2 reads `quantized`, `@huggingface/transformers` reads `dtype`. */
export interface LoadOptions {
  revision: string;
  quantized: boolean;
  dtype: 'q8' | 'fp32';
}

export function loadOptionsOf({ revision = 'main', quantized = true }: ModelOptions): LoadOptions {
  return { revision, quantized, dtype: quantized ? 'q8' : 'fp32' };
}

export const modelFields = {
  model: parseText,
  modelsPath: parseText,
  allowDownload: parseFlag,
  revision: parseText,
  quantized: parseFlag,
  importModule: callback<(name: string) => Promise<unknown>>(),
} satisfies FieldsOf<ModelOptions>;

interface Environment {
  localModelPath: string;
  allowRemoteModels: boolean;
  allowLocalModels: boolean;
}

/**
 * Loads one model with `@huggingface/transformers`, or with `@xenova/transformers` if only that is installed. `Library`
 * is the used part of either. Rejects with `missing_dependency` without both, and with `code` if the model cannot be
 * loaded.
 */
export async function loadModel<Library, Model>(
  options: ModelOptions,
  { code, load }: { code: MnemeErrorCode; load: (library: Library) => Promise<Model> },
): Promise<Model> {
  const { model, modelsPath, allowDownload = false } = options;
  const { env, ...library } = await importLibrary(options);
  if (modelsPath !== undefined) env.localModelPath = modelsPath;
  env.allowLocalModels = modelsPath !== undefined;
  env.allowRemoteModels = allowDownload;
  try {
    return await load(library as Library);
  } catch (error) {
    const where = modelsPath === undefined ? 'no modelsPath was given' : `looked in ${modelsPath}`;
    const fix = allowDownload
      ? 'check the name and the network'
      : 'give modelsPath, or allowDownload: true';
    throw new MnemeError(
      code,
      `model ${model} could not be loaded (${where}): ${firstLine(error)}: ${fix}`,
      { field: 'model' },
    );
  }
}

const preferred = '@huggingface/transformers';
const install = `run npm install ${preferred} (with ONNXRUNTIME_NODE_INSTALL=skip if only npm can be reached)`;

async function importLibrary({
  importModule = (name) => import(name),
}: ModelOptions): Promise<{ env: Environment }> {
  for (const name of [preferred, '@xenova/transformers']) {
    try {
      return (await importModule(name)) as { env: Environment };
    } catch (cause) {
      if (isMissing(cause, name)) continue;
      const why = /\bsharp\b/.test(String(cause))
        ? 'its image library sharp has no binary, perhaps because install scripts did not run'
        : firstLine(cause);
      throw new MnemeError(
        'missing_dependency',
        `${name} is installed and cannot be loaded: ${why}: ${install}`,
        { field: 'model', cause },
      );
    }
  }
  throw new MnemeError(
    'missing_dependency',
    `a transformers model needs ${preferred}, which is not installed: ${install}`,
    { field: 'model' },
  );
}

/** The missing package itself, not one that it imports. */
function isMissing(error: unknown, name: string): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return /MODULE_NOT_FOUND$/.test(String(error.code)) && error.message.includes(`'${name}'`);
}

/** The libraries' errors can contain megabytes of their bundled code. */
function firstLine(error: unknown): string {
  const [line = ''] = String(error instanceof Error ? error.message : error).split('\n');
  return line.slice(0, 200);
}
