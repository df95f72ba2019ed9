import {
  type ConflictPolicy,
  type Importance,
  type MemoryCategory,
  type MemoryScope,
  MnemeError,
  type StoreInput,
  type StoreResult,
} from '@mneme/core';
import type { ImportedFact, SkipReason } from './imported.ts';
import { findByIds, knownAmong, textKey } from './known-facts.ts';

/** Options for storing facts. */
export interface FactOptions {
  /** The category of facts that have none. */
  category?: MemoryCategory;
  /** The importance of facts that have none. */
  importance?: Importance;
  /** Replaces the policy of every fact. Default: their own, or `supersede`. */
  onConflict?: ConflictPolicy;
  /** Report, but change nothing. A fact with unknown id and words counts as new. */
  dryRun?: boolean;
  signal?: AbortSignal;
}

/** The outcome of one item. */
export type Outcome =
  | { is: 'known' }
  | { is: 'planned'; key: string }
  | { is: 'new' }
  | { is: 'stored'; result: StoreResult }
  | { is: 'left out'; reason: SkipReason; message: string };

/** Stores facts that the scope does not know, in order; one outcome each. */
export async function storeFacts(
  scope: MemoryScope,
  facts: readonly ImportedFact[],
  { category, importance, onConflict, dryRun, started, signal }: FactOptions & { started: string },
): Promise<Outcome[]> {
  const given = facts.map((fact) => {
    const { kind = 'fact' } = fact.input;
    return {
      ...fact,
      input: {
        ...fact.input,
        kind,
        category: fact.input.category ?? (kind === 'fact' ? category : undefined),
        importance: fact.input.importance ?? importance,
        onConflict: onConflict ?? fact.input.onConflict,
      },
    };
  });
  const known = await knownAmong(scope, given, { started, signal });
  const open = given.filter((fact) => !known.has(fact));
  const named = open.flatMap(({ input }) => input.evidence ?? []);
  const evidence = named.length === 0 ? undefined : await findByIds(scope, named, signal);
  const recordId = (id: string) => {
    const records = evidence?.get(id) ?? [];
    return (records.find((record) => record.supersededBy === undefined) ?? records[0])?.id ?? id;
  };
  const inputs = open.map(({ byId, input }) => ({
    ...input,
    evidence: input.evidence?.map(recordId),
    source: byId ? input.source : { ...input.source, textKey: textKey(input) },
  }));
  const outcomes: Outcome[] = dryRun
    ? open.map(({ byId, input }) =>
        checked(scope, { input, key: byId ? input.source.externalId : textKey(input) }),
      )
    : (await scope.storeMany(inputs, { ...asImport, signal })).map(outcomeOf);
  const byFact = new Map(open.map((fact, index) => [fact, outcomes[index] as Outcome]));
  return given.map((fact) => byFact.get(fact) ?? { is: 'known' });
}

/** How an import stores: what was deleted stays deleted. */
export const asImport = { onError: 'collect', actor: 'import', unlessForgotten: true } as const;

/** The outcome of an item in a dry run. */
export function checked(
  scope: Pick<MemoryScope, 'check'>,
  { input, key }: { input: StoreInput; key: string },
): Outcome {
  try {
    scope.check(input);
    return { is: 'planned', key };
  } catch (error) {
    return leftOut(error);
  }
}

/** The outcome of a stored item. */
export function outcomeOf(result: StoreResult): Outcome {
  const { error, outcome, id } = result;
  if (error === undefined && outcome === 'rejected' && id === '')
    return { is: 'left out', reason: 'forgotten', message: 'it was deleted here before' };
  if (error === undefined) return { is: 'stored', result };
  // The engine says `items[3].content`; the import reports the item's place in its source.
  return leftOut(MnemeError.isInstance(error.cause) ? error.cause : error);
}

/** The outcome of a failed item; rethrows unknown errors. */
export function leftOut(error: unknown): Outcome {
  if (!MnemeError.isInstance(error)) throw error;
  const reason = error.code === 'secret_refused' ? 'secret_refused' : 'refused';
  return { is: 'left out', reason, message: error.message };
}
