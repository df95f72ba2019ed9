import type { ImportFormat } from '../format-names.ts';
import type { Reader } from '../reader.ts';
import { readChatGpt } from './chatgpt.ts';
import { readClaude } from './claude.ts';
import { readClaudeCode } from './claude-code.ts';
import { readClaudeMem } from './claude-mem.ts';
import { readGraphiti } from './graphiti.ts';
import { readJsonl } from './jsonl.ts';
import { readLangGraph } from './langgraph.ts';
import { readLetta } from './letta.ts';
import { readMarkdown } from './markdown.ts';
import { readMcpMemory } from './mcp-memory.ts';
import { readMem0 } from './mem0.ts';
import { readPam } from './pam.ts';

/** The reader of each format. To add one, add a file here, an entry below and a name in `format-names.ts`. */
export const readers: Readonly<Record<ImportFormat, Reader>> = {
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
  jsonl: readJsonl,
};
