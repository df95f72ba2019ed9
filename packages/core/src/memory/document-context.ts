import { MnemeError } from '../contract/index.ts';
import type { DocumentContext } from '../documents/index.ts';
import type { EngineContext } from '../engine/index.ts';

/** What the document engine works with, out of what the record engine works with. */
export function documentContext(context: EngineContext, scope: string): DocumentContext {
  const { documents, logger, secrets, documentLimits, turns, embedding } = context;
  if (documents === undefined) {
    throw new MnemeError(
      'unsupported',
      `the ${context.backend.name} backend keeps no documents: give createMemory({ documents }) one that does`,
      { field: 'documents' },
    );
  }
  return {
    backend: documents,
    scope,
    clock: () => new Date(context.now()),
    now: context.now,
    makeId: () => context.makeId(),
    logger,
    limits: documentLimits,
    secrets,
    turns,
    embedding,
  };
}
