/** Formats that an import reads: those of other programs, and Mneme's own JSON lines. */
export const importFormats = [
  'mem0',
  'claude-mem',
  'claude-code',
  'chatgpt',
  'claude',
  'langgraph',
  'letta',
  'markdown',
  'mcp-memory',
  'graphiti',
  'pam',
  'jsonl',
] as const;

/** One of {@link importFormats}. */
export type ImportFormat = (typeof importFormats)[number];

/** Formats that an export writes. */
export const exportFormats = ['jsonl', 'markdown', 'pam', 'mem0'] as const;

/** One of {@link exportFormats}. */
export type ExportFormat = (typeof exportFormats)[number];
