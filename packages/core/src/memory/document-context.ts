import type { DocumentContext } from '@mneme/documents';
import type { EngineContext } from '@mneme/engine/context';
import { MnemeError } from '@mneme/engine/contract';
import { removeWithFacts } from '../records/index.ts';

/** The document engine's context, made from the record engine's, without the scope. */
export function documentContext(context: EngineContext): Omit<DocumentContext, 'scope'> {
  const { documents, logger, secrets, maxQueryBytes, documentLimits, turns, embedding, telemetry } =
    context;
  if (documents === undefined) {
    throw new MnemeError(
      'unsupported',
      `the ${context.backend.name} backend keeps no documents: give createMemory({ documents }) one that does`,
      { field: 'documents' },
    );
  }
  return {
    backend: documents,
    place: context.apart ?? context.backend,
    clock: () => new Date(context.now()),
    now: context.now,
    makeId: () => context.makeId(),
    logger,
    limits: documentLimits,
    secrets,
    maxQueryBytes,
    turns,
    embedding,
    telemetry,
    removeWithFacts: ({ scope, ...lost }, commit) => removeWithFacts(context, scope, lost, commit),
  };
}
