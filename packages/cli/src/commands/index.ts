import type { Command } from '../command.ts';
import { projectOption } from '../options.ts';

/** In the order of the help. A new one is a file beside this and a line here; it is loaded when it is asked for. */
const all = {
  store: async () => (await import('./store.ts')).storeCommand,
  retrieve: async () => (await import('./retrieve.ts')).retrieveCommand,
  prefetch: async () => (await import('./prefetch.ts')).prefetchCommand,
  get: async () => (await import('./get.ts')).getCommand,
  list: async () => (await import('./list.ts')).listCommand,
  update: async () => (await import('./update.ts')).updateCommand,
  delete: async () => (await import('./delete.ts')).deleteCommand,
  history: async () => (await import('./history.ts')).historyCommand,
  undo: async () => (await import('./undo.ts')).undoCommand,
  why: async () => (await import('./why.ts')).whyCommand,
  'why-not': async () => (await import('./why-not.ts')).whyNotCommand,
  sessions: async () => (await import('./sessions.ts')).sessionsCommand,
  import: async () => (await import('./import.ts')).importCommand,
  export: async () => (await import('./export.ts')).exportCommand,
  copy: async () => (await import('./copy.ts')).copyCommand,
  reembed: async () => (await import('./reembed.ts')).reembedCommand,
  backup: async () => (await import('./backup.ts')).backupCommand,
  restore: async () => (await import('./restore.ts')).restoreCommand,
  encrypt: async () => (await import('./encrypt.ts')).encryptCommand,
  rekey: async () => (await import('./rekey.ts')).rekeyCommand,
  decrypt: async () => (await import('./decrypt.ts')).decryptCommand,
  keyring: async () => (await import('./keyring.ts')).keyringCommand,
  consolidate: async () => (await import('./consolidate.ts')).consolidateCommand,
  settle: async () => (await import('./settle.ts')).settleCommand,
  prune: async () => (await import('./prune.ts')).pruneCommand,
  erase: async () => (await import('./erase.ts')).eraseCommand,
  'verify-receipt': async () => (await import('./verify-receipt.ts')).verifyReceiptCommand,
  doctor: async () => (await import('./doctor.ts')).doctorCommand,
  stats: async () => (await import('./stats.ts')).statsCommand,
  audit: async () => (await import('./audit.ts')).auditCommand,
  chat: async () => (await import('./chat.ts')).chatCommand,
  eval: async () => (await import('./eval.ts')).evalCommand,
  documents: async () => (await import('./documents.ts')).documentsCommand,
  mcp: async () => (await import('./mcp.ts')).mcpCommand,
  hook: async () => (await import('./hook.ts')).hookCommand,
  serve: async () => (await import('./serve.ts')).serveCommand,
  key: async () => (await import('./key.ts')).keyCommand,
  open: async () => (await import('./open.ts')).openCommand,
  init: async () => (await import('./init.ts')).initCommand,
  config: async () => (await import('./config.ts')).configCommand,
  demo: async () => (await import('./demo.ts')).demoCommand,
} satisfies Record<string, () => Promise<Command>>;

/** By these a command is called. */
export const commandNames = Object.keys(all);

/** A command, with what all that take a scope have; undefined where there is none of this name. */
export async function loadCommand(name: string): Promise<Command | undefined> {
  if (!Object.hasOwn(all, name)) return undefined;
  const command: Command = await all[name as keyof typeof all]();
  return 'scope' in command.options
    ? { ...command, options: { ...command.options, ...projectOption } }
    : command;
}

/** Every command. */
export async function loadCommands(): Promise<readonly Command[]> {
  const loaded = await Promise.all(commandNames.map(loadCommand));
  return loaded.filter((command) => command !== undefined);
}
