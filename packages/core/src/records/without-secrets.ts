import { MnemeError } from '../contract/index.ts';
import type { EngineContext } from '../engine/index.ts';
import { findSecrets, maskSecrets } from '../secrets/index.ts';

/** Refuses or masks a content that holds a secret, as the memory was opened to. */
export function withoutSecrets<T extends { content: string }>(
  { secrets }: EngineContext,
  item: T,
): T & { masked: string[] } {
  const kinds =
    secrets === 'allow' ? [] : [...new Set(findSecrets(item.content).map(({ kind }) => kind))];
  if (kinds.length === 0) return { ...item, masked: [] };
  if (secrets === 'mask') return { ...item, content: maskSecrets(item.content), masked: kinds };
  throw new MnemeError('secret_refused', [
    {
      field: 'content',
      problem: `holds what looks like a secret (${kinds.join(', ')})`,
      advice: "remove it, or open the memory with secrets: 'mask'",
    },
  ]);
}
