import { styleText } from 'node:util';
import { type Progress, progress } from './progress.ts';

export interface OutputStream {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

const styles = {
  strong: 'bold',
  quiet: 'dim',
  accent: 'cyan',
  good: 'green',
  warning: 'yellow',
  bad: 'red',
} as const;

/** Colours by meaning. Without colour every function answers its text. */
export type Colours = Readonly<Record<keyof typeof styles, (text: string) => string>>;

/** Where a command's words go: results to standard output, everything else to standard error. */
export interface Output {
  readonly json: boolean;
  /** Colours for standard output. */
  readonly colours: Colours;
  /** Columns for running text: those of the terminal, at most 120; 100 where there is none. */
  readonly width: number;
  /** Columns for a table: those of the terminal; without end where there is none, since a program may read it. */
  readonly tableWidth: number;
  readonly progress: Progress;
  /** A line of the result. */
  line(text?: string): void;
  /** A piece of the result as it comes, without a line break. */
  write(text: string): void;
  /** The result as JSON if that was asked for, else as text. */
  result(value: unknown, text: () => string): void;
  /** A line for the reader's eyes, on standard error. */
  note(text: string): void;
}

export interface OutputOptions {
  stdout: OutputStream;
  stderr: OutputStream;
  json: boolean;
  noColor: boolean;
  /** The terminal can neither colour nor draw a line over itself. */
  dumb: boolean;
}

export function createOutput({ stdout, stderr, json, noColor, dumb }: OutputOptions): Output {
  const shown = progress(stderr, { silent: dumb });
  const columns = (stdout.isTTY === true ? stdout.columns : undefined) || undefined;
  return {
    json,
    colours: coloursFor(stdout.isTTY === true && !noColor && !dumb && !json),
    width: Math.max(30, Math.min(columns ?? 100, 120)),
    tableWidth: columns ?? Number.POSITIVE_INFINITY,
    progress: shown,
    line(text = '') {
      shown.clear();
      stdout.write(`${text}\n`);
    },
    write(text) {
      shown.clear();
      stdout.write(text);
    },
    result(value, text) {
      shown.clear();
      if (json) stdout.write(`${JSON.stringify(value, undefined, stdout.isTTY ? 2 : undefined)}\n`);
      else {
        const said = text();
        if (said !== '') stdout.write(`${said}\n`);
      }
    },
    note(text) {
      shown.clear();
      stderr.write(`${text}\n`);
    },
  };
}

function coloursFor(colour: boolean): Colours {
  const paint = (style: (typeof styles)[keyof typeof styles]) => (text: string) =>
    colour && text !== '' ? styleText(style, text, { validateStream: false }) : text;
  return {
    strong: paint(styles.strong),
    quiet: paint(styles.quiet),
    accent: paint(styles.accent),
    good: paint(styles.good),
    warning: paint(styles.warning),
    bad: paint(styles.bad),
  };
}
