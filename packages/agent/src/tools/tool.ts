import { MnemeError } from '@mneme/core';
import { visibleJson, visibleText } from '@mneme/core/faces';
import {
  integer,
  invalid,
  type Parse,
  type Parsed,
  parseFields,
  parseText,
  show,
} from '@mneme/core/input';
import { asSent } from './as-sent.ts';

/** A tool as the Messages API takes it; other protocols use the same fields. */
export interface ToolDefinition<Name extends string = string> {
  /** Its name for the model. */
  name: Name;
  /** When to use it, for the model. */
  description: string;
  /** JSON Schema of the input. */
  input_schema: {
    type: 'object';
    properties: Record<string, object>;
    required: string[];
    additionalProperties: false;
  };
}

/** The result of a call, for the model. */
export interface ToolAnswer {
  /** JSON if it worked, otherwise a sentence that says what to change. */
  content: string;
  /** True: `content` begins with `Error: `. */
  isError: boolean;
}

/** What `client.beta.messages.toolRunner` takes, without depending on the SDK at run time. */
export interface RunnableTool<Name extends string = string> extends ToolDefinition<Name> {
  type: 'custom';
  parse: (input: unknown) => unknown;
  /** Throws an error whose message is the answer's content: the runner makes it an error result. */
  run: (input: unknown, context?: { signal?: AbortSignal | null }) => Promise<string>;
}

/** Tools in the forms that callers need. */
export interface ToolSet<Name extends string = string> {
  /** For `messages.create({ tools })` in your own loop. */
  definitions: ToolDefinition<Name>[];
  /** Runs one call. Never rejects and never throws: failures are in the answer. */
  handle(name: string, input: unknown, options?: { signal?: AbortSignal }): Promise<ToolAnswer>;
  /** For `client.beta.messages.toolRunner({ tools, thread: false })`. */
  runnable: RunnableTool<Name>[];
}

/** A field of a tool's input: its JSON Schema for the model, and its check. */
export interface ToolField<T = unknown> {
  schema: object;
  parse: Parse<T>;
}

/** A tool that checks its input and then runs. */
export interface Tool<Name extends string = string> {
  definition: ToolDefinition<Name>;
  /** Throws `invalid_input` for a wrong input. */
  start(input: unknown): (signal: AbortSignal | undefined) => Promise<object>;
}

type ToolFields = Readonly<Record<string, ToolField>>;
type Checks<Fields extends ToolFields> = { [Name in keyof Fields]: Fields[Name]['parse'] };

/** A text, by default any. */
export function text<T extends string = string>(
  description?: string,
  parse: Parse<T> = parseText as Parse<T>,
): ToolField<T> {
  return { schema: { type: 'string', description }, parse };
}

/** A text with at least one visible character. */
export function parseWords(value: unknown, field: string): string {
  const words = parseText(value, field);
  if (words.trim() !== '') return words;
  throw invalid(field, 'is empty: give a text');
}

/** A whole number. */
export function whole({
  minimum,
  maximum,
  ...more
}: {
  minimum: number;
  maximum?: number;
  default?: number;
  description?: string;
}): ToolField<number> {
  const parse = integer({ min: minimum, max: maximum });
  return { schema: { type: 'integer', minimum, maximum, ...more }, parse };
}

/** A tool from one table of its fields, which is both its schema and its check. */
export function defineTool<
  Name extends string,
  Fields extends ToolFields,
  Required extends keyof Fields & string = never,
>(
  face: { name: Name; description: string; fields: Fields; required?: readonly Required[] },
  run: (
    input: Parsed<Checks<Fields>, Required>,
    signal: AbortSignal | undefined,
  ) => Promise<object>,
): Tool<Name> {
  const { name, description, fields, required = [] } = face;
  const each = Object.entries(fields);
  const schemas = each.map(([field, { schema }]) => [field, JSON.parse(JSON.stringify(schema))]);
  const checks = Object.fromEntries(each.map(([field, { parse }]) => [field, parse]));
  const input_schema = {
    type: 'object' as const,
    properties: Object.fromEntries(schemas),
    required: [...required],
    additionalProperties: false as const,
  };
  return {
    definition: { name, description, input_schema },
    start(input) {
      const given = parseFields(asSent(input, input_schema), checks as Checks<Fields>, {
        name: 'input',
        required,
      });
      return (signal) => run(given, signal);
    },
  };
}

/** How a set of tools words its failures, and a listener to its calls. */
interface ToolSetOptions {
  /** The tools' names of the library's fields, if they differ by more than their spelling. */
  names?: Readonly<Record<string, string>>;
  /** Advice for a cursor that cannot be read. */
  cursorAdvice?: string;
  onCall?: (name: string, input: unknown) => void;
  /** Called for a failure of a call whose input was right. */
  onError?: (name: string, error: unknown) => void;
}

/** Tools in the forms that callers need. */
export function toolSet<Name extends string>(
  tools: readonly Tool<Name>[],
  { onCall, onError, ...words }: ToolSetOptions = {},
): ToolSet<Name> {
  const definitions = tools.map(({ definition }) => definition);
  const handle: ToolSet['handle'] = async (name, input, { signal } = {}) => {
    onCall?.(name, input);
    const tool = tools.find(({ definition }) => definition.name === name);
    if (tool === undefined) {
      const known = definitions.map((definition) => definition.name).join(', ') || 'none';
      return failed(`there is no tool ${show(name).replaceAll('"', '')}: known are ${known}`);
    }
    let isChecked = false;
    try {
      const run = tool.start(input);
      isChecked = true;
      return { content: visibleJson(await run(signal)), isError: false };
    } catch (error) {
      if (isChecked) onError?.(name, error);
      return failed(inToolWords(error, words));
    }
  };
  return {
    definitions: structuredClone(definitions),
    handle,
    runnable: structuredClone(definitions).map((definition) => ({
      ...definition,
      type: 'custom',
      parse: (input) => input,
      run: async (input, context) => {
        const signal = context?.signal ?? undefined;
        const { content, isError } = await handle(definition.name, input, { signal });
        if (isError) throw new Error(content.replace(/^Error: /, ''));
        return content;
      },
    })),
  };
}

function failed(message: string): ToolAnswer {
  return { content: visibleText(`Error: ${message}`), isError: true };
}

/** Failures that another input may avoid. All others are of the memory itself. */
const avoidable = /^(invalid_input|secret_refused|not_found|conflict|read_only)$/;

/** The engine's message with the tools' names; for a broken store, that the dialogue can go on without it. */
function inToolWords(error: unknown, { names = {}, cursorAdvice }: ToolSetOptions): string {
  const message = error instanceof Error ? error.message : String(error);
  if (!MnemeError.isInstance(error)) return `the memory failed (${message}). Go on without it.`;
  if (!avoidable.test(error.code))
    return `the memory is not available (${message}). Go on without it.`;
  const worded = error.worded({
    name: (field) =>
      names[field] ?? field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    advice: ({ field }) => {
      if (error.code === 'secret_refused') return 'leave it out';
      return field === 'cursor' ? cursorAdvice : undefined;
    },
  });
  if (error.faults.length === 0) return worded;
  return `${worded}${/[.?]$/.test(worded) ? '' : '.'} Nothing was done; correct it and call again.`;
}
