import { detectFormat } from './detect-format.ts';
import type { ImportFormat } from './format-names.ts';
import { readChatGpt } from './formats/chatgpt.ts';
import { readClaude } from './formats/claude.ts';
import { readClaudeCode } from './formats/claude-code.ts';
import { readClaudeMem } from './formats/claude-mem.ts';
import { readGraphiti } from './formats/graphiti.ts';
import { readJsonl } from './formats/jsonl.ts';
import { readLangGraph } from './formats/langgraph.ts';
import { readLetta } from './formats/letta.ts';
import { readMarkdown } from './formats/markdown.ts';
import { readMcpMemory } from './formats/mcp-memory.ts';
import { readMem0 } from './formats/mem0.ts';
import { readPam } from './formats/pam.ts';
import type { Imported, ReadOptions } from './imported.ts';
import { openSource } from './sources/open-source.ts';
import type { Source } from './sources/source.ts';

/** Yields a source's items in order, loading as little as possible. */
type Reader = (source: Source, options: ReadOptions) => AsyncIterable<Imported>;

/** The reader of each format. To add one, add a file in formats, an entry below and a name in `format-names.ts`. */
const readers: Readonly<Record<ImportFormat, Reader>> = {
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

/** An opened source, and its format. */
export interface OpenedImport {
  source: Source;
  format: ImportFormat;
}

/**
 * Opens a path, the address of a PostgreSQL database, or a stream. Without `from` the format is detected; a stream is
 * then JSONL. Close the source afterwards. `signal` ends the reading. Each file and stream has at most 8 GiB, and a
 * stream must go on within 5 minutes.
 */
export async function openImport(
  given: string | AsyncIterable<Uint8Array>,
  { from, signal }: { from?: ImportFormat; signal?: AbortSignal } = {},
): Promise<OpenedImport> {
  const source = await openSource(given, { signal });
  try {
    if (from !== undefined) return { source, format: from };
    return { source, format: source.kind === 'stream' ? 'jsonl' : await detectFormat(source) };
  } catch (error) {
    await source.close();
    throw error;
  }
}

/** The items of a source, one by one. */
export function readItems(
  source: Source,
  { format, ...options }: ReadOptions & { format: ImportFormat },
): AsyncIterable<Imported> {
  return readers[format](source, options);
}
