import type { DocumentContext } from '../documents/document-context.js';
import { MnemeError } from '../errors/mneme-error.js';
import type { EngineContext } from './context.js';
import { embedAll } from './embed.js';
import { followEmbedder } from './follow-embedder.js';

/** What the document engine works with, out of what the record engine works with. */
export function documentContext(context: EngineContext, scope: string): DocumentContext {
  const { documents, logger, secrets, documentLimits } = context;
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
    followEmbedder: (work) => followEmbedder(context, work),
    embed: async (texts, options) =>
      context.embedder === undefined ? undefined : embedAll(context, texts, options),
  };
}
