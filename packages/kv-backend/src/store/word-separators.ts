import type { Connection } from './connection.ts';

/**
 * FTS5 finds the page of a word by separators: the first word of each page, cut to what tells it from the one before. A
 * separator outlives its word, `secure-delete` or not, until its part of the index is written anew.
 */

/** No row of a scope has this number. */
const extraRow = -1n;
/** Pages that one step writes: about 30 ms. */
const pagesAStep = 200;

/** Whether a separator holds a word, or the beginning of one, that nothing holds any more. */
export function hasDeadSeparator(connection: Connection): boolean {
  connection.execute(
    'CREATE VIRTUAL TABLE IF NOT EXISTS temp.record_words USING fts5vocab(main, record_terms, row)',
  );
  const alive = connection.column<number>(
    'SELECT 1 FROM temp.record_words WHERE term >= ? AND term < ? LIMIT 1',
  );
  return connection
    .column<Uint8Array>('SELECT DISTINCT term FROM record_terms_idx')
    .all()
    .some((separator) => {
      // The first byte tells the kind of index. A character that was cut through counts as absent.
      const word = new TextDecoder().decode(separator.subarray(1)).replace(/\ufffd+$/, '');
      return word !== '' && alive.get(word, `${word}\u{10ffff}`) === undefined;
    });
}

/** Inside a transaction. An index of one part counts as written already, so a second part is begun. */
export function beginRewriting(connection: Connection): void {
  connection
    .statement('INSERT OR REPLACE INTO record_terms (rowid, terms) VALUES (?, ?)')
    .run(extraRow, 'x');
}

/** Inside a transaction: writes the next pages of the index anew. True: that was all of it. */
export function rewriteSome(connection: Connection): boolean {
  const changes = connection.column<number>('SELECT total_changes()');
  const before = changes.get() ?? 0;
  connection
    .statement(`INSERT INTO record_terms (record_terms, rank) VALUES ('merge', ?)`)
    .run(BigInt(-pagesAStep));
  // FTS5 says by this count alone that there was nothing left to do.
  if ((changes.get() ?? 0) - before >= 2) return false;
  connection.statement('DELETE FROM record_terms WHERE rowid = ?').run(extraRow);
  return true;
}
