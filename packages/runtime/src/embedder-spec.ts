import { type Embedder, MnemeError } from '@mneme/core';
import type { Environment } from './environment.ts';
import { loadOptional } from './load-optional.ts';

/** An embedder by name, as in an option or the environment. */
export type EmbedderSpec =
  | { kind: 'static' }
  | { kind: 'transformers'; model: string }
  | { kind: 'http'; url: string; model: string };

const forms = 'static, transformers:<model> or http:<url>#<model>';

/** Parses `static`, `transformers:<model>` or `http:<url>#<model>` (also a bare `https://…#<model>`). */
export function parseEmbedderSpec(text: string): EmbedderSpec {
  if (text === 'static') return { kind: 'static' };
  if (text.startsWith('transformers:')) {
    const model = text.slice('transformers:'.length).trim();
    if (model === '') throw invalidSpec(text, 'it names no model');
    return { kind: 'transformers', model };
  }
  const http = parseHttpSpec(text);
  if (typeof http === 'string') throw invalidSpec(text, http);
  return http;
}

/** Parses `http:<url>#<model>`, also without the `http:`; a string result says what is wrong. */
export function parseHttpSpec(text: string): { kind: 'http'; url: string; model: string } | string {
  if (!/^https?:/.test(text)) return 'its kind is unknown';
  const address = /^http:https?:\/\//.test(text) ? text.slice('http:'.length) : text;
  const hash = address.lastIndexOf('#');
  const [url, model] = hash < 0 ? [address, ''] : [address.slice(0, hash), address.slice(hash + 1)];
  if (model.trim() === '') return 'it names no model after #';
  if (!URL.canParse(url)) return `"${url}" is no URL`;
  return { kind: 'http', url, model: model.trim() };
}

/** Makes the embedder of a spec. It loads no model and calls no server before its first use. */
export async function openEmbedder(
  spec: EmbedderSpec,
  environment: Environment,
): Promise<Embedder> {
  const embedders = await loadOptional('@mneme/embedders', () => import('@mneme/embedders'));
  switch (spec.kind) {
    case 'static':
      return embedders.staticEmbedder();
    case 'transformers':
      return embedders.transformersEmbedder({
        model: spec.model,
        modelsPath: environment.modelsPath,
        allowDownload: environment.allowDownload,
      });
    case 'http':
      return embedders.httpEmbedder({
        url: spec.url,
        model: spec.model,
        apiKey: apiKeyFor(spec.url, environment, environment.embedderApiKey),
      });
  }
}

/** Keys only go where they belong: the endpoint's key to any endpoint of the user, OpenAI's only to OpenAI. */
export function apiKeyFor(
  url: string,
  { openaiApiKey }: Environment,
  own?: string,
): string | undefined {
  if (own !== undefined) return own;
  const { hostname, protocol } = new URL(url);
  return protocol === 'https:' && hostname === 'api.openai.com' ? openaiApiKey : undefined;
}

function invalidSpec(text: string, what: string): MnemeError {
  return new MnemeError(
    'invalid_input',
    `Cannot use the embedder "${text}": ${what}. Write ${forms}.`,
    {
      field: 'embedder',
    },
  );
}
