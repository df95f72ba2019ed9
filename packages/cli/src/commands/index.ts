import type { Command } from '../command.ts';
import { projectOption } from '../options.ts';
import { auditCommand } from './audit.ts';
import { backupCommand } from './backup.ts';
import { chatCommand } from './chat.ts';
import { completionCommand } from './completion.ts';
import { configCommand } from './config.ts';
import { consolidateCommand } from './consolidate.ts';
import { copyCommand } from './copy.ts';
import { decryptCommand } from './decrypt.ts';
import { deleteCommand } from './delete.ts';
import { demoCommand } from './demo.ts';
import { doctorCommand } from './doctor.ts';
import { documentsCommand } from './documents.ts';
import { encryptCommand } from './encrypt.ts';
import { eraseCommand } from './erase.ts';
import { evalCommand } from './eval.ts';
import { exportCommand } from './export.ts';
import { getCommand } from './get.ts';
import { historyCommand } from './history.ts';
import { hookCommand } from './hook.ts';
import { importCommand } from './import.ts';
import { initCommand } from './init.ts';
import { keyCommand } from './key.ts';
import { keyringCommand } from './keyring.ts';
import { listCommand } from './list.ts';
import { mcpCommand } from './mcp.ts';
import { prefetchCommand } from './prefetch.ts';
import { pruneCommand } from './prune.ts';
import { reembedCommand } from './reembed.ts';
import { rekeyCommand } from './rekey.ts';
import { restoreCommand } from './restore.ts';
import { retrieveCommand } from './retrieve.ts';
import { serveCommand } from './serve.ts';
import { sessionsCommand } from './sessions.ts';
import { statsCommand } from './stats.ts';
import { storeCommand } from './store.ts';
import { undoCommand } from './undo.ts';
import { updateCommand } from './update.ts';
import { verifyReceiptCommand } from './verify-receipt.ts';
import { whyCommand } from './why.ts';
import { whyNotCommand } from './why-not.ts';

/** In the order of the help. A new one is a file beside this and a line here. */
const all: readonly Command[] = [
  storeCommand,
  retrieveCommand,
  prefetchCommand,
  getCommand,
  listCommand,
  updateCommand,
  deleteCommand,
  historyCommand,
  undoCommand,
  whyCommand,
  whyNotCommand,
  sessionsCommand,
  importCommand,
  exportCommand,
  copyCommand,
  reembedCommand,
  backupCommand,
  restoreCommand,
  encryptCommand,
  rekeyCommand,
  decryptCommand,
  keyringCommand,
  consolidateCommand,
  pruneCommand,
  eraseCommand,
  verifyReceiptCommand,
  doctorCommand,
  statsCommand,
  auditCommand,
  chatCommand,
  evalCommand,
  documentsCommand,
  mcpCommand,
  hookCommand,
  serveCommand,
  keyCommand,
  initCommand,
  configCommand,
  completionCommand,
  demoCommand,
];

/** Every command, with what all that take a scope have. */
export const commands: readonly Command[] = all.map((command) =>
  'scope' in command.options
    ? { ...command, options: { ...command.options, ...projectOption } }
    : command,
);
