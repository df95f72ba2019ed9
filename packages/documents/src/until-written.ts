import { untilCommitted } from '@mneme/engine/context';
import type { DocumentContext } from './document-context.ts';

/** Like {@link untilCommitted}; writers of this memory that lost a race take turns. */
export function untilWritten<T extends object>(
  { turns }: DocumentContext,
  { key, signal }: { key: string; signal?: AbortSignal },
  attempt: () => Promise<T | undefined>,
): Promise<T> {
  const what = 'the same documents or stores';
  return untilCommitted(attempt, {
    ...{ what, meanwhile: 'this write was decided', signal },
    queue: { turns, key },
  });
}
