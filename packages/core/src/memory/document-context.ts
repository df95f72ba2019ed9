import { MnemeError } from '@mneme/contract';
import type { EngineContext } from '@mneme/contract/context';
import type { DocumentContext } from '@mneme/documents';

/** The document engine's context, made from the record engine's context. */
export function documentContext(context: EngineContext): Omit<DocumentContext, 'scope'> {
  const { documents } = context;
  if (documents === undefined) {
    throw new MnemeError(
      'unsupported',
      `the ${context.backend.name} backend has no documents: give createMemory({ documents }) one that does`,
      { field: 'documents' },
    );
  }
  return {
    ...context,
    backend: documents,
    place: context.apart ?? context.backend,
    async removeWithFacts({ scope, ...lost }, commit) {
      const { removeWithFacts } = await import('../records/later.ts');
      return removeWithFacts(context, scope, lost, commit);
    },
  };
}
