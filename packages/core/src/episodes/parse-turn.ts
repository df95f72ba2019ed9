import type { EngineContext } from '@mneme/engine/context';
import {
  asGiven,
  type FieldsOf,
  invalid,
  parseFields,
  parseName,
  parseSequence,
  parseSource,
  type StoreItem,
  storeInputParser,
} from '@mneme/engine/input';
import type { TurnInput } from './api.ts';

/** A checked turn. `counted`: its place follows from the turns before it. */
export interface Turn {
  item: StoreItem;
  counted: boolean;
}

/** Fields that a text to store has too are checked like one. */
const turnFields = {
  content: asGiven(),
  speaker: (value: unknown, field: string) => parseName(value, field, 1024),
  occurredAt: asGiven(),
  sequence: parseSequence,
  tags: asGiven(),
  importance: asGiven(),
  expiresAt: asGiven(),
  metadata: asGiven(),
  source: parseSource,
} satisfies FieldsOf<TurnInput>;

/** Makes the check of turns of one session. Throws `invalid_input`. */
export function turnParser(
  { maxContentBytes }: Pick<EngineContext, 'maxContentBytes'>,
  { session, now }: { session: string; now: string },
): (value: unknown) => Turn {
  const parseItem = storeInputParser({ now, maxContentBytes, onConflict: 'supersede' });
  return (value) => {
    const {
      speaker,
      sequence,
      source = {},
      ...rest
    } = parseFields(value, turnFields, {
      name: 'turn',
    });
    for (const key of ['speaker', 'session', 'sequence'] as const)
      if (source[key] !== undefined)
        throw invalid(`source.${key}`, `is given in the source: give ${adviceOf[key]}`);
    const item = parseItem({
      ...(rest as unknown as TurnInput),
      kind: 'episode',
      source: {
        ...source,
        ...(speaker === undefined ? {} : { speaker }),
        ...offsetOf(rest.occurredAt),
        session,
        sequence: sequence ?? 0,
      },
    });
    return { item, counted: sequence === undefined };
  };
}

/** The offset from UTC in a time, as `+08:00`: a record keeps its times in UTC, and a day is that of the speaker. */
function offsetOf(time: unknown): { utcOffset?: string } {
  const [, sign, hours, minutes] = /T.*([+-])(\d\d):?(\d\d)$/.exec(String(time)) ?? [];
  if (hours === undefined || `${hours}${minutes}` === '0000') return {};
  return { utcOffset: `${sign}${hours}:${minutes}` };
}

const adviceOf = {
  speaker: 'the speaker of the turn',
  session: 'the session in the options',
  sequence: 'the sequence of the turn',
};
