import type { EngineContext } from '@mneme/engine/context';
import { mayAnswer } from '@mneme/secrets';
import type { Turn } from './parse-turn.ts';

/** As many turns before a turn are looked at for a question that it answers. */
const most = 2;

/**
 * The contents of the turns before each turn, the latest last: those of this call, and the last ones of the session. The
 * session is read only if one of the first turns could be a secret that answers a question, because most are not.
 */
export async function turnsBefore(
  { backend }: EngineContext,
  { scope, session, now }: { scope: string; session: string; now: string },
  turns: readonly Turn[],
): Promise<string[][]> {
  const contents = turns.map(({ item }) => item.content);
  const [first] = turns;
  const stored: string[] = [];
  if (first !== undefined && contents.slice(0, most).some(mayAnswer)) {
    const place = first.counted ? Number.POSITIVE_INFINITY : (first.item.source.sequence as number);
    const { records } = await backend.list({
      scope,
      turns: first.counted ? { session } : { session, to: place },
      filter: { now },
      order: 'last',
      // The turn itself may be stored already.
      limit: most + 1,
    });
    const earlier = records.filter(({ source }) => (source.sequence as number) < place);
    stored.push(
      ...earlier
        .slice(0, most)
        .map(({ content }) => content)
        .reverse(),
    );
  }
  const all = [...stored, ...contents];
  return contents.map((_, index) =>
    all.slice(Math.max(0, stored.length + index - most), stored.length + index),
  );
}
