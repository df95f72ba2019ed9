import { type InStore, MnemeError } from '@mneme/core/backend';
import type { Cell, RangeQuestion, Row, Rows } from '../rows/rows.ts';
import { textOf } from './document-rows.ts';

/** After that many readings nobody removes so fast: the content is missing. */
export const mostReadings = 10;

/** The last version of a document, which has the text of a live one. Read in the moment of other questions. */
export function currentVersionQuestion({ scope, storeId }: InStore, id: string): RangeQuestion {
  const documents = { table: 'versions', index: 'by_document', is: [scope, storeId, id] };
  return { ...documents, reverse: true, limit: 1, columns: ['document', 'content'] };
}

/** Of the row of a live document's version. */
export function contentIn({ document, content }: Row): string {
  if (content == null) throw missingContent(document as string);
  return textOf(content);
}

/**
 * What `read` answers, with the texts of its `documents` by their ids. A document that is changed and forgotten between
 * both readings has no text any more; then everything is read again.
 */
export async function withContents<Answer extends { documents: readonly Row[] }>(
  rows: Rows,
  { scope, storeId }: InStore,
  read: () => Promise<Answer>,
): Promise<Answer & { contents: ReadonlyMap<string, string> }> {
  for (let reading = 1; ; reading++) {
    const answer = await read();
    const { documents } = answer;
    if (documents.length === 0) return { ...answer, contents: new Map() };
    const any = documents.map(({ version_id }) => [scope, storeId, version_id as string]);
    const [versions = []] = await rows.read(scope, [
      { table: 'versions', any, columns: ['id', 'content'] },
    ]);
    const byVersion = new Map(versions.map(({ id, content }) => [id, content]));
    const contents = new Map<string, string>();
    for (const { id, version_id } of documents) {
      const content = byVersion.get(version_id as Cell);
      if (content != null) contents.set(id as string, textOf(content));
    }
    const missing = documents.find(({ id }) => !contents.has(id as string));
    if (missing === undefined) return { ...answer, contents };
    if (reading === mostReadings) throw missingContent(missing.id as string);
  }
}

export function missingContent(id: string): MnemeError {
  return new MnemeError(
    'damaged',
    `the document ${id} is damaged: its content is missing. Restore the store from a backup, or delete the document and store it again`,
  );
}
