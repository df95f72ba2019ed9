import type { MemoryScope, StoreInput } from '@mneme/core';
import { isSameText } from '@mneme/runtime';
import type { ImportedTurn } from './imported.ts';
import { checked, type FactOptions, type Outcome, outcomeOf } from './store-facts.ts';

const lookUpBatch = 50;

/** Appends turns of one session, in their order; one outcome each. What is at its place already stays as it is. */
export async function storeTurns(
  scope: MemoryScope,
  turns: readonly ImportedTurn[],
  { dryRun, signal }: FactOptions,
): Promise<Outcome[]> {
  const known = await knownTurns(scope, turns, signal);
  const outcomes = new Map<ImportedTurn, Outcome>();
  const open: { turn: ImportedTurn; input: StoreInput }[] = [];
  for (const turn of turns) {
    const stored = known.get(idOf(turn));
    if (stored === undefined) open.push({ turn, input: inputOf(turn) });
    else if (isSameText(stored, turn.content)) outcomes.set(turn, { is: 'known' });
    else
      outcomes.set(turn, {
        is: 'left out',
        reason: 'changed_turn',
        message: `turn ${turn.sequence} of ${turn.session} says something else than it did when it was imported`,
      });
  }
  const inputs = open.map(({ input }) => input);
  const results: Outcome[] = dryRun
    ? open.map(({ turn, input }) => checked(scope, { input, key: idOf(turn) }))
    : (await scope.storeMany(inputs, { onError: 'collect', actor: 'import', signal })).map(
        outcomeOf,
      );
  for (const [index, { turn }] of open.entries()) outcomes.set(turn, results[index] as Outcome);
  return turns.map((turn) => outcomes.get(turn) as Outcome);
}

function idOf({ session, sequence }: ImportedTurn): string {
  return `${session}#${sequence}`;
}

function inputOf(turn: ImportedTurn): StoreInput {
  const { content, speaker, session, sequence, occurredAt, metadata } = turn;
  const source = { speaker, session, sequence, externalId: idOf(turn) };
  return { content, occurredAt, metadata, source, onConflict: 'keepBoth' };
}

async function knownTurns(
  scope: Pick<MemoryScope, 'list'>,
  turns: readonly ImportedTurn[],
  signal: AbortSignal | undefined,
): Promise<Map<string, string>> {
  const known = new Map<string, string>();
  for (let at = 0; at < turns.length; at += lookUpBatch) {
    signal?.throwIfAborted();
    const ids = turns.slice(at, at + lookUpBatch).map(idOf);
    const where = { 'source.externalId': ids };
    const page = await scope.list({ where, includeSuperseded: true, limit: 1000 });
    for (const { content, source } of page.memories) known.set(String(source.externalId), content);
  }
  return known;
}
