import { type Embedder, MnemeError, type Reranker } from '@mneme/core';
import type { LlmRoles } from '@mneme/core/llm';
import type { Environment } from './environment.ts';
import { loadOptional } from './load-optional.ts';

type Transformers = { kind: 'transformers'; model: string };
type Http = { kind: 'http'; url: string; model: string };

/** Models by name, as in an option or the environment, for each of their roles. */
export interface ModelSpecs {
  embedder: { kind: 'static' } | Transformers | Http;
  reranker: { kind: 'none' } | Transformers;
  llm: { kind: 'none' } | Http | { kind: 'claude'; model: string };
}

type Role = keyof ModelSpecs;
type ModelSpec = ModelSpecs[Role];

const roles: { [R in Role]: { name: string; kinds: ModelSpecs[R]['kind'][]; forms: string } } = {
  embedder: {
    name: 'embedder',
    kinds: ['static', 'transformers', 'http'],
    forms: 'static, transformers:<model> or http:<url>#<model>',
  },
  reranker: {
    name: 'reranker',
    kinds: ['none', 'transformers'],
    forms: 'transformers:<model> or none',
  },
  llm: {
    name: 'language model',
    kinds: ['none', 'http', 'claude'],
    forms: 'none, http:<url>#<model> or claude[:<model>]',
  },
};

const defaultClaude = 'claude-haiku-5';

/**
 * Parses `none`, `static`, `transformers:<model>`, `http:<url>#<model>` (also a bare `https://…#<model>`), `claude` or
 * `claude:<model>`, as far as the role has them. Throws `invalid_input` with the forms of the role.
 */
export function parseModelSpec<R extends Role>(text: string, role: R): ModelSpecs[R] {
  const { name, kinds, forms } = roles[role];
  const spec = readSpec(text);
  if (typeof spec === 'object' && (kinds as string[]).includes(spec.kind))
    return spec as ModelSpecs[R];
  const problem = typeof spec === 'string' ? spec : 'its kind is unknown';
  const message = `Cannot use the ${name} "${text}": ${problem}. Write ${forms}.`;
  throw new MnemeError('invalid_input', message, { field: role });
}

/** A text says what is wrong. */
function readSpec(text: string): ModelSpec | string {
  if (text === 'none' || text === 'static') return { kind: text };
  if (text === 'claude') return { kind: text, model: defaultClaude };
  const [, kind, named = ''] = /^(transformers|claude):(.*)$/s.exec(text) ?? [];
  if (kind === 'transformers' || kind === 'claude')
    return named.trim() === '' ? 'it names no model' : { kind, model: named.trim() };
  const address = text.replace(/^http:(?=https?:\/\/)/, '');
  if (!/^https?:/.test(address)) return 'its kind is unknown';
  const [, url = address, model = ''] = /^(.*)#(.*)$/s.exec(address) ?? [];
  if (model.trim() === '') return 'it names no model after #';
  return URL.canParse(url) ? { kind: 'http', url, model: model.trim() } : `"${url}" is not a URL`;
}

const loadEmbedders = () => loadOptional('@mneme/embedders', () => import('@mneme/embedders'));

/** Makes the embedder of a spec. It loads no model and calls no server before its first use. */
export async function openEmbedder(
  spec: ModelSpecs['embedder'],
  environment: Environment,
): Promise<Embedder> {
  const embedders = await loadEmbedders();
  if (spec.kind === 'static') return embedders.staticEmbedder();
  const { modelsPath, allowDownload, embedderApiKey } = environment;
  if (spec.kind === 'transformers')
    return embedders.transformersEmbedder({ model: spec.model, modelsPath, allowDownload });
  const { url, model } = spec;
  return embedders.httpEmbedder({ url, model, apiKey: embedderApiKey ?? keyFor(url, environment) });
}

/** Makes the reranker of a spec; undefined for none. The model is loaded at its first use. */
export async function openReranker(
  spec: ModelSpecs['reranker'],
  { modelsPath, allowDownload }: Environment,
): Promise<Reranker | undefined> {
  if (spec.kind === 'none') return undefined;
  const embedders = await loadEmbedders();
  return embedders.transformersReranker({ model: spec.model, modelsPath, allowDownload });
}

/** More options for Claude, for jobs with many questions. */
export interface ClaudeCosts {
  batch?: boolean;
  /** US dollars for a million tokens. */
  prices?: { input: number; output: number };
}

/** The extractor and the judge of a spec's model; undefined for none. Nothing is asked yet. */
export async function openLlm(
  spec: ModelSpecs['llm'],
  environment: Environment,
  costs: ClaudeCosts = {},
): Promise<LlmRoles | undefined> {
  if (spec.kind === 'none') return undefined;
  const { model } = spec;
  if (spec.kind === 'http') {
    const apiKey = environment.llmApiKey ?? keyFor(spec.url, environment);
    return (await loadEmbedders()).httpLlm({ url: spec.url, model, apiKey });
  }
  const { anthropicApiKey: apiKey, anthropicBaseUrl: baseURL } = environment;
  if (apiKey === undefined)
    throw new MnemeError(
      'invalid_input',
      `ANTHROPIC_API_KEY is not set, and claude:${model} asks Claude: make a key at https://platform.claude.com/settings/keys, then run export ANTHROPIC_API_KEY=<your key>`,
      { field: 'ANTHROPIC_API_KEY' },
    );
  const sdk = await loadOptional('@anthropic-ai/sdk', () => import('@anthropic-ai/sdk'));
  const agent = await loadOptional('@mneme/agent', () => import('@mneme/agent'));
  const client = new sdk.Anthropic({ apiKey, baseURL });
  return agent.claudeLlm({ client, model, ...costs });
}

/** The key of OpenAI, which is sent only there. */
function keyFor(url: string, { openaiApiKey }: Environment): string | undefined {
  const { hostname, protocol } = new URL(url);
  return protocol === 'https:' && hostname === 'api.openai.com' ? openaiApiKey : undefined;
}
