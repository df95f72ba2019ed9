import { storeScope } from '../audit/chain.ts';
import { isScoped } from '../rows/assert-cells.ts';
import { passedOn } from '../rows/pass-on.ts';
import type { Batch, Cell, LookUpQuestion, Question, Row, Rows, Tables } from '../rows/rows.ts';
import { unlessDamaged } from '../rows/unless-damaged.ts';
import { damaged, nameOf } from './damaged.ts';
import { type ReadableRows, readableRows } from './readable-rows.ts';
import { accounted, isAccounted, nameIn, type SeenScope } from './scope-sums.ts';
import { type SumGroup, Sums } from './sum-groups.ts';
import { damageIn, isVerified, type TableDamage, verifyQuestions, wasAt } from './verify-scope.ts';

type Damage = ReadonlyMap<string, TableDamage>;

/** Scopes of which this process remembers what it has read. */
const mostScopes = 10_000;

/** What rows may have: there, or absent. */
type Its<Name extends keyof Rows> = NonNullable<Rows[Name]>;

/**
 * Rows with checksums, over any others. Writing adds them. Reading checks what it answers: a row that is not what was
 * written, or stands elsewhere, rejects with `damaged`. When a scope is first read, its rows are compared with the sum of
 * all that were written, so that a missing or an older row is noticed too; large scopes are left to the doctor. Nothing
 * is answered of a scope whose erasure has begun.
 */
export class SummedRows implements Rows {
  readonly name: string;
  readonly where?: string;
  /** Answers damaged rows too, and those that are being erased: for the doctor, erasure and the audit. */
  readonly unchecked: Rows;
  readonly sums: Sums;
  readonly remains?: Its<'remains'>;
  readonly check?: Its<'check'>;
  readonly mend?: Its<'mend'>;
  readonly bytes?: Its<'bytes'>;
  readonly compact?: Its<'compact'>;
  readonly gauges?: Its<'gauges'>;
  readonly prepare?: Its<'prepare'>;
  readonly seal?: Its<'seal'>;
  readonly #readable: ReadableRows;
  /** By scope and table. */
  readonly #verified = new Map<string, Map<string, Promise<Damage>>>();
  readonly #seen = new Map<string, SeenScope>();

  readonly #confirm: ((scope: string) => Promise<void>) | undefined;

  /** `confirm`: see `PartOfDatabases`. */
  constructor(
    rows: Rows,
    tables: Tables,
    { confirm }: { confirm?: ((scope: string) => Promise<void>) | undefined } = {},
  ) {
    this.#confirm = confirm;
    this.name = rows.name;
    if (rows.where !== undefined) this.where = rows.where;
    this.unchecked = rows;
    this.sums = new Sums(tables);
    this.#readable = readableRows(this);
    if (rows.seal !== undefined) this.seal = rows.seal;
    if (rows.check !== undefined) this.check = () => rows.check!();
    Object.assign(this, passedOn(rows));
  }

  open(tables: Tables): Promise<void> {
    return this.unchecked.open(tables);
  }

  close(): Promise<void> {
    return this.unchecked.close();
  }

  async read(...given: Parameters<Rows['read']>): Promise<Row[][]> {
    const [, questions] = given;
    const { answers, damage } = await this.#ask(...given);
    return questions.map((question, at) => {
      const rows = answers[at] ?? [];
      const found = damage?.get(question.table);
      if (found !== undefined) this.#assertNoneMoved(question, found, rows);
      const { groups, isMore } = this.sums.columnsFor(question);
      for (const row of rows)
        if (!this.sums.isIntact(question.table, row, groups))
          throw damaged(nameOf(question.table, row));
      return isMore ? rows.map((row) => picked(question, row)) : rows;
    });
  }

  /**
   * As {@link read}, for a decision about a write: damaged rows of a scope that are asked for by the key have `damaged: 1`,
   * so that they can be replaced.
   */
  async readToWrite(
    scope: string,
    questions: readonly Question[],
    options?: { turn?: boolean },
  ): Promise<Row[][]> {
    const { answers, damage } = await this.#ask(scope, questions, { ...options, marks: true });
    return questions.map((question, at) => {
      const rows = answers[at] ?? [];
      const found = damage?.get(question.table);
      if (found !== undefined) this.#assertNoneMoved(question, found, rows);
      const { groups } = this.sums.columnsFor(question);
      return rows.map((row) => {
        const marked = this.#marked(question, row, groups);
        if (marked.damaged === 1 && (question.index !== undefined || !isAccounted(question.table)))
          throw damaged(nameOf(question.table, row));
        return marked;
      });
    });
  }

  /** Reads of all scopes, in which a row that is not what was written has `damaged: 1`, and the others are answered. */
  readonly marking: Pick<Rows, 'read'> = {
    read: async (...given) => {
      const [, questions] = given;
      const { answers } = await this.#ask(...given);
      return questions.map((question, at) => {
        const { groups } = this.sums.columnsFor(question);
        return (answers[at] ?? []).map((row) => this.#marked(question, row, groups));
      });
    },
  };

  #marked(question: Question, row: Row, groups: readonly SumGroup[]): Row {
    const isIntact = this.sums.isIntact(question.table, row, groups);
    return isIntact ? picked(question, row) : { ...picked(question, row), damaged: 1 };
  }

  async write(scope: string | undefined, batch: Batch): Promise<boolean> {
    for (;;) {
      const { batch: whole, adds } = await accounted(scope, batch, {
        unchecked: this.unchecked,
        sums: this.sums,
        seen: this.#seen,
      });
      const written = await this.unchecked.write(scope, whole);
      if (scope !== undefined) this.#seen.delete(scope);
      if (written) return true;
      // Another writer has changed what the sums were computed from.
      if (!adds || (batch.expect ?? []).length > 0) return false;
    }
  }

  /** A write that expects the scope as it was read need not read the sums of these rows. */
  #totalsIn(questions: readonly Question[], answers: readonly Row[][]): SeenScope['totals'] {
    const totals = new Map<string, number | undefined>();
    for (const [at, question] of questions.entries()) {
      const { table } = question;
      const { groups } = this.sums.columnsFor(question);
      const hasAll = groups.length === this.sums.groups(table).length;
      if (!isAccounted(table) || !('any' in question) || !isByKey(question) || !hasAll) continue;
      const { length } = this.sums.table(table).key;
      for (const key of question.any)
        if (key.length === length) totals.set(nameIn(table, key), undefined);
      for (const row of answers[at] ?? [])
        totals.set(nameIn(table, this.sums.keyOf(table, row)), this.sums.totalOf(table, row));
    }
    return totals;
  }

  async #ask(
    scope: string | undefined,
    questions: readonly Question[],
    { marks = false, ...options }: { turn?: boolean; marks?: boolean } = {},
  ): Promise<{ answers: Row[][]; damage?: Damage | undefined }> {
    if (questions.every((question) => 'any' in question && question.any.length === 0))
      return { answers: questions.map(() => []) };
    const asked = questions.map((question): Question => {
      const { columns } = this.sums.columnsFor(question);
      return columns === undefined ? question : { ...question, columns };
    });
    const stateAt =
      scope === undefined ? -1 : questions.findIndex((each) => isStateOf(scope, each));
    if (stateAt < 0) asked.push(stateQuestion(scope));
    const names = scope === undefined ? [] : await this.#unverified(scope, questions);
    const checks = verifyQuestions(scope ?? '', names, this.sums);
    const reading = this.#readWith(checks, { marks }, scope, asked, options);
    reading.catch(() => {});
    if (scope !== undefined && names.length > 0)
      this.#verify(scope, names, async () => {
        const answers = await reading;
        const [state] = answers[stateAt < 0 ? questions.length : stateAt] ?? [];
        return { state, answers: answers.slice(asked.length) };
      });
    const damage = scope === undefined ? undefined : await this.#damageOf(scope, questions, marks);
    const answers = (await reading).slice(0, asked.length);
    const states = (stateAt < 0 ? answers.pop() : answers[stateAt]) ?? [];
    const [row] = states;
    if (this.#confirm && scope !== undefined && scope !== storeScope && row?.erasing !== null) {
      // Another database is asked, and nobody should wait for that.
      if (options?.turn) await this.unchecked.write(scope, {});
      await this.#confirm(scope);
    }
    if (scope !== undefined && row !== undefined) {
      const [revision, nextNumber] = [row.revision as number, row.next_number as number];
      const known = this.#seen.get(scope);
      const before = known?.revision === revision ? known.totals : noTotals;
      const totals = marks ? this.#totalsIn(questions, answers) : before;
      remember(this.#seen, scope, { revision, nextNumber, totals });
    }
    const erasing = states.filter((row) => row.erasing !== null);
    if (erasing.length === 0) return { answers, damage };
    const gone = new Set(erasing.map((row) => row.scope));
    const left = questions.map((question, at) => {
      const rows = answers[at] ?? [];
      // A page with fewer rows than its limit would end what is read in pages.
      const isPage = scope === undefined && 'limit' in question && question.limit !== undefined;
      const hides = !isPage && isScoped(this.sums.table(question.table));
      return hides ? rows.filter((row) => !gone.has(row.scope as Cell)) : rows;
    });
    return { answers: left, damage };
  }

  /** A row that cannot be read ends the read only if it was asked for, and is named then. */
  async #readWith(
    checks: readonly Question[],
    { marks }: { marks: boolean },
    ...[scope, asked, options]: Parameters<Rows['read']>
  ): Promise<Row[][]> {
    const questions = [...asked, ...checks];
    if (marks) return this.#readable.unchecked.read(scope, questions, options);
    return unlessDamaged(this.unchecked.read(scope, questions, options), async (error) => {
      const answers = await this.#readable.unchecked.read(scope, questions).catch(() => {
        throw error;
      });
      for (const [at, { table }] of asked.entries())
        for (const row of answers[at] ?? [])
          if (row.unread === 1) throw damaged(nameOf(table, row), error.cause ?? error);
      return answers;
    });
  }

  /**
   * Tables that were not compared with their sums and can be, with the read that is about to begin. It waits only if
   * nothing is known of the scope.
   */
  async #unverified(scope: string, questions: readonly Question[]): Promise<string[]> {
    const asked = [...new Set(questions.map(({ table }) => table))].filter(isAccounted);
    const unknown = () => asked.filter((name) => !this.#verified.get(scope)?.has(name));
    if (unknown().length === 0) return [];
    let { nextNumber } = this.#seen.get(scope) ?? {};
    if (nextNumber === undefined) {
      const [[state] = []] = await this.unchecked.read(scope, [scopeRow(scope)]);
      nextNumber = state?.next_number as number | undefined;
    }
    const names = unknown();
    if (isVerified(nextNumber)) return names;
    this.#verify(scope, names, undefined);
    return [];
  }

  /** Undefined: the scope is too large. */
  #verify(
    scope: string,
    names: readonly string[],
    read: (() => Promise<{ state: Row | undefined; answers: readonly Row[][] }>) | undefined,
  ): void {
    const { sums } = this;
    const known = this.#verified.get(scope) ?? new Map<string, Promise<Damage>>();
    if (known.size === 0) remember(this.#verified, scope, known);
    const verifying = (async () => {
      if (read === undefined) return new Map<string, TableDamage>();
      const { state, answers } = await read();
      return damageIn(scope, answers, { names, state, sums });
    })();
    verifying.catch(() => {});
    for (const name of names) known.set(name, verifying);
  }

  /** Damage that leaves some answers right. Throws `damaged` if one to these questions may be wrong. */
  async #damageOf(
    scope: string,
    questions: readonly Question[],
    marks: boolean,
  ): Promise<Damage | undefined> {
    const known = this.#verified.get(scope);
    const names = [...new Set(questions.map(({ table }) => table))].filter(isAccounted);
    const found = await Promise.all(new Set(names.map((name) => known?.get(name)))).catch(
      (error) => {
        this.#verified.delete(scope);
        throw error;
      },
    );
    const damage = new Map(found.flatMap((each) => [...(each ?? [])]));
    if (damage.size === 0) return undefined;
    // Looked at again next time: it may have been mended, or removed.
    this.#verified.delete(scope);
    for (const question of questions) {
      const found = damage.get(question.table);
      const isFound = findsOneEach(question, this.sums) || (marks && question.index === undefined);
      if (found !== undefined && (found.incomplete || !isFound)) throw damaged(found.what);
    }
    return damage;
  }

  /** A row that was asked for by its key and is missing may be a damaged one, under another key. */
  #assertNoneMoved(question: Question, { what, broken }: TableDamage, rows: readonly Row[]): void {
    if (!('any' in question) || rows.length >= question.any.length) return;
    const { table, any } = question;
    const columns = keyColumns(question, this.sums);
    const isThere = new Set(rows.map((row) => named(columns.map((name) => row[name] as Cell))));
    for (const cells of any) {
      if (isThere.has(named(cells))) continue;
      const at = Object.fromEntries(columns.map((name, each) => [name, cells[each] as Cell]));
      if (broken.some((row) => wasAt(table, row, { sums: this.sums, at }))) throw damaged(what);
    }
  }
}

const noTotals: SeenScope['totals'] = new Map();
const scopeRow = (scope: string): Question => ({ table: 'scopes', any: [[scope]] });

/** Of the scope, or of all whose erasure has begun. */
function stateQuestion(scope: string | undefined): Question {
  return scope === undefined
    ? { table: 'scopes', index: 'by_erasing', is: [], columns: ['scope', 'erasing'] }
    : scopeRow(scope);
}

/** Whether the answer has all that {@link stateQuestion} asks for. */
function isStateOf(scope: string, question: Question): boolean {
  if (question.table !== 'scopes' || !isByKey(question) || question.columns) return false;
  const { any } = question as LookUpQuestion;
  return any.length === 1 && any[0]?.[0] === scope;
}

const isByKey = (question: Question) => 'any' in question && question.index === undefined;
const named = (cells: readonly Cell[]) => JSON.stringify(cells);

/** The columns of a key: a number is one too. */
function keyColumns({ table, index }: Question, sums: Sums): readonly string[] {
  const { key, indexes } = sums.table(table);
  return index === undefined ? key : (indexes[index] ?? []);
}

/** Each list finds one row, if it is not missing. */
function findsOneEach(question: Question, sums: Sums): boolean {
  if (!('any' in question)) return false;
  const { index, any } = question;
  const { length } = keyColumns(question, sums);
  return (
    (index === undefined || index === 'by_number') && any.every((list) => list.length === length)
  );
}

function picked({ columns }: Question, row: Row): Row {
  if (columns === undefined) return row;
  const found: Row = {};
  for (const column of columns) found[column] = row[column] as Cell;
  return found;
}

function remember<Value>(known: Map<string, Value>, scope: string, value: Value): void {
  known.delete(scope);
  known.set(scope, value);
  const [oldest] = known.keys();
  if (known.size > mostScopes) known.delete(oldest as string);
}
