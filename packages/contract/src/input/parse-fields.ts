import { type Fault, MnemeError } from '../interfaces/index.ts';
import { invalid, nearest, type Parse, parseObject, show } from './fields.ts';

/** A check for every field of a form. `{…} satisfies FieldsOf<RetrieveOptions>` compiles only if it is complete. */
export type FieldsOf<Form> = { readonly [Key in keyof Form]-?: Parse<unknown> };

/** The checks of a form, by field. */
export type Fields = Readonly<Record<string, Parse<unknown>>>;

/** The result of the checks of a form. */
export type Parsed<Table extends Fields, Required extends keyof Table = never> = {
  [Key in Exclude<keyof Table, Required>]?: ReturnType<Table[Key]>;
} & { [Key in Required]: ReturnType<Table[Key]> };

interface FormOptions<Required> {
  /** Name of the whole form in messages, if it is not an object. */
  name: string;
  /** Prefix of the field names, with its dot. */
  prefix?: string;
  unknown: 'option' | 'field';
  required?: readonly Required[];
}

/** The last argument of a call. An unknown name is an unknown option. */
export function parseOptions<Table extends Fields, Required extends keyof Table = never>(
  value: unknown,
  table: Table,
  required?: readonly Required[],
): Parsed<Table, Required> {
  return parseForm(value, table, { name: 'options', unknown: 'option', required });
}

/** The subject of a call, such as a text to store. An unknown name is an unknown field. */
export function parseFields<Table extends Fields, Required extends keyof Table = never>(
  value: unknown,
  table: Table,
  { name, required }: { name: string; required?: readonly Required[] },
): Parsed<Table, Required> {
  return parseForm(value, table, { name, unknown: 'field', required });
}

/** Checks an object inside a form: `occurredAt` has the fields `occurredAt.from` and `occurredAt.before`. */
export function form<Table extends Fields, Required extends keyof Table = never>(
  table: Table,
  required?: readonly Required[],
): Parse<Parsed<Table, Required>> {
  return (value, name) =>
    parseForm(value, table, { name, prefix: `${name}.`, unknown: 'field', required });
}

const mostFaults = 20;

function parseForm<Table extends Fields, Required extends keyof Table>(
  value: unknown,
  table: Table,
  { name, prefix = '', unknown, required = [] }: FormOptions<Required>,
): Parsed<Table, Required> {
  const given = parseObject(value, name);
  const parsed: Record<string, unknown> = {};
  let faults: Fault[] | undefined;
  for (const key in table) {
    const field = prefix === '' ? key : prefix + key;
    try {
      const entry = given[key];
      if (entry === undefined && !(required as readonly string[]).includes(key)) continue;
      parsed[key] = (table[key] as Parse<unknown>)(entry, field);
    } catch (thrown) {
      // A caller's getter or proxy may throw anything.
      const error = MnemeError.isInstance(thrown) ? thrown : unreadable(field);
      // All faults are reported together.
      if (error.faults.length === 0) throw error;
      faults = [...(faults ?? []), ...error.faults];
    }
  }
  for (const key of namesOf(given, name)) {
    if (Object.hasOwn(table, key)) continue;
    // Limits the number of reported unknown names.
    if (faults !== undefined && faults.length >= mostFaults) break;
    faults = [...(faults ?? []), unknownField(key, Object.keys(table), { prefix, unknown })];
  }
  if (faults !== undefined) throw new MnemeError('invalid_input', faults);
  return parsed as Parsed<Table, Required>;
}

function namesOf(given: object, name: string): string[] {
  try {
    return Object.keys(given);
  } catch {
    throw unreadable(name);
  }
}

function unreadable(field: string): MnemeError {
  return invalid(field, 'cannot be read: give a plain value');
}

function unknownField(
  key: string,
  known: readonly string[],
  { prefix, unknown }: { prefix: string; unknown: 'option' | 'field' },
): Fault {
  const found = nearest(key, known);
  return {
    field: prefix + show(key).slice(1, -1),
    problem: `known are ${known.join(', ')}`,
    unknown,
    ...(found === undefined ? {} : { nearest: prefix + found }),
  };
}
