import { compareTexts } from '@mneme/contract';
import { analyse } from '@mneme/language/text';
import type { Ranked } from '../ranking/index.ts';
import { recallLimits } from './limits.ts';

/** A turn of a passage, and why it is there. */
export interface ChosenTurn {
  entry: Ranked;
  /** The turn that was found, if this one is its context. */
  beside?: Ranked;
}

/** Consecutive turns, in order. */
export type Passage = ChosenTurn[];

const asks = /[?？]\s?["”’」』)]{0,4}$/u;
/** Words at the beginning of a turn that refer to what was said before. */
const pointing =
  /^\s*(?:(?:and|but|so|then|because)\s+)?(?:it|that|this|those|these|they|he|she|there|him|her|them|yes|yeah|no|exactly|right|both|那|这|它|他|她|对|是的|不是|没有|嗯|行|好)(?![\p{Script=Latin}])/iu;

/**
 * The turns that were found, best first, each with its context: the question that it answers, what a pronoun refers to,
 * the answer to its question. As many as fit the budget; if the context of a turn does not fit, the turn comes alone,
 * or, if it is the only one, with the context that fits.
 */
export function choosePassages(
  found: readonly Ranked[],
  {
    known,
    room,
    cost,
  }: { known: readonly Ranked[]; room: number; cost(passages: Passage[]): number },
): Passage[] {
  const turns = new Map(known.map((entry) => [placeOf(entry), entry]));
  const chosen = new Map<string, ChosenTurn>();
  let passages: Passage[] = [];
  for (const [place, entry] of found.entries()) {
    const company = companyOf(entry, turns, place < recallLimits.wideTurns).filter(
      (turn) => !chosen.has(placeOf(turn)),
    );
    const parts = found.length > 1 ? [[]] : company.map((_, size) => company.slice(0, -1 - size));
    for (const beside of [company, ...parts]) {
      const more = [...beside.map((turn) => ({ entry: turn, beside: entry })), { entry }];
      const wider = grouped([...chosen.values(), ...more]);
      if (cost(wider) > room) continue;
      for (const turn of more) chosen.set(placeOf(turn.entry), turn);
      passages = wider;
      break;
    }
  }
  return passages;
}

/**
 * The context of a turn, most important first. The surest turn gets all turns around it, because the answer often comes
 * after a question in between.
 */
function companyOf(hit: Ranked, turns: ReadonlyMap<string, Ranked>, wide: boolean): Ranked[] {
  const { content } = hit.record;
  const beside = (distance: number) => turns.get(placeOf(hit, distance));
  const before = beside(-1);
  const leads =
    before !== undefined &&
    (asks.test(before.record.content.trimEnd()) ||
      pointing.test(content) ||
      analyse(content).length < recallLimits.fewWords);
  const around = [
    leads ? before : undefined,
    wide || asks.test(content.trimEnd()) ? beside(1) : undefined,
    wide ? beside(2) : undefined,
    wide && !leads ? before : undefined,
  ];
  return around.filter((turn) => turn !== undefined);
}

function placeOf({ record: { source } }: Ranked, distance = 0): string {
  return JSON.stringify([source.session, (source.sequence ?? 0) + distance]);
}

/** Joins consecutive turns to passages, ordered by time. */
function grouped(turns: readonly ChosenTurn[]): Passage[] {
  const unique = [...new Map(turns.map((turn) => [placeOf(turn.entry), turn])).values()];
  const sessions = Map.groupBy(unique, ({ entry }) => entry.record.source.session);
  const passages: Passage[] = [];
  for (const [, members] of sessions) {
    let last: number | undefined;
    for (const turn of members.sort((a, b) => sequenceOf(a) - sequenceOf(b))) {
      const sequence = sequenceOf(turn);
      if (last === sequence - 1) passages.at(-1)?.push(turn);
      else passages.push([turn]);
      last = sequence;
    }
  }
  return passages.sort((a, b) => compareTexts(keyOf(a), keyOf(b)));
}

function sequenceOf({ entry }: ChosenTurn): number {
  return entry.record.source.sequence ?? 0;
}

function keyOf([first]: Passage): string {
  const { occurredAt, source } = (first as ChosenTurn).entry.record;
  return `${occurredAt} ${source.session} ${String(source.sequence).padStart(16, '0')}`;
}
