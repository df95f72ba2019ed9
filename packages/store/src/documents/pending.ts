import type { Question, Row, Rows } from '../rows/rows.ts';
import type { Space } from '../scopes/meta.ts';
import type { Draft } from '../scopes/scope-writer.ts';
import type { SpaceToFill } from '../spaces/space-of.ts';
import type { TextPlace } from '../spaces/text-place.ts';
import { lackingVectors, putVectors } from '../spaces/vectors.ts';
import { currentVersionQuestion, missingContent, mostReadings } from './contents.ts';
import { textOf } from './document-rows.ts';

/** A passage without a vector. */
export type PendingPassage = TextPlace & { text: string };

/**
 * Passages of all scopes without a vector in a space, in the order of their places. In the current space, nothing is
 * read but what lacks one, and those without a text are left out. Less than `limit`: these are the last.
 */
export async function pendingPassages(
  rows: Pick<Rows, 'read'>,
  { isCurrent, ...request }: SpaceToFill & { after?: TextPlace; limit: number },
): Promise<PendingPassage[]> {
  const question = {
    ...{ table: 'chunks', columns: ['scope', 'number', 'store', 'document', 'start_at', 'end_at'] },
    ...(isCurrent ? { index: 'by_pending', is: [1] } : { is: [] }),
  };
  for (let reading = 1; ; reading++) {
    let left: string | undefined;
    const found = await lackingVectors(rows, question, {
      ...request,
      async textsOf(lacking) {
        const passages = await withTexts(rows, lacking);
        left ??= passages.find(({ text }) => text === undefined)?.document;
        return passages.flatMap(({ document: _, text, ...place }) =>
          text === undefined ? [] : [{ ...place, text }],
        );
      },
    });
    if (isCurrent || left === undefined) return found;
    // Its document may have changed meanwhile.
    if (reading === mostReadings) throw missingContent(left);
  }
}

async function withTexts(rows: Pick<Rows, 'read'>, chunks: readonly Row[]) {
  const documents = [...new Set(chunks.map(placeOf))];
  const versions = await rows.read(
    undefined,
    documents.map((place) => {
      const [scope, storeId, id] = JSON.parse(place) as [string, string, string];
      return currentVersionQuestion({ scope, storeId }, id);
    }),
  );
  const contents = new Map(
    documents.map((place, at) => {
      const [version] = versions[at] ?? [];
      return [place, version?.damaged === 1 ? null : version?.content];
    }),
  );
  return chunks.map((chunk) => {
    const content = contents.get(placeOf(chunk));
    const [start, end] = [chunk.start_at as number, chunk.end_at as number];
    return {
      ...{ scope: chunk.scope as string, number: chunk.number as number },
      document: chunk.document as string,
      text: content == null ? undefined : textOf(content).slice(start, end),
    };
  });
}

const placeOf = ({ scope, store, document }: Row) => JSON.stringify([scope, store, document]);

/** What {@link fillPassages} needs the answers to, of the moment of its write. */
export function fillQuestions({
  scope,
  space,
  numbers,
}: {
  scope: string;
  space: Space;
  numbers: readonly number[];
}): Question[] {
  return [
    {
      table: 'chunks',
      any: numbers.map((number) => [scope, number]),
      columns: ['number', 'store'],
    },
    {
      table: 'vectors',
      any: numbers.map((number) => [scope, space.number, number]),
      columns: ['number'],
    },
  ];
}

/** Adds vectors of passages to a draft, but those that are there and those of passages that are gone. Returns how many. */
export function fillPassages(
  draft: Draft,
  {
    answers: [chunks = [], known = []],
    space,
    isCurrent,
    vectors,
  }: {
    /** To {@link fillQuestions}. */
    answers: readonly Row[][];
    space: Space;
    isCurrent: boolean;
    vectors: readonly { number: number; vector: Float32Array }[];
  },
): number {
  const lacking = new Map(chunks.map((row) => [row.number as number, row.store as string]));
  for (const { number } of known) lacking.delete(number as number);
  const filled = vectors.filter(({ number }) => lacking.has(number));
  const changed = draft.revision;
  putVectors(draft, space, filled);
  // Indexes read vectors of the current space with the passages that have changed.
  for (const { number } of isCurrent ? filled : []) {
    draft.patch('chunks', { key: [number], set: { changed, edited: changed, pending: null } });
    draft.unindex({ storeId: lacking.get(number), changed: [number] });
  }
  return filled.length;
}
