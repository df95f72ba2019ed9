import { once } from 'node:events';
import type { Stats } from 'node:fs';
import { MnemeError } from '@mneme/core';
import { invalid } from '@mneme/core/input';
import { boundedInput, openInput } from './bounded-input.ts';
import { firstBytes } from './read-small-file.ts';

/** Sources of a key. Never the command line, because every user of the machine can read it. */
export interface KeySource {
  /** A file that only its owner may read. */
  keyFile?: string;
  /** A shell command that prints the key. */
  keyCommand?: string;
}

/** The names of a source's fields, for messages. */
export interface KeyFields {
  keyFile: string;
  keyCommand: string;
}

const maxBytes = 4096;
/** Time for a person to type a passphrase. */
const maxKeyCommandMs = 300_000;

/**
 * The text of a key file or of a command's output, without its last line break. Undefined without a source. Rejects
 * with `invalid_input` for two sources, a file that others may read, or an empty text; no message shows the text.
 */
export async function readKey(
  { keyFile, keyCommand }: KeySource,
  fields: KeyFields = { keyFile: 'keyFile', keyCommand: 'keyCommand' },
): Promise<string | undefined> {
  if (keyFile !== undefined && keyCommand !== undefined)
    throw invalid(fields.keyCommand, 'is given, and so is a file: give one of them');
  if (keyFile !== undefined)
    return keyText(await readPrivate(keyFile, fields.keyFile), fields.keyFile);
  if (keyCommand === undefined) return undefined;
  return keyText(await outputOf(keyCommand, fields.keyCommand), fields.keyCommand);
}

async function readPrivate(path: string, field: string): Promise<Uint8Array> {
  const failed = (what: string) => invalid(field, `is "${path}": ${what}`);
  const check = (facts: Stats) => {
    // Only processes that have a pipe can read it.
    if (facts.isFile() && process.platform !== 'win32' && (facts.mode & 0o077) !== 0)
      throw failed(`others than its owner may read it: chmod 600 ${path}`);
  };
  return firstBytes(boundedInput(openInput(path, { field, check }), { field }), maxBytes + 1);
}

/** If the command asks for something, such as a passphrase, it asks at the terminal. */
async function outputOf(command: string, field: string): Promise<Uint8Array> {
  const { spawn } = await import('node:child_process');
  try {
    const child = spawn(command, {
      ...{ shell: true, stdio: ['inherit', 'pipe', 'inherit'] },
      timeout: maxKeyCommandMs,
    });
    const output = boundedInput(child.stdout, { field, waitMs: maxKeyCommandMs });
    const [bytes, [code, signal]] = await Promise.all([
      firstBytes(output, maxBytes + 1),
      once(child, 'exit'),
    ]).finally(() => child.kill());
    if (code === 0 || bytes.length > maxBytes) return bytes;
    throw invalid(field, `ended with ${code ?? signal}, so there is no key`);
  } catch (cause) {
    if (MnemeError.isInstance(cause)) throw cause;
    const problem = 'could not be started, so there is no key';
    throw new MnemeError('invalid_input', [{ field, problem }], { cause });
  }
}

function keyText(bytes: Uint8Array, field: string): string {
  if (bytes.length > maxBytes)
    throw invalid(field, `gives more than ${maxBytes} bytes: give a key`);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalid(field, 'gives bytes that are not text: write the key as 64 hexadecimal digits');
  }
  const key = text.replace(/\r?\n$/, '');
  if (key.trim() === '') throw invalid(field, 'gives nothing: write a key into it');
  return key;
}
