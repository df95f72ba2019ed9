import { MnemeError } from '@mneme/core/contract';
import type { Cell, Column, Row, Table, Tables } from '@mneme/store/rows';
import type { Cipher } from '../cipher.ts';
import type { CallCiphers } from './call-ciphers.ts';
import { formOf } from './sealed-tables.ts';

/** Where a cell is. `scope`: that of its row, if rows of the table belong to one. */
interface Place {
  name: string;
  column: string;
  scope: Cell | undefined;
  /** Of its row, unsealed. A sealed cell opens nowhere else. */
  key?: readonly Cell[];
}

/** Seals and opens the cells of one call. Null stays null. */
export class Cells {
  readonly ciphers: CallCiphers;
  readonly #tables: Tables;

  constructor(tables: Tables, ciphers: CallCiphers) {
    this.#tables = tables;
    this.ciphers = ciphers;
  }

  table(name: string): Table {
    return this.#tables[name] as Table;
  }

  /** Values of these columns, as the store below compares them. */
  async compared(
    name: string,
    { columns, values }: { columns: readonly string[]; values: readonly Cell[] },
  ): Promise<Cell[]> {
    const scope = values[columns.indexOf('scope')];
    const sealed: Cell[] = [];
    for (const [at, value] of values.entries()) {
      const column = columns[at] as string;
      sealed.push(await this.#seal(value, { name, column, scope }, 'reading'));
    }
    return sealed;
  }

  /** Columns of the row with this key. Makes the key of its scope, if it is needed and missing. */
  async sealed(name: string, row: Row, key: readonly Cell[]): Promise<Row> {
    const scope = key[this.table(name).key.indexOf('scope')];
    const sealed: Row = {};
    for (const [column, value] of Object.entries(row))
      sealed[column] =
        formOf(this.table(name), column) === 'plain'
          ? value
          : await this.#seal(value, { name, column, scope, key }, 'writing');
    return sealed;
  }

  /**
   * Columns of a row that has its key and scope. Throws `wrong_key` or `damaged`; `lenient`: such a cell is null.
   */
  async opened(
    name: string,
    row: Row,
    { columns, lenient }: { columns: readonly string[]; lenient: boolean },
  ): Promise<Row> {
    const table = this.table(name);
    const known: Row = {};
    const open = async (column: string, key?: readonly Cell[]) => {
      const { scope } = known;
      known[column] ??= await this.#open(row[column] as Cell, { name, column, scope, key }).catch(
        (error: unknown) => {
          if (lenient && MnemeError.isInstance(error)) return null;
          throw error;
        },
      );
      return known[column];
    };
    if ('scope' in row) await open('scope');
    const key: Cell[] = [];
    if (columns.some((column) => formOf(table, column) === 'sealed'))
      for (const column of table.key) key.push(await open(column));
    const opened: Row = {};
    for (const column of columns)
      opened[column] =
        formOf(table, column) === 'plain' ? (row[column] as Cell) : await open(column, key);
    return opened;
  }

  async #seal(value: Cell, place: Place, use: 'reading' | 'writing'): Promise<Cell> {
    const { name, column, key = [] } = place;
    const form = formOf(this.table(name), column);
    if (value === null || form === 'plain') return value;
    if (form === 'scope') return this.ciphers.store.sealScope(value as string);
    const cipher = await this.#cipher(place, use);
    const bytes = typeof value === 'object' ? value : Buffer.from(String(value));
    return form === 'hashed'
      ? cipher.sealHashed(bytes, [about(place)])
      : cipher.sealCell(bytes, [about(place), ...(key as (string | number)[])]);
  }

  async #open(cell: Cell, place: Place): Promise<Cell> {
    const { name, column, key = [] } = place;
    const table = this.table(name);
    const form = formOf(table, column);
    if (cell === null || form === 'plain') return cell;
    if (form === 'scope') return this.ciphers.store.openScope(cell as string);
    const cipher = await this.#cipher(place, 'reading');
    const bytes =
      form === 'hashed'
        ? cipher.openHashed(cell as string, [about(place)])
        : cipher.openCell(cell as Uint8Array, [about(place), ...(key as (string | number)[])]);
    const { type } = table.columns[column] as Column;
    if (type === 'bytes') return new Uint8Array(bytes);
    return type === 'text' ? bytes.toString() : Number(bytes.toString());
  }

  async #cipher({ name, scope }: Place, use: 'reading' | 'writing'): Promise<Cipher> {
    const { key } = this.table(name);
    // The store's own: what has no scope, or the one without a name, and the list of scopes, which stays readable.
    const isOwn =
      key.length === 1 || key[0] !== 'scope' || typeof scope !== 'string' || scope === '';
    return isOwn ? this.ciphers.store : this.ciphers[use](scope);
  }
}

const about = ({ name, column }: Place) => `${column} of ${name}`;
