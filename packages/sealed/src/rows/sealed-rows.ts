import { Lifecycle } from '@mneme/core/contract';
import {
  assertBatch,
  assertQuestions,
  type Batch,
  passedOn,
  type Question,
  type Row,
  type RowSeal,
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

/** {@link Rows} that passes sealed rows to others. */
export class SealedRows implements Rows {
  readonly name: string;
  readonly where?: string;
  readonly seal: RowSeal;
  readonly remains?: Rows['remains'];
  readonly check?: Rows['check'];
  readonly mend?: Rows['mend'];
  readonly bytes?: Rows['bytes'];
  readonly compact?: Rows['compact'];
  readonly gauges?: Rows['gauges'];
  readonly prepare?: Rows['prepare'];
  readonly #inner: Rows;
  readonly #ciphers: Ciphers;
  readonly #lifecycle: Lifecycle<Tables>;

  constructor(inner: Rows, ciphers: Ciphers) {
    this.name = inner.name;
    if (inner.where !== undefined) this.where = inner.where;
    this.#inner = inner;
    this.#ciphers = ciphers;
    this.#lifecycle = new Lifecycle(inner.name);
    const { run } = this.#lifecycle;
    this.seal = {
      idSecret: (scope) => run(async () => (await ciphers.writing(scope)).hash('id', scope)),
      destroyKey: (scope) => run(() => ciphers.destroy(scope)),
      orderOf: (scope) => run(() => ciphers.sealScope(scope)),
    };
    Object.assign(this, passedOn(inner));
    if (inner.check !== undefined)
      this.check = async () => {
        const faults = await inner.check!();
        for (const fault of faults)
          if (fault.scope !== undefined) fault.scope = await ciphers.openScope(fault.scope);
        return faults;
      };
  }

  open(tables: Tables): Promise<void> {
    return this.#lifecycle.open(async () => {
      const problem =
        'the store was filled without a keyring: copy it into a new store that is sealed with this one';
      await openAs(this.#inner, { tables: sealedTables(tables), not: tables, problem });
      await this.#ciphers.assertOurs(() => scopesIn(this.#inner, tables));
      return tables;
    });
  }

  /** Repeated if a key was made or destroyed meanwhile, because answers are of one moment. */
  read(scope: string | undefined, questions: readonly Question[]): Promise<Row[][]> {
    return this.#lifecycle.run(async (tables) => {
      assertQuestions(questions, { tables, scope });
      for (;;) {
        const ciphers = await CallCiphers.of(this.#ciphers);
        const cells = new Cells(tables, ciphers);
        const [answer] = await Promise.allSettled([this.#answer(cells, { scope, questions })]);
        if (!(await ciphers.areCurrent())) continue;
        if (answer.status === 'rejected') throw answer.reason;
        return answer.value;
      }
    });
  }

  write(scope: string | undefined, batch: Batch): Promise<boolean> {
    return this.#lifecycle.run(async (tables) => {
      assertBatch(batch, { tables, scope });
      const ciphers = await CallCiphers.of(this.#ciphers);
      const sealed = await sealBatch(new Cells(tables, ciphers), this.#inner, batch);
      if (sealed === undefined) return false;
      const written = await this.#inner.write(sealedName(ciphers, scope), sealed);
      // Another process has erased the scope during this write, so it is erased too.
      if (written && (await ciphers.areDestroyed()))
        await takeBack(this.#inner, { tables, batch: sealed });
      return written;
    });
  }

  close(): Promise<void> {
    return this.#lifecycle.close(() => this.#inner.close());
  }

  async #answer(
    cells: Cells,
    { scope, questions }: { scope: string | undefined; questions: readonly Question[] },
  ): Promise<Row[][]> {
    const sealed: SealedQuestion[] = [];
    for (const question of questions) sealed.push(await sealQuestion(cells, question));
    const found = await this.#inner.read(
      sealedName(cells.ciphers, scope),
      sealed.map(({ question }) => question),
    );
    const opened: Row[][] = [];
    for (const [at, { open }] of sealed.entries()) opened.push(await open(found[at] ?? []));
    return opened;
  }
}

function sealedName(ciphers: CallCiphers, scope: string | undefined): string | undefined {
  return scope === undefined ? undefined : ciphers.sealScope(scope);
}
