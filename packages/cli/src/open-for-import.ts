import { MnemeError } from '@mneme/core';
import type { OpenedMemory } from '@mneme/runtime';
import type { CommandContext } from './command.ts';
import type { OptionTable } from './options.ts';

/** A dry run makes no store where there is none, and needs no model. */
export async function openForImport({
  values,
  open,
}: Pick<CommandContext<OptionTable>, 'open'> & {
  values: { 'dry-run'?: boolean };
}): Promise<OpenedMemory> {
  if (values['dry-run'] !== true) return open();
  try {
    return await open({ embedder: 'none', mustExist: true });
  } catch (error) {
    if (!MnemeError.isInstance(error) || error.code !== 'not_found') throw error;
    return open({ embedder: 'none', db: 'sqlite::memory:', mustExist: false });
  }
}
