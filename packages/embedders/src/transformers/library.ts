import { MnemeError, type MnemeErrorCode } from '@mneme/core';
import { type FieldsOf, parseFlag, parseText } from '@mneme/core/input';

/** Where a model lies and whether it may be fetched. */
export interface ModelOptions {
  /** As the hub names it, such as `Xenova/all-MiniLM-L6-v2`, or the name of a folder below `modelsPath`. */
  model: string;
  /** A folder of models: `<modelsPath>/<model>/{config.json, tokenizer.json, onnx/…}`. */
  modelsPath?: string;
  /** Fetch the model from the hub where `modelsPath` does not have it. Default: false, so nothing is ever downloaded unasked. */
  allowDownload?: boolean;
  /** The hub's revision. Default: `main`. */
  revision?: string;
  /** int8 weights. Default: true. */
  quantized?: boolean;
}

export const modelFields = {
  model: parseText,
  modelsPath: parseText,
  allowDownload: parseFlag,
  revision: parseText,
  quantized: parseFlag,
} satisfies FieldsOf<ModelOptions>;

interface Environment {
  localModelPath: string;
  allowRemoteModels: boolean;
  allowLocalModels: boolean;
}

/**
 * Loads one model with `@xenova/transformers`. `Library` is what the caller uses of it. Rejects with
 * `missing_dependency` without the package, and with `code` where the model cannot be loaded.
 */
export async function loadModel<Library, Model>(
  { model, modelsPath, allowDownload = false }: ModelOptions,
  { code, load }: { code: MnemeErrorCode; load: (library: Library) => Promise<Model> },
): Promise<Model> {
  const { env, ...library } = await importLibrary();
  if (modelsPath !== undefined) env.localModelPath = modelsPath;
  env.allowLocalModels = modelsPath !== undefined;
  env.allowRemoteModels = allowDownload;
  try {
    return await load(library as Library);
  } catch (error) {
    // The library's own errors can hold megabytes of its bundled code, so only their first line goes on.
    const [firstLine = ''] = String(error instanceof Error ? error.message : error).split('\n');
    const where = modelsPath === undefined ? 'no modelsPath was given' : `looked in ${modelsPath}`;
    const fix = allowDownload
      ? 'check the name and the network'
      : 'give modelsPath, or allowDownload: true';
    throw new MnemeError(
      code,
      `model ${model} could not be loaded (${where}): ${firstLine.slice(0, 200)}: ${fix}`,
      { field: 'model' },
    );
  }
}

async function importLibrary(): Promise<{ env: Environment }> {
  const name = '@xenova/transformers';
  try {
    return (await import(name)) as { env: Environment };
  } catch (cause) {
    throw new MnemeError(
      'missing_dependency',
      `${name} is not installed: run npm install ${name}@2.17.2`,
      { field: 'model', cause },
    );
  }
}
