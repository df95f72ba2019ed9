import { MnemeError, terminalText } from '@mneme/core';
import { terminalJson } from '@mneme/core/faces';
import type { Progress } from './progress.ts';

export interface OutputStream {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

/** The codes that turn a style on and off. */
const styles = {
  strong: [1, 22],
  quiet: [2, 22],
  accent: [36, 39],
  good: [32, 39],
  warning: [33, 39],
  bad: [31, 39],
} as const;

/** Colours by meaning. Without colour every function returns its text. */
export type Colours = Readonly<Record<keyof typeof styles, (text: string) => string>>;

/**
 * Output of a command: results to standard output, everything else to standard error. Stored text cannot control the
 * terminal: only colours of this object pass.
 */
export interface Output {
  readonly json: boolean;
  /** Colours for standard output. */
  readonly colours: Colours;
  /** Columns for running text: those of the terminal, at most 120; 80 without a terminal. */
  readonly width: number;
  /** Columns for a table: those of the terminal; unlimited without one, because a program may read it. */
  readonly tableWidth: number;
  readonly progress: Progress;
  /** A line of the result. JSON from `terminalJson` passes unchanged. */
  line(text?: string): void;
  /** A piece of the result, without a line break. */
  write(text: string): void;
  /** The result as JSON if requested, else as text, or as lines: those that are false or undefined are left out. */
  result(value: unknown, text: () => string | readonly (string | false | undefined)[]): void;
  /** A line for a person, on standard error. */
  note(text: string): void;
}

export interface OutputOptions {
  stdout: OutputStream;
  stderr: OutputStream;
  json: boolean;
  noColor: boolean;
  /** The terminal has no colours and cannot redraw a line. */
  dumb: boolean;
  /** Absent: standard error is not a terminal. */
  progress?: Progress;
}

export function createOutput({
  stdout,
  stderr,
  json,
  noColor,
  dumb,
  progress: shown = { update() {}, clear() {} },
}: OutputOptions): Output {
  // Stored text cannot know it, so an escape with it is one of our colours. It is removed before the terminal.
  const colourful = stdout.isTTY === true && !noColor && !dumb && !json;
  const mark = colourful ? unknownMark() : undefined;
  const safe = mark === undefined ? terminalText : terminalTextIn(mark);
  const columns = (stdout.isTTY === true ? stdout.columns : undefined) || undefined;
  return {
    json,
    colours: coloursFor(mark),
    width: Math.max(30, Math.min(columns ?? 80, 120)),
    tableWidth: columns ?? Number.POSITIVE_INFINITY,
    progress: shown,
    line(text = '') {
      shown.clear();
      stdout.write(`${safe(text)}\n`);
    },
    write(text) {
      shown.clear();
      stdout.write(safe(text));
    },
    result(value, text) {
      shown.clear();
      if (json) stdout.write(`${terminalJson(value, stdout.isTTY ? 2 : undefined)}\n`);
      else {
        const given = text();
        const said =
          typeof given === 'string'
            ? given
            : given.filter((each) => each !== false && each !== undefined).join('\n');
        if (said !== '') stdout.write(`${safe(said)}\n`);
      }
    },
    note(text) {
      shown.clear();
      stderr.write(`${safe(text)}\n`);
    },
  };
}

function unknownMark(): string {
  // Loaded for colours only: it takes long.
  const { randomInt } = process.getBuiltinModule('node:crypto');
  return Array.from({ length: 4 }, () => randomInt(1000, 10_000)).join(';');
}

function terminalTextIn(mark: string): (text: string) => string {
  const ownColour = new RegExp(`\u001b\\[(\\d+);${mark}m`);
  return (text) =>
    text
      .split(ownColour)
      .map((part, index) => (index % 2 === 0 ? terminalText(part) : `\u001b[${part}m`))
      .join('');
}

/** Undefined without a terminal: measuring text takes long to load. */
export async function progressOn(
  stderr: OutputStream,
  { dumb }: { dumb: boolean },
): Promise<Progress | undefined> {
  if (stderr.isTTY !== true || dumb) return undefined;
  const { progress } = await import('./progress.ts');
  return progress(stderr);
}

/** The colours. Each puts `mark` before and after its text for {@link createOutput}; without `mark` there are no colours. */
function coloursFor(mark: string | undefined): Colours {
  const paints = Object.entries(styles).map(([name, [on, off]]) => [
    name,
    (text: string) =>
      mark === undefined || text === ''
        ? text
        : `\u001b[${on};${mark}m${text}\u001b[${off};${mark}m`,
  ]);
  return Object.fromEntries(paints) as Colours;
}

/**
 * Prints an error of the inspector on standard error. Only its name, because messages of a database may contain stored
 * text.
 */
export function noteError({ note }: Output): (error: unknown) => void {
  return (error) => {
    if (MnemeError.isInstance(error)) return note(`mneme: ${error.message} [${error.code}]`);
    const { name = 'Error', code = '' } = (error ?? {}) as { name?: string; code?: string };
    note(`mneme: the inspector failed: ${name} ${code}`.trim());
  };
}
