import { MnemeError } from '@mneme/core/contract';
import type { Batch, Question, Row, RowSeal, Rows, Tables } from '@mneme/store/rows';
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
  readonly seal: RowSeal;
  readonly remains?: Rows['remains'];
  readonly check?: Rows['check'];
  readonly bytes?: Rows['bytes'];
  readonly compact?: Rows['compact'];
  readonly gauges?: Rows['gauges'];
  readonly prepare?: Rows['prepare'];
  readonly #inner: Rows;
  readonly #ciphers: Ciphers;
  #tables: Tables = {};
  #isClosed = false;

  constructor(inner: Rows, ciphers: Ciphers) {
    this.name = inner.name;
    this.#inner = inner;
    this.#ciphers = ciphers;
    this.seal = {
      idSecret: async (scope) => {
        this.#assertOpen();
        return (await ciphers.writing(scope)).longHash('id', scope);
      },
      destroyKey: async (scope) => {
        this.#assertOpen();
        await ciphers.destroy(scope);
      },
    };
    // Optional abilities are those of the inner store.
    for (const ability of ['remains', 'bytes', 'compact', 'gauges', 'prepare'] as const)
      if (inner[ability] !== undefined)
        Object.assign(this, { [ability]: inner[ability].bind(inner) });
    if (inner.check !== undefined)
      this.check = async () => {
        const faults = await inner.check!();
        for (const fault of faults)
          if (fault.scope !== undefined) fault.scope = await ciphers.openScope(fault.scope);
        return faults;
      };
  }

  async open(tables: Tables): Promise<void> {
    this.#tables = tables;
    const problem =
      'the store was filled without a keyring: copy it into a new store that is sealed with this one';
    await openAs(this.#inner, { tables: sealedTables(tables), not: tables, problem });
    await this.#ciphers.assertOurs(() => scopesIn(this.#inner, tables));
  }

  /** Repeated if a key was made or destroyed meanwhile, because answers are of one moment. */
  async read(scope: string | undefined, questions: readonly Question[]): Promise<Row[][]> {
    this.#assertOpen();
    for (;;) {
      const ciphers = await CallCiphers.of(this.#ciphers);
      const [answer] = await Promise.allSettled([this.#answer(ciphers, { scope, questions })]);
      if (!(await ciphers.areCurrent())) continue;
      if (answer.status === 'rejected') throw answer.reason;
      return answer.value;
    }
  }

  async write(scope: string | undefined, batch: Batch): Promise<boolean> {
    this.#assertOpen();
    const ciphers = await CallCiphers.of(this.#ciphers);
    const sealed = await sealBatch(new Cells(this.#tables, ciphers), batch);
    const written = await this.#inner.write(scope && ciphers.sealScope(scope), sealed);
    // Another process has erased the scope during this write, so it is erased too.
    if (written && (await ciphers.areDestroyed()))
      await takeBack(this.#inner, { tables: this.#tables, put: sealed.put });
    return written;
  }

  close(): Promise<void> {
    this.#isClosed = true;
    return this.#inner.close();
  }

  async #answer(
    ciphers: CallCiphers,
    { scope, questions }: { scope: string | undefined; questions: readonly Question[] },
  ): Promise<Row[][]> {
    const cells = new Cells(this.#tables, ciphers);
    const sealed: SealedQuestion[] = [];
    for (const question of questions) sealed.push(await sealQuestion(cells, question));
    const found = await this.#inner.read(
      scope && ciphers.sealScope(scope),
      sealed.map(({ question }) => question),
    );
    const opened: Row[][] = [];
    for (const [at, { open }] of sealed.entries()) opened.push(await open(found[at] ?? []));
    return opened;
  }

  /** A closed store makes and destroys no keys. */
  #assertOpen(): void {
    if (!this.#isClosed) return;
    throw new MnemeError('closed', 'the sealed store was closed: open it again');
  }
}
