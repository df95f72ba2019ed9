import { MnemeError, type Reranker } from '@mneme/core';
import type { Environment } from './environment.ts';
import { loadOptional } from './load-optional.ts';

/** A reranker by name, as in an option or the environment. */
export type RerankerSpec = { kind: 'none' } | { kind: 'transformers'; model: string };

/** Parses `transformers:<model>` or `none`. */
export function parseRerankerSpec(text: string): RerankerSpec {
  if (text === 'none') return { kind: 'none' };
  const [, model] = /^transformers:(.*)$/s.exec(text) ?? [];
  if (model !== undefined && model.trim() !== '')
    return { kind: 'transformers', model: model.trim() };
  const what = model === undefined ? 'its kind is unknown' : 'it names no model';
  throw new MnemeError(
    'invalid_input',
    `Cannot use the reranker "${text}": ${what}. Write transformers:<model> or none.`,
    { field: 'reranker' },
  );
}

/** Makes the reranker of a spec. The model is loaded at its first use. */
export async function openReranker(
  spec: RerankerSpec,
  { modelsPath, allowDownload }: Environment,
): Promise<Reranker | undefined> {
  if (spec.kind === 'none') return undefined;
  const embedders = await loadOptional('@mneme/embedders', () => import('@mneme/embedders'));
  return embedders.transformersReranker({ model: spec.model, modelsPath, allowDownload });
}
