import type { Command } from '../command.js';
import { auditCommand } from './audit.js';
import { chatCommand } from './chat.js';
import { copyCommand } from './copy.js';
import { deleteCommand } from './delete.js';
import { demoCommand } from './demo.js';
import { documentsCommand } from './documents.js';
import { evalCommand } from './eval.js';
import { exportCommand } from './export.js';
import { getCommand } from './get.js';
import { historyCommand } from './history.js';
import { importCommand } from './import.js';
import { keyCommand } from './key.js';
import { listCommand } from './list.js';
import { pruneCommand } from './prune.js';
import { reembedCommand } from './reembed.js';
import { retrieveCommand } from './retrieve.js';
import { serveCommand } from './serve.js';
import { statsCommand } from './stats.js';
import { storeCommand } from './store.js';
import { whyNotCommand } from './why-not.js';

/** Every command, in the order of the help. A new one is a file beside this and a line here. */
export const commands: readonly Command[] = [
  storeCommand,
  retrieveCommand,
  getCommand,
  listCommand,
  deleteCommand,
  historyCommand,
  whyNotCommand,
  importCommand,
  exportCommand,
  copyCommand,
  reembedCommand,
  pruneCommand,
  statsCommand,
  auditCommand,
  chatCommand,
  evalCommand,
  documentsCommand,
  serveCommand,
  keyCommand,
  demoCommand,
];
