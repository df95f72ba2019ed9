import { parseArgs } from 'node:util';
import { nearest } from '@mneme/core/input';
import { type OptionTable, type OptionValues, placeholderOf } from './options.ts';
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
  const values: Record<string, string | boolean | string[]> = {};
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(typed(token.value));
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (option === undefined) {
      throw new UsageError(
        `Unknown option ${rawName.slice(0, 60)}.${suggestion(name, Object.keys(options))} Put text that begins with a dash after --.`,
        { field: rawName },
      );
    }
    const placeholder = placeholderOf(option);
    if (placeholder === undefined) {
      if (value !== undefined)
        throw new UsageError(`${rawName} takes no value.`, { field: rawName });
      values[name] = true;
    } else {
      if (value === undefined || (!inlineValue && value.startsWith('-') && value !== '-')) {
        throw new UsageError(`${rawName} needs a value: ${rawName} ${placeholder}.`, {
          field: rawName,
        });
      }
      const given = typed(value);
      checkSlip(given, { rawName, choices: option.choices });
      const before = values[name];
      values[name] =
        option.values === undefined ? given : [...(Array.isArray(before) ? before : []), given];
    }
  }
  return { values: values as OptionValues<O>, positionals };
}

/** A word near a known one is a mistake; numbers are never compared. */
function checkSlip(
  given: string,
  { rawName, choices = [] }: { rawName: string; choices?: readonly string[] },
): void {
  if (choices.includes(given)) return;
  for (const part of given.split(',').map((entry) => entry.trim())) {
    if (choices.includes(part) || /^\d/.test(part)) continue;
    const near = nearest(part, choices);
    if (near === undefined) continue;
    throw new UsageError(
      `${rawName} is "${part}". Did you mean ${near}? Known are ${choices.join(', ')}.`,
      { field: rawName },
    );
  }
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
