import { throwIfAborted } from './abort.ts';

/**
 * All pages of a list, one after the other. `read` answers the one at a cursor. Throws `aborted` before the next one once the
 * signal has fired.
 *
 * @example
 * for await (const { rows } of pages((cursor) => backend.scan({ scope, cursor, limit: 1000 }))) count += rows.length;
 */
export async function* pages<Page extends { nextCursor?: string }>(
  read: (cursor: string | undefined) => Promise<Page>,
  signal?: AbortSignal,
): AsyncGenerator<Page> {
  let cursor: string | undefined;
  do {
    throwIfAborted(signal);
    const page = await read(cursor);
    cursor = page.nextCursor;
    yield page;
  } while (cursor !== undefined);
}
