import {
  type ConflictPolicy,
  type Importance,
  type MemoryCategory,
  type MemoryScope,
  MnemeError,
  type StoreInput,
  type StoreResult,
} from '@mneme/core';
import { withoutIndex } from '@mneme/runtime';
import type { ImportedFact, SkipReason } from './imported.ts';
import { knownAmong, textKey } from './known-facts.ts';

/** How facts are stored. */
export interface FactOptions {
  /** For facts that name none. */
  category?: MemoryCategory;
  /** For facts that name none. */
  importance?: Importance;
  /** For all facts. Default: `supersede`. */
  onConflict?: ConflictPolicy;
  /** Report, and change nothing. What is not known by its id or its words counts as new. */
  dryRun?: boolean;
  signal?: AbortSignal;
}

/** What became of one item. */
export type Outcome =
  | { is: 'known' }
  | { is: 'planned'; key: string }
  | { is: 'new' }
  | { is: 'stored'; result: StoreResult }
  | { is: 'left out'; reason: SkipReason; message: string };

/** Stores facts that the scope does not know, in their order; one outcome each. */
export async function storeFacts(
  scope: MemoryScope,
  facts: readonly ImportedFact[],
  { category, importance, onConflict, dryRun, signal }: FactOptions,
): Promise<Outcome[]> {
  const given = facts.map((fact) => ({
    ...fact,
    input: {
      ...fact.input,
      kind: 'fact' as const,
      category: fact.input.category ?? category,
      importance: fact.input.importance ?? importance,
      onConflict,
    },
  }));
  const known = await knownAmong(scope, given, { signal });
  const open = given.filter((fact) => !known.has(fact));
  const inputs = open.map(({ input }) => ({
    ...input,
    kind: 'fact' as const,
    source: { ...input.source, textKey: textKey(input) },
  }));
  const outcomes: Outcome[] = dryRun
    ? inputs.map((input) => checked(scope, { input, key: textKey(input) }))
    : (await scope.storeMany(inputs, { onError: 'collect', actor: 'import', signal })).map(
        outcomeOf,
      );
  const byFact = new Map(open.map((fact, index) => [fact, outcomes[index] as Outcome]));
  return given.map((fact) => byFact.get(fact) ?? { is: 'known' });
}

/** What a dry run tells of an item. */
export function checked(
  scope: Pick<MemoryScope, 'check'>,
  { input, key }: { input: StoreInput; key: string },
): Outcome {
  try {
    scope.check(input);
    return { is: 'planned', key };
  } catch (error) {
    if (!MnemeError.isInstance(error)) throw error;
    return leftOut(error);
  }
}

/** What became of an item that was given to the engine. */
export function outcomeOf(result: StoreResult): Outcome {
  const { error } = result;
  if (error === undefined) return { is: 'stored', result };
  return leftOut(withoutIndex(error));
}

function leftOut({ code, message }: MnemeError): Outcome {
  const reason = code === 'secret_refused' ? 'secret_refused' : 'refused';
  return { is: 'left out', reason, message };
}
