import { createInterface } from 'node:readline';
import { MnemeError } from '@mneme/core';
import type { CommandContext } from './command.ts';
import type { OptionTable } from './options.ts';
import { UsageError } from './usage-error.ts';

type Asking = Pick<CommandContext<OptionTable>, 'input' | 'signal' | 'output'>;

/** Throws if there is nobody to ask; `needs` names the command, as in "erase needs --yes". */
export function assertTerminal({ input }: Pick<Asking, 'input'>, needs: string): void {
  if (input.isTTY !== true)
    throw new UsageError(`There is no terminal to ask at: ${needs} --yes.`, '--yes');
}

/** The answer to a question. Undefined: the input ended without one. */
export async function answerTo(
  { input, signal, output }: Asking,
  question: string,
): Promise<string | undefined> {
  output.note(question);
  const lines = createInterface({ input, signal });
  try {
    for await (const line of lines) return line.trim();
    return undefined;
  } finally {
    lines.close();
  }
}

/** Throws `aborted` unless the name is typed. */
export async function assertNameTyped(
  asking: Asking,
  { question, name }: { question: string; name: string },
): Promise<void> {
  if ((await answerTo(asking, question)) !== name)
    throw new MnemeError('aborted', 'that is not its name, so nothing was erased');
}
