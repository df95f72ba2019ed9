import { parseArgs } from 'node:util';
import { choice, invalid, nearest, show } from '@mneme/core/input';
import {
  type AnyValues,
  camel,
  type Option,
  type OptionTable,
  type OptionValues,
  placeholderOf,
} from './options.ts';
import { UsageError } from './usage-error.ts';

export interface ParsedArguments<O extends OptionTable> {
  values: OptionValues<O>;
  positionals: string[];
}

/** Parses a command's arguments. An unknown or incomplete option is an error that names it. */
export function parseArguments<O extends OptionTable>(
  argv: readonly string[],
  options: O,
): ParsedArguments<O> {
  const { tokens } = parseArgs({
    // Texts that only begin with a dash, such as -1 or "- buy milk", are replaced by placeholders.
    args: argv.map((argument, index) => (isOptionLike(argument) ? argument : `\0${index}`)),
    options: Object.fromEntries(
      Object.entries(options).map(([name, option]) => [
        name,
        {
          type: placeholderOf(option) === undefined ? 'boolean' : 'string',
          ...(name === 'help' ? { short: 'h' } : {}),
        } as const,
      ]),
    ),
    // Checked below, with our own messages.
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const typed = (text: string) => (text.startsWith('\0') ? argv[Number(text.slice(1))]! : text);
  const values: Record<string, AnyValues[string]> = {};
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(typed(token.value));
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (option === undefined) {
      throw new UsageError(
        `Unknown option ${rawName.slice(0, 60)}.${suggestion(name, Object.keys(options))} Put text that begins with a dash after --.`,
        rawName,
      );
    }
    const placeholder = placeholderOf(option);
    if (placeholder === undefined) {
      if (value !== undefined) throw new UsageError(`${rawName} takes no value.`, rawName);
      values[camel(name)] = true;
    } else {
      if (value === undefined || (!inlineValue && value.startsWith('-') && value !== '-')) {
        throw new UsageError(`${rawName} needs a value: ${rawName} ${placeholder}.`, rawName);
      }
      const given = typed(value);
      const field = camel(name);
      const before = values[field];
      if (option.values === undefined) values[field] = readValue(given, { field, option });
      else values[field] = [...(Array.isArray(before) ? before : []), given];
    }
  }
  return { values: values as OptionValues<O>, positionals };
}

/** Checks what the command line alone knows; the library checks ranges. */
function readValue(
  text: string,
  { field, option }: { field: string; option: Option },
): AnyValues[string] {
  const { number, list, oneOf } = option;
  const one = (word: string) => (oneOf === undefined ? word : choice(oneOf)(word, field));
  if (list !== undefined) return textsOf(text).map(one);
  if (number === undefined) return one(text);
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isNaN(value)) return value;
  throw invalid(field, `is ${show(text)}`, 'give a number');
}

/** `a, b` becomes `['a', 'b']`. */
function textsOf(text: string): string[] {
  const entries = text.split(',').map((entry) => entry.trim());
  return entries.filter((entry) => entry !== '');
}

/** `-x`, `--name`, `--name=value`, `--`, `-`, and everything that does not begin with a dash. */
function isOptionLike(argument: string): boolean {
  return (
    !argument.startsWith('-') ||
    /^-(-?[A-Za-z][^\s=]*(=.*)?)?$/s.test(argument) ||
    argument === '--'
  );
}

function suggestion(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  return near === undefined ? '' : ` Did you mean --${near}?`;
}
