import { isList } from '@mneme/core/input';

/** Old and short names of fields, and what they are called now. */
const aliases: Readonly<Record<string, string>> = { id: 'memory_id' };

/** What is needed of the JSON Schema of a tool's input. */
interface InputSchema {
  properties: Readonly<Record<string, object>>;
  required: readonly string[];
}

/**
 * A tool's input as it was meant. Models and clients send numbers, lists and booleans as strings (`"4"`, `"[\"a\"]"`,
 * `"true"`), and `null` or `""` for an optional field that they leave out. What cannot be read stays as it is, for the
 * check.
 */
export function asSent(input: unknown, schema: InputSchema): unknown {
  const given = typeof input === 'string' ? fromJson(input) : input;
  if (typeof given !== 'object' || given === null || isList(given)) return input;
  const { properties, required } = schema;
  const meant = new Map<string, unknown>();
  const entries = entriesOf(given);
  if (entries === undefined) return input;
  for (const [sent, value] of entries) {
    const name = nameOf(sent, { given, properties });
    const isLeftOut = !required.includes(name) || (name === sent && meant.has(name));
    if (isAbsent(value) && isLeftOut) continue;
    const { type } = (properties[name] ?? {}) as { type?: string };
    meant.set(name, typeof value === 'string' ? read(value, type) : value);
  }
  return Object.fromEntries(meant);
}

/** A field under its other name has the proper one, unless that is given too. */
function nameOf(
  sent: string,
  { given, properties }: { given: object; properties: InputSchema['properties'] },
): string {
  const name = Object.hasOwn(aliases, sent) ? (aliases[sent] as string) : sent;
  if (Object.hasOwn(properties, sent) || !Object.hasOwn(properties, name)) return sent;
  return isAbsent(Reflect.get(given, name)) ? name : sent;
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function read(text: string, type: string | undefined): unknown {
  const trimmed = text.trim();
  if (type === 'integer') return /^[+-]?\d+(?:\.0*)?$/.test(trimmed) ? Number(trimmed) : text;
  if (type === 'boolean') {
    const word = trimmed.toLowerCase();
    return word === 'true' || word === 'false' ? word === 'true' : text;
  }
  if (type !== 'array') return text;
  const list = fromJson(trimmed);
  if (isList(list)) return list;
  // One word is a list of one; several could be divided in more than one way.
  return /^[^\s,;[\]{}"]+$/.test(trimmed) ? [trimmed] : text;
}

/** A program's getter or proxy may throw; the check says so. */
function entriesOf(given: object): [string, unknown][] | undefined {
  try {
    return Object.entries(given);
  } catch {
    return undefined;
  }
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
