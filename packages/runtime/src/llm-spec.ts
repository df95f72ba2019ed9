import { MnemeError } from '@mneme/core';
import type { LlmRoles } from '@mneme/core/llm';
import { apiKeyFor, parseHttpSpec } from './embedder-spec.ts';
import type { Environment } from './environment.ts';
import { loadOptional } from './load-optional.ts';

/** A language model by name, as in an option or the environment. */
export type LlmSpec =
  | { kind: 'none' }
  | { kind: 'http'; url: string; model: string }
  | { kind: 'claude'; model: string };

const defaultClaude = 'claude-haiku-5';

/** Parses `none`, `http:<url>#<model>`, `claude` or `claude:<model>`. */
export function parseLlmSpec(text: string): LlmSpec {
  if (text === 'none') return { kind: 'none' };
  const [, model] = /^claude(?::(.+))?$/s.exec(text) ?? [];
  if (text === 'claude' || model !== undefined)
    return { kind: 'claude', model: model?.trim() ?? defaultClaude };
  const http = parseHttpSpec(text);
  if (typeof http !== 'string') return http;
  throw new MnemeError(
    'invalid_input',
    `Cannot use the language model "${text}": ${http}. Write none, http:<url>#<model> or claude[:<model>].`,
    { field: 'llm' },
  );
}

/** More options for Claude, for jobs with many questions. */
export interface ClaudeCosts {
  batch?: boolean;
  /** US dollars for a million tokens. */
  prices?: { input: number; output: number };
}

/** The extractor and the judge of a spec's model; undefined for none. Nothing is asked yet. */
export async function openLlm(
  spec: LlmSpec,
  environment: Environment,
  { batch, prices }: ClaudeCosts = {},
): Promise<LlmRoles | undefined> {
  if (spec.kind === 'none') return undefined;
  const { model } = spec;
  if (spec.kind === 'http') {
    const embedders = await loadOptional('@mneme/embedders', () => import('@mneme/embedders'));
    const { llmApiKey: own } = environment;
    return embedders.httpLlm({
      url: spec.url,
      model,
      apiKey: apiKeyFor(spec.url, environment, own),
    });
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
  const client = new sdk.Anthropic({ apiKey, ...(baseURL === undefined ? {} : { baseURL }) });
  return agent.claudeLlm({ client, model, batch, prices });
}
