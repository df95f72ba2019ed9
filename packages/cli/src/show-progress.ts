import type { OptionTable } from './options.ts';
import type { Output } from './output.ts';

export const progressOption = {
  progress: { help: 'report progress without a terminal too' },
} as const satisfies OptionTable;

/** Redraws a line of the terminal, or with `--progress` writes one. `part` is 0..1. */
export function showProgress(
  { values, output }: { values: { progress: boolean | undefined }; output: Output },
  { text, part }: { text: string; part?: number },
): void {
  if (values.progress) output.note(text);
  else output.progress.update(text, part);
}
