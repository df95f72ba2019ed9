import { Lifecycle } from '@mneme/core/contract';
import {
  assertBatch,
  assertQuestions,
  passedOn,
  type Question,
  type Row,
  type Rows,
  type Tables,
} from '@mneme/store/rows';
import type { Ciphers } from '../ciphers.ts';
import { CallCiphers } from './call-ciphers.ts';
import { Cells } from './cells.ts';
import { openAs, scopesIn } from './opening.ts';
import { sealBatch } from './sealed-batch.ts';
import { type SealedQuestion, sealQuestion } from './sealed-questions.ts';
import { sealedTables } from './sealed-tables.ts';
import { takeBack } from './take-back.ts';

const unsealedStore =
  'the store was filled without a keyring: copy it into a new store that is sealed with this one';

/** {@link Rows} that passes sealed rows to others. */
export function sealingRows(inner: Rows, ciphers: Ciphers): Rows {
  const { name, where, check } = inner;
  const life = new Lifecycle<Tables>(name);
  return {
    name,
    ...(where !== undefined && { where }),
    ...passedOn(inner),
    ...(check !== undefined && {
      async check() {
        const [faults, store] = [await check.call(inner), await ciphers.store()];
        for (const fault of faults)
          if (fault.scope !== undefined) fault.scope = store.openScope(fault.scope);
        return faults;
      },
    }),
    seal: {
      idSecret: (scope) => life.run(async () => (await ciphers.writing(scope)).hash('id', scope)),
      destroyKey: (scope) => life.run(() => ciphers.destroy(scope)),
      orderOf: (scope) => life.run(async () => (await ciphers.store()).sealScope(scope)),
    },
    open: (tables) =>
      life.open(async () => {
        const sealed = sealedTables(tables);
        await openAs(inner, { tables: sealed, not: tables, problem: unsealedStore });
        await ciphers.assertOurs(() => scopesIn(inner, tables));
        return tables;
      }),
    read: (scope, questions) =>
      life.run(async (tables) => {
        assertQuestions(questions, { tables, scope });
        for (;;) {
          const used = await CallCiphers.of(ciphers);
          const cells = new Cells(tables, used);
          const [answer] = await Promise.allSettled([answerTo(inner, cells, { scope, questions })]);
          // Answers are of one moment.
          if (await used.haveChanged({ orMade: true })) continue;
          if (answer.status === 'rejected') throw answer.reason;
          return answer.value;
        }
      }),
    write: (scope, batch) =>
      life.run(async (tables) => {
        assertBatch(batch, { tables, scope });
        const used = await CallCiphers.of(ciphers);
        const sealed = await sealBatch(new Cells(tables, used), inner, batch);
        if (sealed === undefined) return false;
        const written = await inner.write(sealedName(used, scope), sealed);
        // Another process has erased the scope during this write, so it is erased too.
        if (written && (await used.haveChanged({ orMade: false })))
          await takeBack(inner, { tables, batch: sealed });
        return written;
      }),
    close: () => life.close(() => inner.close()),
  };
}

async function answerTo(
  inner: Rows,
  cells: Cells,
  { scope, questions }: { scope: string | undefined; questions: readonly Question[] },
): Promise<Row[][]> {
  const sealed: SealedQuestion[] = [];
  for (const question of questions) sealed.push(await sealQuestion(cells, question));
  const found = await inner.read(
    sealedName(cells.ciphers, scope),
    sealed.map(({ question }) => question),
  );
  const opened: Row[][] = [];
  for (const [at, { open }] of sealed.entries()) opened.push(await open(found[at] ?? []));
  return opened;
}

function sealedName({ store }: CallCiphers, scope: string | undefined): string | undefined {
  return scope === undefined ? undefined : store.sealScope(scope);
}
