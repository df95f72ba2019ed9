import { type Palette, palette } from './palette.ts';
import { type Progress, progress } from './progress.ts';

export interface OutputStream {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

/** Where a command's words go: results to standard output, everything else to standard error. */
export interface Output {
  readonly json: boolean;
  /** Colours for standard output. */
  readonly colours: Palette;
  /** Columns of the terminal; 100 where there is none. */
  readonly width: number;
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
}

export function createOutput({ stdout, stderr, json, noColor }: OutputOptions): Output {
  const shown = progress(stderr);
  return {
    json,
    colours: palette({ colour: stdout.isTTY === true && !noColor && !json }),
    width: Math.max(60, Math.min(stdout.columns ?? 100, 120)),
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
