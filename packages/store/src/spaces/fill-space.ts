import type { EmbedderIdentity, EmbeddingMigration, PendingText } from '@mneme/core/backend';
import { fillPassages, fillQuestions } from '../documents/index.ts';
import type { RecordGround } from '../records/ground.ts';
import { metaIn, metaQuestion } from '../scopes/meta.ts';
import { fillRecordQuestions, fillRecords } from './pending-records.ts';
import { type SpaceToFill, spaceToFill } from './space-of.ts';
import { placeOf } from './text-place.ts';

interface FilledText {
  text: PendingText;
  vector: Float32Array;
}

/** Each scope in one step. */
export async function fillSpace(
  ground: RecordGround,
  { next, vectors }: Parameters<EmbeddingMigration['fill']>[0],
): Promise<number> {
  const [known] = await ground.rows.read(undefined, [metaQuestion]);
  const { space } = spaceToFill(ground.rows, metaIn(known), next);
  let filled = 0;
  for (const [scope, texts] of Map.groupBy(vectors, ({ text }) => placeOf(text).scope))
    filled += await fillScope(ground, scope, { next, space, texts });
  return filled;
}

async function fillScope(
  { rows, writer }: RecordGround,
  scope: string,
  {
    next,
    space,
    texts,
  }: Pick<SpaceToFill, 'space'> & { next: EmbedderIdentity; texts: FilledText[] },
): Promise<number> {
  const records = texts.flatMap(({ text, vector }) =>
    text.kind === 'record' ? [{ ...placeOf(text), record: text.record, vector }] : [],
  );
  const passages = texts.flatMap(({ text, vector }) =>
    text.kind === 'chunk' ? [{ ...placeOf(text), vector }] : [],
  );
  const numbersOf = (some: readonly { number: number }[]) => some.map(({ number }) => number);
  const ofRecords = fillRecordQuestions(scope, { space, numbers: numbersOf(records) });
  const ofPassages = fillQuestions({ scope, space, numbers: numbersOf(passages) });
  const filled = await writer.change(scope, {
    questions: [...ofRecords, ...ofPassages],
    decide(draft) {
      const to = spaceToFill(rows, draft.meta, next);
      const answers = draft.answers.slice(0, ofRecords.length);
      const others = draft.answers.slice(ofRecords.length);
      const count =
        fillRecords(draft, { ...to, answers, vectors: records }) +
        fillPassages(draft, { ...to, answers: others, vectors: passages });
      return count === 0 ? undefined : count;
    },
  });
  return filled ?? 0;
}
