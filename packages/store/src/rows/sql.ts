import { inFull } from './assert-questions.ts';
import type { Cell, Column, Question, RowExpectation, RowPatch, Table, Tables } from './rows.ts';

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

  constructor(tables: Tables, dialect: Dialect) {
    this.#tables = tables;
    this.#dialect = dialect;
  }

  table(name: string): Table {
    return this.#tables[name] as Table;
  }

  question(question: Question): Statement {
    const { table: name, index, columns } = question;
    const table = this.table(name);
    const of = index === undefined ? table.key : (table.indexes[index] as readonly string[]);
    const wanted = (columns ?? Object.keys(table.columns))
      .map((column) => this.#selected(column, table))
      .join(', ');
    const order = inFull(of, table);
    const present = nullable(of, table).map((column) => `r.${column} IS NOT NULL`);
    if ('any' in question) {
      const [list = []] = question.any;
      const { sql, parameters } = this.#lists(question.any, {
        table,
        columns: of.slice(0, list.length),
      });
      const where = [...list.map((_, at) => `r.${of[at]} = k.c${at}`), ...present].join(' AND ');
      const by = ['k.at', ...order.map((column) => `r.${column}`)].join(', ');
      return {
        sql: `SELECT ${wanted} FROM ${sql} CROSS JOIN ${name} r WHERE ${where} ORDER BY ${by}`,
        parameters,
      };
    }
    const { is, after, before, reverse = false, limit } = question;
    const parameters: unknown[] = [];
    const add = (value: unknown) => this.#dialect.parameter(parameters.push(value));
    const where = is.map((value, at) => `r.${of[at]} = ${add(value)}`);
    const bound = (values: readonly Cell[], sign: string) => {
      const bounded = order
        .slice(is.length, is.length + values.length)
        .map((column) => `r.${column}`);
      where.push(`(${bounded.join(', ')}) ${sign} (${values.map(add).join(', ')})`);
    };
    if (after !== undefined) bound(after, '>');
    if (before !== undefined) bound(before, '<');
    where.push(...present);
    const by = order.map((column) => `r.${column}${reverse ? ' DESC' : ''}`).join(', ');
    const condition = where.length === 0 ? '' : ` WHERE ${where.join(' AND ')}`;
    const most = limit === undefined ? '' : ` LIMIT ${add(limit)}`;
    return { sql: `SELECT ${wanted} FROM ${name} r${condition} ORDER BY ${by}${most}`, parameters };
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
  remove(name: string, lists: readonly (readonly Cell[])[]): Statement {
    const table = this.table(name);
    const columns = table.key.slice(0, lists[0]?.length ?? 0);
    if (columns.length === 0) return { sql: `DELETE FROM ${name}`, parameters: [] };
    const { sql, parameters } = this.#lists(lists, { table, columns });
    const found = `SELECT ${columns.map((_, at) => `k.c${at}`).join(', ')} FROM ${sql}`;
    return { sql: `DELETE FROM ${name} WHERE (${columns.join(', ')}) IN (${found})`, parameters };
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

  #lists(
    values: readonly (readonly Cell[])[],
    { table, columns }: { table: Table; columns: readonly string[] },
  ): Statement {
    const types = columns.map((column) => (table.columns[column] as Column).type);
    return this.#dialect.lists(values, { types, first: 1 });
  }
}

function nullable(of: readonly string[], { key }: Table): string[] {
  return of.filter((column) => !key.includes(column));
}

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
      made.indexes[`${name}_${index}`] =
        `CREATE INDEX ${name}_${index} ON ${name} (${inFull(of, table).join(', ')})${where}`;
    }
  }
  return made;
}
