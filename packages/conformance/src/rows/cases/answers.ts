import { MemoryRows } from '@mneme/store/memory';
import type { Batch, Row, Rows } from '@mneme/store/rows';
import { times } from '../../model/chance.ts';
import { compare, questionsFor } from '../../model/comparison.ts';
import { type RowsContext, rowsCasesOf } from '../context.ts';
import { randomRead } from '../random-reads.ts';
import { randomWrite } from '../random-writes.ts';
import { plain } from '../steps.ts';
import { RowsWorld, scopes } from '../world.ts';

const question = questionsFor<RowsWorld, Rows>();

/** What a write says, and all rows after it. */
async function afterWrite(
  { tables }: RowsWorld,
  { rows, scope, batch }: { rows: Rows; scope?: string | undefined; batch: Batch },
): Promise<{ written: boolean; tables: Record<string, Row[]> }> {
  const written = await rows.write(scope, batch);
  const names = Object.keys(tables);
  const answers = await rows.read(
    undefined,
    names.map((table) => ({ table, is: [] })),
  );
  const found = names.map((name, at) => [name, plain(answers[at] ?? [])] as const);
  return { written, tables: Object.fromEntries(found) };
}

function questionsIn(world: RowsWorld) {
  return {
    read: question(randomRead, async (rows, { scope, questions }) =>
      (await rows.read(scope, questions)).map(plain),
    ),
    write: question(
      randomWrite,
      (rows, { scope, batch }) => afterWrite(world, { rows, scope, batch }),
      { found: ({ written }) => written },
    ),
    erase: question(
      () => world.one(scopes),
      (rows, scope) => {
        const scoped = Object.entries(world.tables).filter(([, { key }]) => key[0] === 'scope');
        const remove = Object.fromEntries(scoped.map(([name]) => [name, [[scope]]]));
        return afterWrite(world, { rows, batch: { remove } });
      },
    ),
  };
}

/** Where a store can be opened again, two on it take turns. */
const compared = (writes: number, asks: readonly ('read' | 'write')[]) => ({
  opensItself: true,
  async run({ rows, handles, seed }: RowsContext) {
    const world = new RowsWorld(seed);
    const reference = new MemoryRows();
    await reference.open(world.tables);
    await rows.open(world.tables);
    await compare(
      { seed, rounds: 20, writes: times(writes, () => 'write' as const), asks },
      {
        questions: questionsIn(world),
        world,
        reference,
        backends: await handles(world.tables),
      },
    );
  },
});

export const answersCases = rowsCasesOf('answers as rows in memory', {
  'read: questions of every kind, over tables of every kind': compared(4, ['read']),
  'write: batches of every kind, and what is there after each': compared(0, ['write']),
});
