import { MnemeError } from '@mneme/core';
import { firstBytes } from '@mneme/runtime';
import { openForeignFile } from '@mneme/sqlite';
import { type ImportFormat, importFormats } from './format-names.ts';
import { messagesIn } from './formats/chat-messages.ts';
import { isNote } from './formats/markdown.ts';
import { readFrontMatter } from './front-matter.ts';
import { isSqlite } from './sources/is-sqlite.ts';
import type { Source, SourceFile } from './sources/source.ts';
import { type Fields, fields, isFields, jsonOf } from './values.ts';

/** Maximum bytes that are read to detect a format. */
const headBytes = 256 * 1024;
/** Maximum files of a folder or an archive that are read. */
const maxFiles = 200;

/**
 * Detects the format of a source by its contents: names of files, tables of a database, members of the first objects.
 * Throws `invalid_input` if it is unknown.
 */
export async function detectFormat(source: Source): Promise<ImportFormat> {
  const format = source.kind === 'postgres' ? 'langgraph' : await byFiles(source);
  if (format !== undefined) return format;
  throw new MnemeError('invalid_input', [
    {
      field: 'from',
      problem: `is missing, and "${source.path}" does not show its format: give one of ${importFormats.join(', ')}`,
    },
  ]);
}

async function byFiles(source: Source): Promise<ImportFormat | undefined> {
  let looked = 0;
  let notes = false;
  for await (const file of source.files()) {
    if (looked >= maxFiles) break;
    looked += 1;
    const found = await byFile(file);
    if (found === 'markdown') notes = true;
    else if (found !== undefined && (source.kind === 'file' || found !== 'jsonl')) return found;
  }
  return notes ? 'markdown' : undefined;
}

async function byFile(file: SourceFile): Promise<ImportFormat | undefined> {
  if (await isSqlite(file)) return byTables(file.path ?? '');
  if (/\.(?:png|jpe?g|gif|webp|pdf|mp[34]|wav|html|log|zip|gz)$/i.test(file.name)) return undefined;
  const head = await firstBytes(file.open(), headBytes);
  const begun = head
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (isNote(file.name)) return byNote(file.name, begun);
  const [first = ''] = begun.split('\n', 1);
  const members = /^[[{]/.test(begun) ? byMembers(begun, file.name) : undefined;
  // In a document no line is complete JSON; in JSONL the first line may be cut.
  const inLines = jsonOf(first) !== undefined;
  const shown = inLines ? (byLines(begun) ?? members) : (members ?? byLines(begun));
  // If all lines are wrong, or there are none, the reader reports them one by one.
  return shown ?? (/\.(?:jsonl|ndjson)$/i.test(file.name) ? 'jsonl' : undefined);
}

async function byTables(path: string): Promise<ImportFormat | undefined> {
  const file = await openForeignFile(path);
  try {
    const has = (table: string, ...columns: string[]) =>
      file.table(table, columns)?.columns.length === columns.length;
    if (has('observations', 'memory_session_id')) return 'claude-mem';
    if (has('history', 'memory_id', 'new_memory')) return 'mem0';
    return has('store', 'prefix', 'key', 'value') ? 'langgraph' : undefined;
  } finally {
    file.close();
  }
}

const memoryTypes = new Set<unknown>(['user', 'feedback', 'project', 'reference']);

function byNote(path: string, head: string): ImportFormat {
  if (/(?:^|\/)(?:MEMORY\.md|mem0-export-[^/]*\.md)$/.test(path))
    return path.endsWith('MEMORY.md') ? 'claude-code' : 'mem0';
  const { values } = readFrontMatter(head);
  const type = fields(values.metadata).type ?? values.type;
  const ofClaude = 'name' in values && 'description' in values && memoryTypes.has(type);
  return ofClaude ? 'claude-code' : 'markdown';
}

/** The first line that is a complete object. */
function byLines(head: string): ImportFormat | undefined {
  for (const line of head.split('\n', 50)) {
    const found = jsonOf(line);
    if (!isFields(found)) continue;
    if (found.type === 'entity' || found.type === 'relation') return 'mcp-memory';
    if (isOfGraph(found)) return 'graphiti';
    if (typeof found.sessionId === 'string' && typeof found.type === 'string') return 'claude-code';
    if (typeof found.content === 'string' || typeof found.text === 'string') return 'jsonl';
    // A document in one line.
    if (head.trim() === line.trim()) return undefined;
    if (messagesIn(found) !== undefined) return 'jsonl';
  }
  return undefined;
}

/** Mneme's own turns are episodes too, but have no fields of a graph. */
function isOfGraph(line: Fields): boolean {
  if (line.kind === 'edge' || line.kind === 'entity') return true;
  return line.kind === 'episode' && ('uuid' in line || 'group_id' in line || 'valid_at' in line);
}

/** Members that identify a format; all of a row must be present. The order decides if one includes another's. */
const signs: readonly [ImportFormat, ...RegExp[]][] = [
  ['pam', /"schema"\s*:\s*"portable-ai-memory/],
  ['chatgpt', /"mapping"\s*:\s*\{/],
  ['claude', /"(?:chat_messages|conversations_memory|project_memories|prompt_template)"\s*:/],
  ['claude-mem', /"memory_session_id"\s*:/],
  ['claude-mem', /"observations"\s*:\s*\[/, /"summaries"\s*:\s*\[/],
  ['letta', /"(?:agents|core_memory)"\s*:\s*\[/],
  ['mcp-memory', /"type"\s*:\s*"(?:entity|relation)"/],
  ['mcp-memory', /"entities"\s*:\s*\[/, /"relations"\s*:\s*\[/],
  ['mem0', /"results"\s*:\s*\[/],
  ['mem0', /"memory"\s*:\s*"/, /"(?:hash|user_id|created_at)"\s*:/],
  ['jsonl', /"role"\s*:\s*"/, /"(?:content|parts|text)"\s*:/],
];

function byMembers(head: string, name: string): ImportFormat | undefined {
  if (/\.af$/i.test(name)) return 'letta';
  return signs.find(([, ...all]) => all.every((sign) => sign.test(head)))?.[0];
}
