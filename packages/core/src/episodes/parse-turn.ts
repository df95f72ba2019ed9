import type { EngineContext } from '@mneme/contract/context';
import {
  asGiven,
  type FieldsOf,
  invalid,
  isChatMessage,
  parseFields,
  parseName,
  parseSequence,
  parseSource,
  readChatMessage,
  type StoreItem,
  storeInputParser,
} from '@mneme/contract/input';
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

/**
 * Makes the check of turns of one session. Undefined for a message of a chat API in which nobody says anything. Throws
 * `invalid_input`.
 */
export function turnParser(
  { maxContentBytes }: Pick<EngineContext, 'maxContentBytes'>,
  { session, now }: { session: string; now: string },
): (value: unknown) => Turn | undefined {
  const parseItem = storeInputParser({ now, maxContentBytes, onConflict: 'supersede' });
  return (value) => {
    const isMessage = isChatMessage(value);
    const given = isMessage ? turnOfMessage(value) : value;
    if (isMessage && given === undefined) return undefined;
    const {
      speaker,
      sequence,
      source = {},
      ...rest
    } = parseFields(given, turnFields, {
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

/** The fields of a turn that a message has. What else an API puts into its messages is not read. */
function turnOfMessage(message: Record<string, unknown>): Record<string, unknown> | undefined {
  if (message.speaker !== undefined)
    throw invalid('speaker', 'is given beside role: give one of them');
  const said = readChatMessage(message);
  if (said === undefined) return undefined;
  const own = Object.keys(turnFields).map((key) => [key, message[key]]);
  return { ...Object.fromEntries(own), ...said };
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
