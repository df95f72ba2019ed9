/** A row of SQLite's schema table. Its values can be of any type in a file that somebody else made. */
export interface SchemaRow {
  type: unknown;
  name: unknown;
  tbl_name: unknown;
  sql: unknown;
}

/** What the schema of a file has, by name. */
interface OwnObject {
  type: string;
  table: string;
  sql: string;
}

/** `Mnem` in ASCII: identifies Mneme's files. */
export const applicationId = 0x4d6e656d;

/** Files of other versions are refused. */
export const schemaVersion = 6;

/** The table that contains the marks of the file, by `key` and `value`. No name of a store's tables has a digit. */
export const marksTable = 'marks_1';

const beginning = /^CREATE (TABLE|INDEX) (\w+)(?:[^(]*? ON (\w+))?/;

/** The index that SQLite makes for a UNIQUE or PRIMARY KEY of a table. */
const automatic = /^sqlite_autoindex_(.+)_\d{1,2}$/;

export function objectsOf(statements: readonly string[]): Map<string, OwnObject> {
  return new Map(
    statements.map((sql) => {
      const [, type = '', name = '', table = name] = beginning.exec(sql) ?? [];
      return [name, { type: type.toLowerCase(), table, sql }];
    }),
  );
}

/** SQLite makes them for ANALYZE. */
const ofSqlite = objectsOf([
  'CREATE TABLE sqlite_stat1(tbl,idx,stat)',
  'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)',
]);

/**
 * What a file of Mneme has in its schema, and may have. One that was made for fewer tables or indexes gets those that it
 * lacks.
 */
export class FileSchema {
  readonly #fixed: Map<string, OwnObject>;
  readonly #more: (name: string, sql: unknown) => OwnObject | undefined;

  /** `statements`: each makes one object of every file. `more`: what a file may have besides, by name and text. */
  constructor(
    statements: readonly string[],
    { more }: { more: (name: string, sql: unknown) => OwnObject | undefined },
  ) {
    this.#fixed = objectsOf(statements);
    this.#more = more;
  }

  /** How many tables and indexes every file has. */
  get size(): number {
    return this.#fixed.size;
  }

  /** Those of them that a file lacks, with what makes them. */
  lacking(rows: readonly SchemaRow[]): { name: string; sql: string }[] {
    const names = new Set(rows.map(({ name }) => name));
    return [...this.#fixed]
      .filter(([name]) => !names.has(name))
      .map(([name, { sql }]) => ({ name, sql }));
  }

  /** Whether a name is one that a table of Mneme has, or the text is that of such a table. */
  isTable(name: string, sql?: unknown): boolean {
    return this.#own(name, sql)?.type === 'table';
  }

  /** What Mneme makes under this name. Undefined: nothing. */
  #own(name: string, sql?: unknown): OwnObject | undefined {
    return this.#fixed.get(name) ?? ofSqlite.get(name) ?? this.#more(name, sql);
  }

  /**
   * The first row of a schema that Mneme did not make. The whole text is compared, because it is what SQLite runs: a
   * trigger, a view, a generated column, an expression in an index, a default or a check could run or compute something.
   */
  foreignRow(rows: readonly SchemaRow[]): SchemaRow | undefined {
    const texts = new Map(rows.map(({ name, sql }) => [name, sql]));
    return rows.find(({ type, name, tbl_name: table, sql }) => {
      if (typeof name !== 'string' || typeof table !== 'string') return true;
      // The index of a UNIQUE or PRIMARY KEY has no text.
      if (sql === null)
        return !(
          type === 'index' &&
          this.isTable(table, texts.get(table)) &&
          automatic.exec(name)?.[1] === table
        );
      const own = this.#own(name, sql);
      return own === undefined || own.type !== type || own.table !== table || own.sql !== sql;
    });
  }
}
