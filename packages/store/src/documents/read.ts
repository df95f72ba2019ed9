import type { Document, DocumentKey, InStore } from '@mneme/core/backend';
import type { Row } from '../rows/rows.ts';
import { contentIn, currentVersionQuestion, withContents } from './contents.ts';
import { keyQuestions, requireStore, storeQuestion, toSummary } from './document-rows.ts';
import type { DocumentGround } from './ground.ts';

export async function getDocument(
  { rows }: DocumentGround,
  { key, ...place }: InStore & { key: DocumentKey },
): Promise<Document | undefined> {
  const questions = [storeQuestion(place), ...keyQuestions(place, [key])];
  if ('id' in key) {
    const [stored, [row] = [], , [version] = []] = await rows.read(place.scope, [
      ...questions,
      currentVersionQuestion(place, key.id),
    ]);
    requireStore(stored, place);
    return row && toDocument(row, contentIn(version ?? { document: key.id }));
  }
  const { documents, contents } = await withContents(rows, place, async () => {
    const [stored, , documents = []] = await rows.read(place.scope, questions);
    requireStore(stored, place);
    return { documents };
  });
  const [row] = documents;
  return row && toDocument(row, contents.get(row.id as string) as string);
}

function toDocument(row: Row, content: string): Document {
  const { last_read_at: lastReadAt } = row;
  const document = { ...toSummary(row), content };
  return lastReadAt === null ? document : { ...document, lastReadAt: lastReadAt as string };
}
