import type { Command } from '../command.ts';
import { camel } from '../options.ts';

/** A file of this folder, which exports each command by its last word: `show` for `sessions show`. */
type CommandFile = () => Promise<object>;

const remember: CommandFile = () => import('./remember.ts');
const look: CommandFile = () => import('./look.ts');
const sessions: CommandFile = () => import('./sessions.ts');
const scopes: CommandFile = () => import('./scopes.ts');
const db: CommandFile = () => import('./db.ts');
const databases: CommandFile = () => import('./databases.ts');
const backup: CommandFile = () => import('./backup.ts');
const documents: CommandFile = () => import('./documents.ts');
const keys: CommandFile = () => import('./keys.ts');
const config: CommandFile = () => import('./config.ts');

/**
 * All commands, in the order of the help: a word of the first level, or a word with an action. A file is loaded when
 * its command runs. To add a command, add it to a file here, and a line below.
 */
export const groups: Readonly<Record<string, Readonly<Record<string, [string, CommandFile]>>>> = {
  remember: {
    store: ['remember a text', remember],
    import: ['import a JSONL file, or memories of another program', () => import('./import.ts')],
    update: ['change one memory', remember],
    delete: ['forget one memory, its history, and turns that say it', remember],
    forget: ['forget a matter: facts and turns about it', remember],
    restore: ['bring back a memory that was replaced', remember],
  },
  look: {
    retrieve: ['find what is relevant to a question', look],
    prefetch: ['show the block that a model gets for a message', look],
    list: ['page through the memories of a scope', look],
    get: ['show one memory, and with --why where it comes from', look],
    sessions: ['list conversations; show, erase or learn from them', sessions],
    'sessions show': ['show the turns of one conversation', sessions],
    'sessions erase': ['forget one conversation for good', sessions],
    'sessions consolidate': ['make facts from new turns', sessions],
    scopes: ['list scopes; erase one, or settle what is contested', scopes],
    'scopes erase': ['forget a whole scope for good', scopes],
    'scopes verify-receipt': ['check the receipt of an erasure against the store', scopes],
    'scopes settle': ['settle contested memories, by a language model or yourself', scopes],
    open: ['see, correct and erase memories in the browser', () => import('./open.ts')],
  },
  'keep house': {
    prune: ['remove expired memories, and those above the cap', () => import('./prune.ts')],
    nightly: ['prune, consolidate, back up, examine and compact', () => import('./nightly.ts')],
    db: ['the store: doctor, backup, encryption, export, and more', db],
    'db stats': ['count memories', db],
    'db doctor': ['look for what is wrong with a store, and mend it', () => import('./doctor.ts')],
    'db audit': ['show who changed what, when and why, newest first', db],
    'db export': [
      'write memories as JSONL, or in a format of another program',
      () => import('./export.ts'),
    ],
    'db backup': ['copy the store to a file while it is in use', backup],
    'db restore': ['make a store from a backup', backup],
    'db compact': ['give free room back to the system', () => import('./compact.ts')],
    'db copy': ['copy memories from one store into another', () => import('./copy.ts')],
    'db list': ['list the databases of a store that has several', databases],
    'db move': ['move scopes to another database while they are used', databases],
    'db reembed': ['change the embedding model of a store that is in use', db],
    'db rewrap': [
      'give the keyring of a sealed store another master key',
      () => import('./rewrap.ts'),
    ],
    documents: ['list document stores; export or import one', documents],
    'documents export': ['write a document store to a folder', documents],
    'documents import': ['read a folder into a document store', documents],
  },
  connect: {
    mcp: ['serve one scope to an MCP client, such as Claude Code', () => import('./mcp.ts')],
    'mcp hook': ['answer a hook of Claude Code', () => import('./hook.ts')],
    serve: ['serve memory stores, records and MCP over HTTP', () => import('./serve.ts')],
    keys: ['list the keys of the server; create or revoke one', keys],
    'keys create': ['make a key for one scope', keys],
    'keys revoke': ['revoke a key', keys],
    config: ['show every setting; init writes your config file', config],
    'config init': ['write your config file', config],
    demo: ['show what a memory does; chat with Claude', () => import('./demo.ts')],
    'demo chat': ['talk with Claude, who remembers you', () => import('./chat.ts')],
  },
};

/** The summary and the file of each command, by the words that are typed. */
export const commands: Readonly<Record<string, [summary: string, CommandFile]>> = Object.assign(
  {},
  ...Object.values(groups),
);

/** Loads a command of {@link commands}. */
export async function loadCommand(name: string): Promise<Command> {
  const [, load] = commands[name]!;
  const found = (await load()) as Record<string, Command>;
  return found[camel(name.split(' ').at(-1)!)]!;
}

/** Words of other programs, each with the command of the same meaning. */
export const synonyms: Readonly<Record<string, readonly string[]>> = {
  add: ['store'],
  search: ['retrieve'],
  ls: ['list'],
  undo: ['restore'],
  history: ['get', '--why'],
  why: ['get', '--why'],
};

/** Commands that Mneme has no longer, each with what to do instead. */
export const removed: Readonly<Record<string, string>> = Object.fromEntries(
  ['db encrypt', 'db rekey', 'db decrypt'].map((name) => [
    name,
    'copy the store into a new file with another key or none: "mneme db copy --to NEW.db --to-key-file KEY" or "--to-plain", then move it over the old one',
  ]),
);
