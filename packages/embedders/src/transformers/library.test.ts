import { describe, expect, it } from 'vitest';
import { loadModel, loadOptionsOf } from './library.ts';

const notFound = (name: string) =>
  Object.assign(new Error(`Cannot find package '${name}' imported from here`), {
    code: 'ERR_MODULE_NOT_FOUND',
  });

/** Loads a model when only these packages can be imported, and records each attempted import. */
function loadWith(installed: Record<string, () => object>) {
  const asked: string[] = [];
  const importModule = async (name: string) => {
    asked.push(name);
    const load = installed[name];
    if (load === undefined) throw notFound(name);
    return load();
  };
  const loaded = loadModel(
    { model: 'm', importModule },
    { code: 'embedder_failed', load: async ({ version }: { version: number }) => version },
  );
  return { loaded, asked };
}

const library = (version: number) => () => ({ env: {}, version });

describe('the library of a transformers model', () => {
  it('is @huggingface/transformers if installed', async () => {
    const { loaded, asked } = loadWith({
      '@huggingface/transformers': library(4),
      '@xenova/transformers': library(2),
    });
    expect(await loaded).toBe(4);
    expect(asked).toEqual(['@huggingface/transformers']);
  });

  it('is @xenova/transformers if only that is installed', async () => {
    expect(await loadWith({ '@xenova/transformers': library(2) }).loaded).toBe(2);
  });

  const failing = (error: Error) => () => {
    throw error;
  };
  const sharp = new Error('\nSomething went wrong installing the "sharp" module\n\nCannot find …');

  it.each([
    [
      'is missing, with the command to install it',
      {},
      /npm install @huggingface\/transformers .*ONNXRUNTIME_NODE_INSTALL=skip/,
    ],
    [
      'cannot load because of sharp',
      { '@xenova/transformers': failing(sharp) },
      /@xenova\/transformers is installed and cannot be loaded: .*sharp has no binary.*npm install @huggingface/,
    ],
    [
      'lacks a dependency, although another is installed',
      {
        '@huggingface/transformers': failing(notFound('onnxruntime-node')),
        '@xenova/transformers': library(2),
      },
      /@huggingface\/transformers is installed and cannot be loaded: .*onnxruntime-node/,
    ],
  ])('is named in an error if it %s', async (_, installed, message) => {
    await expect(loadWith(installed).loaded).rejects.toMatchObject({
      code: 'missing_dependency',
      message: expect.stringMatching(message),
    });
  });

  it('gets the kind of weights under the option names of both', () => {
    expect(loadOptionsOf({ model: 'm' })).toEqual({
      revision: 'main',
      quantized: true,
      dtype: 'q8',
    });
    expect(loadOptionsOf({ model: 'm', quantized: false, revision: 'v2' })).toEqual({
      revision: 'v2',
      quantized: false,
      dtype: 'fp32',
    });
  });
});
