/** Its own types are not found through its `exports`. */
declare module 'better-sqlite3-multiple-ciphers' {
  import type Sqlite from 'better-sqlite3';

  export default class Database {
    constructor(path: string, options?: Sqlite.Options);
    exec(sql: string): this;
    prepare(sql: string): Sqlite.Statement;
    pragma(sql: string): unknown;
    key(key: Buffer): number;
    serialize(): Buffer;
    unsafeMode(unsafe: boolean): this;
    close(): this;
  }
}
