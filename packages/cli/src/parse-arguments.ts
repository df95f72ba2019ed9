import { parseArgs } from 'node:util';
import type { OptionTable, OptionValues } from './options.js';
import { UsageError } from './usage-error.js';

export interface ParsedArguments<O extends OptionTable> {
  values: OptionValues<O>;
  positionals: string[];
}

/** Takes a command's arguments apart. Whatever is unknown or incomplete is an error that names it. */
export function parseArguments<O extends OptionTable>(
  argv: readonly string[],
  options: O,
): ParsedArguments<O> {
  const { tokens } = parseArgs({
    args: [...argv],
    options: Object.fromEntries(
      Object.entries(options).map(([name, option]) => [
        name,
        {
          type: option.type === 'flag' ? 'boolean' : 'string',
          ...(name === 'help' ? { short: 'h' } : {}),
        } as const,
      ]),
    ),
    // Checked below, with messages of our own and room for values such as -1.
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values: Record<string, string | boolean> = {};
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (option === undefined) {
      throw new UsageError(
        `Unknown option ${rawName}.${suggestion(name, Object.keys(options))} Text that begins with a dash goes behind --.`,
        { field: rawName },
      );
    }
    if (option.type === 'flag') {
      if (value !== undefined)
        throw new UsageError(`${rawName} takes no value.`, { field: rawName });
      values[name] = true;
    } else {
      if (value === undefined || (!inlineValue && looksLikeOption(value))) {
        throw new UsageError(`${rawName} needs a value: ${rawName} ${option.value}.`, {
          field: rawName,
        });
      }
      values[name] = value;
    }
  }
  return { values: values as OptionValues<O>, positionals };
}

function looksLikeOption(value: string): boolean {
  return value.startsWith('-') && value !== '-' && !/^-\d/.test(value);
}

function suggestion(name: string, known: readonly string[]): string {
  const near = known.find(
    (option) => name.length > 2 && (option.startsWith(name) || name.startsWith(option)),
  );
  return near === undefined ? '' : ` Did you mean --${near}?`;
}
