import {
  type ConflictPolicy,
  type Importance,
  type MemoryCategory,
  type MemoryScope,
  MnemeError,
  type StoreInput,
  type StoreResult,
} from '@mneme/core';
import { withoutIndex } from './import-errors.ts';
import type { ImportedFact, SkipReason } from './imported.ts';
import { findByIds, knownAmong, textKey } from './known-facts.ts';

/** How facts are stored. */
export interface FactOptions {
  /** For facts that name none. */
  category?: MemoryCategory;
  /** For what names none. */
  importance?: Importance;
  /** For all facts, whatever they say themselves. Default: their own, or `supersede`. */
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
    return leftOut(error);
  }
}

/** What became of an item that was given to the engine. */
export function outcomeOf(result: StoreResult): Outcome {
  const { error } = result;
  if (error === undefined) return { is: 'stored', result };
  return leftOut(withoutIndex(error));
}

/** What a failure says of an item; throws what is no failure of ours. */
export function leftOut(error: unknown): Outcome {
  if (!MnemeError.isInstance(error)) throw error;
  const reason = error.code === 'secret_refused' ? 'secret_refused' : 'refused';
  return { is: 'left out', reason, message: error.message };
}
