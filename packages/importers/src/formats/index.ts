import { MnemeError } from '@mneme/core';
import { nearest } from '@mneme/core/input';
import type { Reader } from '../reader.ts';
import { readChatGpt } from './chatgpt.ts';
import { readClaude } from './claude.ts';
import { readClaudeCode } from './claude-code.ts';
import { readClaudeMem } from './claude-mem.ts';
import { readGraphiti } from './graphiti.ts';
import { readLangGraph } from './langgraph.ts';
import { readLetta } from './letta.ts';
import { readMarkdown } from './markdown.ts';
import { readMcpMemory } from './mcp-memory.ts';
import { readMem0 } from './mem0.ts';
import { readPam } from './pam.ts';

/** All formats that are read, by the names that a user gives. A new one is a file beside this and a line here. */
export const readers = {
  mem0: readMem0,
  'claude-mem': readClaudeMem,
  'claude-code': readClaudeCode,
  chatgpt: readChatGpt,
  claude: readClaude,
  langgraph: readLangGraph,
  letta: readLetta,
  markdown: readMarkdown,
  'mcp-memory': readMcpMemory,
  graphiti: readGraphiti,
  pam: readPam,
} as const satisfies Record<string, Reader>;

/** The name of a format of another program. */
export type ForeignFormat = keyof typeof readers;

/** With the lines of JSON that Mneme itself writes and reads. */
export type ImportFormat = ForeignFormat | 'jsonl';

/** All names of formats, in the order of the documentation. */
export const importFormats: readonly ImportFormat[] = [
  ...(Object.keys(readers) as ForeignFormat[]),
  'jsonl',
];

/** Reads the name of a format. */
export function parseImportFormat(given: string, field = 'from'): ImportFormat {
  const found = importFormats.find((each) => each === given);
  if (found !== undefined) return found;
  const near = nearest(given, importFormats);
  throw new MnemeError('invalid_input', [
    {
      field,
      problem: `is "${given}": ${near === undefined ? '' : `did you mean ${near}? `}give one of ${importFormats.join(', ')}`,
    },
  ]);
}
