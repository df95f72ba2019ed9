import { type Importance, type MemoryCategory, MnemeError } from '@mneme/core';
import type { OpenedMemory } from '@mneme/runtime';
import type { CommandContext } from './command.ts';
import type { OptionTable } from './options.ts';

type Context = Pick<CommandContext<OptionTable>, 'open'> & { values: { 'dry-run'?: boolean } };

/** Opens the memory, and throws if a default is wrong, because then every item would fail. */
export async function openForImport(
  context: Context,
  {
    scope,
    category,
    importance,
  }: { scope: string; category?: MemoryCategory; importance?: Importance },
): Promise<OpenedMemory> {
  const opened = await openOrTry(context);
  opened.memory.scope(scope).check({ content: 'something', category, importance });
  return opened;
}

/** A dry run does not create a store, and needs no model. */
async function openOrTry({ values, open }: Context): Promise<OpenedMemory> {
  if (values['dry-run'] !== true) return open();
  try {
    return await open({ embedder: 'none', mustExist: true });
  } catch (error) {
    if (!MnemeError.isInstance(error) || error.code !== 'not_found') throw error;
    return open({ embedder: 'none', db: 'sqlite::memory:', mustExist: false });
  }
}
