import type { LookUpProbe, LookUpRequest } from '@mneme/core/backend';
import { hashed } from '../hashed.ts';
import { kindNumber } from '../index/heads.ts';
import type { Cell, Question, Row } from '../rows/rows.ts';
import { accessQuestion } from './accesses.ts';

export function kindOf({ category }: Pick<LookUpProbe, 'category'>): number {
  return kindNumber(category);
}

/** Facts of the category of the probe with the same hash. */
function inCategory(probe: LookUpProbe, text: string | undefined): Cell[] | undefined {
  const { category, contentKey } = probe;
  if (text === undefined || category === undefined || contentKey === undefined) return undefined;
  return [hashed(text), kindOf(probe)];
}

/**
 * How a probe finds records by equal values: the columns of an index of `records` behind the scope, and what they must
 * be. Absent: the probe does not ask for it. Superseded records have no content key, external id and matter in their
 * rows, but a turn.
 */
const lookUps = {
  by_content: {
    columns: ['content_key', 'kind'],
    keyOf: (probe: LookUpProbe) => inCategory(probe, probe.contentKey),
  },
  by_external_id: {
    columns: ['external_id'],
    keyOf: ({ externalId }: LookUpProbe) =>
      externalId === undefined ? undefined : [hashed(externalId)],
  },
  by_matter: {
    columns: ['matter', 'kind'],
    keyOf: (probe: LookUpProbe) => inCategory(probe, probe.matter),
  },
  by_turn: {
    columns: ['session', 'sequence'],
    keyOf: ({ turn }: LookUpProbe) => turn && [turn.session, turn.sequence],
  },
} as const;

type LookUp = keyof typeof lookUps;

const names = Object.keys(lookUps) as LookUp[];

/** One question for each of the four, for all probes. */
export function probeQuestions({ scope, probes }: LookUpRequest): Question[] {
  return names.map((index) => {
    const { columns, keyOf } = lookUps[index];
    const keys = new Map(probes.flatMap((probe) => listOf(keyOf(probe))));
    return {
      ...{ table: 'records', index, any: Array.from(keys.values(), (key) => [scope, ...key]) },
      columns: [...new Set([...columns, 'number', 'id', 'kind', 'superseded_by', 'expires_at'])],
    };
  });
}

function listOf(key: readonly Cell[] | undefined): [string, readonly Cell[]][] {
  return key === undefined ? [] : [[JSON.stringify(key), key]];
}

/** Rows of current records that probes find by equal values. */
export class EqualRows {
  readonly #found: Record<LookUp, Map<string, Row[]>>;

  /** `answers`: to {@link probeQuestions}. */
  constructor(answers: readonly (readonly Row[])[], { now }: Pick<LookUpRequest, 'now'>) {
    const time = Date.parse(now);
    const isCurrent = ({ superseded_by, expires_at }: Row) =>
      superseded_by === null && (expires_at === null || (expires_at as number) > time);
    const byName = names.map((name, at) => {
      const { columns } = lookUps[name];
      const rows = (answers[at] ?? []).filter(isCurrent);
      const keyOf = (row: Row) => JSON.stringify(columns.map((column) => row[column]));
      return [name, Map.groupBy(rows, keyOf)];
    });
    this.#found = Object.fromEntries(byName);
  }

  /** By content key and external id the first stored one first; of a matter the newest one first; turns by id. */
  of(name: LookUp, probe: LookUpProbe): readonly Row[] {
    const key = lookUps[name].keyOf(probe);
    return ordered(name, (key && this.#found[name].get(JSON.stringify(key))) ?? []);
  }

  /** Asks for the reads of all that are equal. Those of one matter may be out of date, like those of near ones. */
  accessQuestions(scope: string): Question[] {
    const compared = [this.#found.by_content, this.#found.by_external_id, this.#found.by_turn];
    const rows = compared.flatMap((each) => [...each.values()].flat());
    const ids = new Set(rows.map(({ id }) => id as string));
    return ids.size === 0 ? [] : [accessQuestion(scope, [...ids])];
  }
}

function ordered(name: LookUp, rows: readonly Row[]): readonly Row[] {
  if (name === 'by_matter') return rows.toReversed();
  if (name === 'by_turn') return rows.filter(({ kind }) => kind === kindNumber(undefined));
  return rows.toSorted((one, other) => Number(one.number) - Number(other.number));
}
