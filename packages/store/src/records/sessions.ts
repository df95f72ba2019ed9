import {
  cursorCodec,
  pageOf,
  type SessionInfo,
  type SessionsRequest,
  type SessionsResponse,
} from '@mneme/core/backend';
import type { Cell, Row } from '../rows/rows.ts';
import { fieldColumnNames } from './fields.ts';
import type { RecordGround } from './ground.ts';
import { passesColumns } from './passes.ts';

const cursors = cursorCodec('sessions', ['string']);
/** Rows of one read, without bodies. */
const readRows = 5000;

/** In the order of the index, so that a page reads only the turns of its own sessions. */
export async function sessions(
  { rows }: RecordGround,
  { scope, now, limit, cursor }: SessionsRequest,
): Promise<SessionsResponse> {
  const [start] = cursors.decode(cursor, [scope]) ?? [];
  const found = new Map<string, SessionInfo>();
  let after: Cell[] | undefined = start === undefined ? undefined : [start, Number.MAX_VALUE];
  // A session may have more turns until another one begins.
  for (let isLast = false; !isLast && found.size <= limit; ) {
    const [turns = []] = await rows.read(scope, [
      {
        ...{ table: 'records', index: 'by_turn', is: [scope], limit: readRows },
        ...(after !== undefined && { after }),
        columns: [...fieldColumnNames, 'session', 'sequence'],
      },
    ]);
    for (const turn of turns)
      if (passesColumns(turn, { now, kinds: ['episode'] })) addTurn(found, turn);
    isLast = turns.length < readRows;
    after = ['session', 'sequence', 'id'].map((column) => turns.at(-1)?.[column] ?? null);
  }
  const { page, ...next } = pageOf([...found.values()], limit, ({ session }) =>
    cursors.encode([session], [scope]),
  );
  return { sessions: [...page], ...next };
}

function addTurn(found: Map<string, SessionInfo>, row: Row): void {
  const session = row.session as string;
  const sequence = row.sequence as number;
  const at = new Date(row.occurred_at as number).toISOString();
  const known = found.get(session);
  if (known === undefined) {
    const [firstSequence, lastSequence] = [sequence, sequence];
    found.set(session, { session, turns: 1, firstAt: at, lastAt: at, firstSequence, lastSequence });
    return;
  }
  known.turns += 1;
  known.lastSequence = sequence;
  if (at < known.firstAt) known.firstAt = at;
  if (at > known.lastAt) known.lastAt = at;
}
