import type { Command } from '../command.ts';

/** A word of the command line. `load` runs only when the word is used, so a command loads no other. */
export interface Action {
  /** One line, for lists of commands. */
  summary: string;
  load(): Promise<Command>;
}

/** A word of the first level. If it has `actions`, one of them may follow; `load` is the command without one. */
export interface Word extends Action {
  group: 'remember' | 'look' | 'keep house' | 'connect';
  actions?: Readonly<Record<string, Action>>;
}

/** In the order of the help. To add a command, add a file here and an entry below. */
export const words: Readonly<Record<string, Word>> = {
  store: {
    group: 'remember',
    summary: 'remember a text',
    load: async () => (await import('./store.ts')).storeCommand,
  },
  import: {
    group: 'remember',
    summary: 'import a JSONL file, or memories of another program',
    load: async () => (await import('./import.ts')).importCommand,
  },
  update: {
    group: 'remember',
    summary: 'change one memory',
    load: async () => (await import('./update.ts')).updateCommand,
  },
  delete: {
    group: 'remember',
    summary: 'forget one memory, and the texts that it replaced',
    load: async () => (await import('./delete.ts')).deleteCommand,
  },
  restore: {
    group: 'remember',
    summary: 'bring back a memory that was replaced',
    load: async () => (await import('./restore.ts')).restoreCommand,
  },
  retrieve: {
    group: 'look',
    summary: 'find what is relevant to a question',
    load: async () => (await import('./retrieve.ts')).retrieveCommand,
  },
  prefetch: {
    group: 'look',
    summary: 'show the block that a model gets for a message',
    load: async () => (await import('./prefetch.ts')).prefetchCommand,
  },
  list: {
    group: 'look',
    summary: 'page through the memories of a scope',
    load: async () => (await import('./list.ts')).listCommand,
  },
  get: {
    group: 'look',
    summary: 'show one memory, and with --why where it comes from',
    load: async () => (await import('./get.ts')).getCommand,
  },
  sessions: {
    group: 'look',
    summary: 'list conversations; show, erase or learn from them',
    load: async () => (await import('./sessions.ts')).listSessionsCommand,
    actions: {
      show: {
        summary: 'show the turns of one conversation',
        load: async () => (await import('./sessions.ts')).showSessionCommand,
      },
      erase: {
        summary: 'forget one conversation for good',
        load: async () => (await import('./sessions.ts')).eraseSessionCommand,
      },
      consolidate: {
        summary: 'make facts from new turns',
        load: async () => (await import('./consolidate.ts')).consolidateCommand,
      },
    },
  },
  scopes: {
    group: 'look',
    summary: 'list scopes; erase one, or settle what is contested',
    load: async () => (await import('./scopes.ts')).scopesCommand,
    actions: {
      erase: {
        summary: 'forget a whole scope for good',
        load: async () => (await import('./erase.ts')).eraseCommand,
      },
      'verify-receipt': {
        summary: 'check the receipt of an erasure against the store',
        load: async () => (await import('./verify-receipt.ts')).verifyReceiptCommand,
      },
      settle: {
        summary: 'settle contested memories, by a language model or yourself',
        load: async () => (await import('./settle.ts')).settleCommand,
      },
    },
  },
  open: {
    group: 'look',
    summary: 'see, correct and erase memories in the browser',
    load: async () => (await import('./open.ts')).openCommand,
  },
  prune: {
    group: 'keep house',
    summary: 'remove expired memories, and the least important above the cap',
    load: async () => (await import('./prune.ts')).pruneCommand,
  },
  db: {
    group: 'keep house',
    summary: 'the store: doctor, backup, encryption, export, and more',
    load: async () => (await import('./stats.ts')).statsCommand,
    actions: {
      stats: {
        summary: 'count memories',
        load: async () => (await import('./stats.ts')).statsCommand,
      },
      doctor: {
        summary: 'look for what is wrong with a store, and mend it',
        load: async () => (await import('./doctor.ts')).doctorCommand,
      },
      audit: {
        summary: 'show who changed what, when and why, newest first',
        load: async () => (await import('./audit.ts')).auditCommand,
      },
      export: {
        summary: 'write memories as JSONL, or in a format of another program',
        load: async () => (await import('./export.ts')).exportCommand,
      },
      backup: {
        summary: 'copy the store to a file while it is in use',
        load: async () => (await import('./backup.ts')).backupCommand,
      },
      restore: {
        summary: 'make a store from a backup',
        load: async () => (await import('./restore-backup.ts')).restoreBackupCommand,
      },
      copy: {
        summary: 'copy memories from one store into another',
        load: async () => (await import('./copy.ts')).copyCommand,
      },
      reembed: {
        summary: 'change the embedding model of a store that is in use',
        load: async () => (await import('./reembed.ts')).reembedCommand,
      },
      encrypt: {
        summary: 'encrypt a SQLite file in place',
        load: async () => (await import('./change-key.ts')).encryptCommand,
      },
      rekey: {
        summary: 'give an encrypted SQLite file another key',
        load: async () => (await import('./change-key.ts')).rekeyCommand,
      },
      decrypt: {
        summary: 'decrypt a SQLite file in place',
        load: async () => (await import('./change-key.ts')).decryptCommand,
      },
      rewrap: {
        summary: 'give the keyring of a sealed store another master key',
        load: async () => (await import('./rewrap.ts')).rewrapCommand,
      },
    },
  },
  documents: {
    group: 'keep house',
    summary: 'list document stores; export or import one',
    load: async () => (await import('./documents.ts')).listDocumentsCommand,
    actions: {
      export: {
        summary: 'write a document store to a folder',
        load: async () => (await import('./documents.ts')).exportDocumentsCommand,
      },
      import: {
        summary: 'read a folder into a document store',
        load: async () => (await import('./documents.ts')).importDocumentsCommand,
      },
    },
  },
  mcp: {
    group: 'connect',
    summary: 'serve one scope to an MCP client, such as Claude Code',
    load: async () => (await import('./mcp.ts')).mcpCommand,
    actions: {
      hook: {
        summary: 'answer a hook of Claude Code',
        load: async () => (await import('./hook.ts')).hookCommand,
      },
    },
  },
  serve: {
    group: 'connect',
    summary: 'serve memory stores, records and MCP over HTTP',
    load: async () => (await import('./serve.ts')).serveCommand,
  },
  keys: {
    group: 'connect',
    summary: 'list the keys of the server; create or revoke one',
    load: async () => (await import('./keys.ts')).listKeysCommand,
    actions: {
      create: {
        summary: 'make a key for one scope',
        load: async () => (await import('./keys.ts')).createKeyCommand,
      },
      revoke: {
        summary: 'refuse a key from now on',
        load: async () => (await import('./keys.ts')).revokeKeyCommand,
      },
    },
  },
  config: {
    group: 'connect',
    summary: 'show every setting; init writes your config file',
    load: async () => (await import('./config.ts')).configCommand,
    actions: {
      init: {
        summary: 'write your config file',
        load: async () => (await import('./init.ts')).initCommand,
      },
    },
  },
  demo: {
    group: 'connect',
    summary: 'show what a memory does; chat with Claude',
    load: async () => (await import('./demo.ts')).demoCommand,
    actions: {
      chat: {
        summary: 'talk with Claude, who remembers you',
        load: async () => (await import('./chat.ts')).chatCommand,
      },
    },
  },
};

/** Words of other programs with the same meaning. */
export const synonyms: Readonly<Record<string, string>> = {
  add: 'store',
  search: 'retrieve',
  forget: 'delete',
  ls: 'list',
  undo: 'restore',
};

/** Former words of this command, and what replaces them. */
export const moved: Readonly<Record<string, string>> = {
  history: 'mneme get ID --why',
  why: 'mneme get ID --why',
  'why-not': 'mneme retrieve QUERY --why-not ID',
  erase: 'mneme scopes erase NAME',
  'verify-receipt': 'mneme scopes verify-receipt FILE',
  settle: 'mneme scopes settle',
  consolidate: 'mneme sessions consolidate',
  doctor: 'mneme db doctor',
  stats: 'mneme db stats',
  audit: 'mneme db audit',
  export: 'mneme db export',
  copy: 'mneme db copy',
  reembed: 'mneme db reembed',
  backup: 'mneme db backup',
  encrypt: 'mneme db encrypt',
  rekey: 'mneme db rekey',
  decrypt: 'mneme db decrypt',
  keyring: 'mneme db rewrap',
  key: 'mneme keys',
  hook: 'mneme mcp hook',
  init: 'mneme config init',
  chat: 'mneme demo chat',
  eval: 'node lab/main.mjs eval',
};
