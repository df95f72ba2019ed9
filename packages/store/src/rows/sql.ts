import { inFull } from './assert-questions.ts';
import type {
  Cell,
  Column,
  LookUpQuestion,
  Question,
  RangeQuestion,
  RowExpectation,
  RowPatch,
  Table,
  Tables,
} from './rows.ts';

/** What differs between databases that speak SQL. */
export interface Dialect {
  types: Readonly<Record<Column['type'], string>>;
  /** The parameter of that number, from 1. */
  parameter(number: number): string;
  /** How a column of the row `r` is read, with its name. Default: as it is. */
  selected?(column: string, type: Column['type']): string;
  /**
   * Lists of values as a table `k` with the columns `at` (the place of a list, ascending), `c0`, `c1` …, from parameters
   * that are numbered from `first`.
   */
  lists(
    values: readonly (readonly Cell[])[],
    options: { types: readonly Column['type'][]; first: number },
  ): Statement;
  /** Look up one list after the other: the database cannot be trusted to do so, and may compare each with all rows. */
  oneByOne?: true;
  /**
   * The table as `r`, read by that index for each list, if lists are gone through in their order: then nothing is
   * sorted. Absent: their order is not known.
   */
  inOrder?(table: string, index: string | undefined): string;
}

/** Text with positional parameters. */
export interface Statement {
  sql: string;
  parameters: unknown[];
}

/** The statements of a set of tables in one dialect. Names are those of the tables, never data. */
export class Sql {
  readonly #tables: Tables;
  readonly #dialect: Dialect;
  readonly #ranges = new Map<string, string>();

  constructor(tables: Tables, dialect: Dialect) {
    this.#tables = tables;
    this.#dialect = dialect;
  }

  table(name: string): Table {
    return this.#tables[name] as Table;
  }

  question(question: Question): Statement {
    return 'any' in question ? this.#lookUp(question) : this.#range(question);
  }

  #lookUp(question: LookUpQuestion): Statement {
    const { any, table: name, index } = question;
    const { table, of, order, wanted, present } = this.#parts(question);
    const { all, lists, parameters } = this.#lists(any, { table, of });
    const each = lists?.columns.map((column, at) => `r.${column} = k.c${at}`) ?? [];
    const where = [...each, ...all.map((equal) => `r.${equal}`), ...present];
    if (any.length === 0) where.push('1 = 0');
    const by = [...(lists ? ['k.at'] : []), ...order.map((column) => `r.${column}`)];
    // Of each list one row at most, or those of an index that is named.
    const isSimple = index !== undefined || any[0]?.length === table.key.length;
    const ordered = lists && isSimple ? this.#dialect.inOrder?.(name, index) : undefined;
    const found = `${ordered ?? `${name} r`} WHERE ${where.join(' AND ')}`;
    const joined = this.#dialect.oneByOne ? `LATERAL (SELECT r.* FROM ${found} OFFSET 0) r` : found;
    const from = lists ? `${lists.sql} CROSS JOIN ${joined}` : found;
    const sorting = ordered === undefined ? ` ORDER BY ${by.join(', ')}` : '';
    return {
      sql: `SELECT ${wanted} FROM ${from}${sorting}`,
      parameters,
    };
  }

  /** The text depends only on what the question names, so it is made once: that takes longer than to find a row. */
  #range(question: RangeQuestion): Statement {
    const { table, index, columns, is, after = [], before = [], reverse, limit } = question;
    const most = limit === undefined ? [] : [limit];
    const parameters = [...is, ...after, ...before, ...most];
    const named = [
      table,
      index,
      columns,
      reverse,
      is.length,
      after.length,
      before.length,
      limit === undefined,
    ];
    const shape = named.join(' ');
    let sql = this.#ranges.get(shape);
    if (sql === undefined) {
      sql = this.#rangeSql(question);
      this.#ranges.set(shape, sql);
    }
    return { sql, parameters };
  }

  #rangeSql(question: RangeQuestion): string {
    const { table: name, is, after = [], before = [], reverse = false, limit } = question;
    const { of, order, wanted, present } = this.#parts(question);
    let parameters = 0;
    const next = () => this.#dialect.parameter(++parameters);
    const bound = ({ length }: readonly Cell[], sign: string) => {
      const bounded = order.slice(is.length, is.length + length);
      const columns = bounded.map((column) => `r.${column}`).join(', ');
      return length === 0 ? [] : [`(${columns}) ${sign} (${bounded.map(next).join(', ')})`];
    };
    const where = [
      ...is.map((_, at) => `r.${of[at]} = ${next()}`),
      ...bound(after, '>'),
      ...bound(before, '<'),
      ...present,
    ];
    const condition = where.length === 0 ? '' : ` WHERE ${where.join(' AND ')}`;
    const by = order.map((column) => `r.${column}${reverse ? ' DESC' : ''}`).join(', ');
    const most = limit === undefined ? '' : ` LIMIT ${next()}`;
    return `SELECT ${wanted} FROM ${name} r${condition} ORDER BY ${by}${most}`;
  }

  #parts({ table: name, index, columns }: Question) {
    const table = this.table(name);
    const of = index === undefined ? table.key : (table.indexes[index] as readonly string[]);
    return {
      table,
      of,
      order: inFull(of, table),
      wanted: (columns ?? Object.keys(table.columns))
        .map((column) => this.#selected(column, table))
        .join(', '),
      present: nullable(of, table).map((column) => `r.${column} IS NOT NULL`),
    };
  }

  /** Finds one row if the expectation is not met. */
  unmet({ table: name, key, column, value }: RowExpectation): Statement {
    const parameters: unknown[] = [...key];
    const at = this.#at(name, 1);
    if (value === undefined)
      return { sql: `SELECT 1 AS unmet FROM ${name} WHERE ${at}`, parameters };
    const is =
      value === null
        ? `${column} IS NULL`
        : `${column} = ${this.#dialect.parameter(parameters.push(value))}`;
    return {
      sql: `SELECT 1 AS unmet WHERE NOT EXISTS (SELECT 1 FROM ${name} WHERE ${at} AND ${is})`,
      parameters,
    };
  }

  patch({ table: name, key, set = {}, add = {} }: RowPatch): Statement {
    const parameters: unknown[] = [];
    const next = (value: unknown) => this.#dialect.parameter(parameters.push(value));
    const changes = [
      ...Object.entries(set).map(([column, value]) => `${column} = ${next(value)}`),
      ...Object.entries(add).map(([column, by]) => `${column} = ${column} + ${next(by)}`),
    ];
    const at = this.#at(name, parameters.length + 1);
    return {
      sql: `UPDATE ${name} SET ${changes.join(', ')} WHERE ${at}`,
      parameters: [...parameters, ...key],
    };
  }

  /** The rows whose first columns of the key have these values. */
  remove(name: string, values: readonly (readonly Cell[])[]): Statement {
    const table = this.table(name);
    const { all, lists, parameters } = this.#lists(values, { table, of: table.key });
    const where = values.length === 0 ? ['1 = 0'] : [...all];
    if (lists !== undefined) {
      const found = lists.columns.map((_, at) => `k.c${at}`).join(', ');
      where.unshift(`(${lists.columns.join(', ')}) IN (SELECT ${found} FROM ${lists.sql})`);
    }
    const condition = where.length === 0 ? '' : ` WHERE ${where.join(' AND ')}`;
    return { sql: `DELETE FROM ${name}${condition}`, parameters };
  }

  /** What an insert does when there is a row with the same key: it takes its place. */
  replacing(name: string): string {
    const { key, columns } = this.table(name);
    const others = Object.keys(columns).filter((column) => !key.includes(column));
    const then =
      others.length === 0
        ? 'NOTHING'
        : `UPDATE SET ${others.map((column) => `${column} = excluded.${column}`).join(', ')}`;
    return `ON CONFLICT (${key.join(', ')}) DO ${then}`;
  }

  #selected(column: string, { columns }: Table): string {
    const { type } = columns[column] as Column;
    return this.#dialect.selected?.(column, type) ?? `r.${column}`;
  }

  #at(name: string, first: number): string {
    return this.table(name)
      .key.map((column, at) => `${column} = ${this.#dialect.parameter(first + at)}`)
      .join(' AND ');
  }

  /**
   * Conditions for rows with one of these lists of values. What all lists begin with, such as the scope, is compared with
   * one value, so that the database looks at once where it is; only the rest is a table of lists.
   */
  #lists(
    values: readonly (readonly Cell[])[],
    { table, of }: { table: Table; of: readonly string[] },
  ): {
    all: string[];
    lists: { sql: string; columns: readonly string[] } | undefined;
    parameters: unknown[];
  } {
    const [first = []] = values;
    const differs = first.findIndex(
      (value, at) => at === first.length - 1 || values.some((list) => list[at] !== value),
    );
    const shared = values.length <= 1 ? first.length : differs;
    const columns = of.slice(shared, first.length);
    const types = columns.map((column) => (table.columns[column] as Column).type);
    const rest = values.map((list) => list.slice(shared));
    const lists = columns.length === 0 ? undefined : this.#dialect.lists(rest, { types, first: 1 });
    const parameters: unknown[] = [...(lists?.parameters ?? [])];
    const all = first
      .slice(0, shared)
      .map((value, at) => `${of[at]} = ${this.#dialect.parameter(parameters.push(value))}`);
    return { all, lists: lists && { sql: lists.sql, columns }, parameters };
  }
}

function nullable(of: readonly string[], { key }: Table): string[] {
  return of.filter((column) => !key.includes(column));
}

/** How {@link definitions} names an index. */
export const indexName = (table: string, index: string) => `${table}_${index}`;

/** Definitions of tables and their indexes, by name. */
export function definitions(
  tables: Tables,
  { types }: Pick<Dialect, 'types'>,
): { tables: Record<string, string>; indexes: Record<string, string> } {
  const made = { tables: {} as Record<string, string>, indexes: {} as Record<string, string> };
  for (const [name, table] of Object.entries(tables)) {
    const columns = Object.entries(table.columns).map(
      ([column, { type }]) =>
        `${column} ${types[type]}${table.key.includes(column) ? ' NOT NULL' : ''}`,
    );
    made.tables[name] =
      `CREATE TABLE ${name} (${columns.join(', ')}, PRIMARY KEY (${table.key.join(', ')}))`;
    for (const [index, of] of Object.entries(table.indexes)) {
      const present = nullable(of, table).map((column) => `${column} IS NOT NULL`);
      const where = present.length === 0 ? '' : ` WHERE ${present.join(' AND ')}`;
      made.indexes[indexName(name, index)] =
        `CREATE INDEX ${indexName(name, index)} ON ${name} (${inFull(of, table).join(', ')})${where}`;
    }
  }
  return made;
}
