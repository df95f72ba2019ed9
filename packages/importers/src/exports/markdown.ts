import { type Memory, type MemoryRecord, memoryCategories } from '@mneme/core';
import { pages, type SessionInfo } from '@mneme/core/contract';
import { type ExportOptions, exportedRecords } from '@mneme/runtime';

/**
 * Notes with observations, as basic-memory and Obsidian read them: a heading for each scope, category and conversation.
 */
export async function* toMarkdown(
  memory: Pick<Memory, 'scope' | 'scopes'>,
  { scopes, signal, now }: Pick<ExportOptions, 'scopes' | 'signal'> & { now: string },
): AsyncGenerator<string> {
  yield `---\ntitle: Memories\ntype: note\ncreated: ${now}\n---\n`;
  for (const scope of scopes ?? (await memory.scopes())) {
    yield `\n# ${oneLine(scope)}\n`;
    for (const category of memoryCategories) {
      let heading = `\n## ${category}\n\n`;
      const options = { scopes: [scope], categories: [category], signal };
      for await (const record of exportedRecords(memory, options)) {
        yield `${heading}${observation(record)}`;
        heading = '';
      }
    }
    const { sessions } = memory.scope(scope);
    const found: SessionInfo[] = [];
    for await (const page of pages((cursor) => sessions.list({ limit: 1000, cursor }), signal))
      found.push(...page.sessions);
    found.sort((a, b) => Date.parse(a.firstAt) - Date.parse(b.firstAt));
    for (const { session } of found) {
      yield `\n## Conversation ${oneLine(session)}\n\n`;
      const read = (cursor?: string) => sessions.get(session, { limit: 1000, cursor });
      for await (const { turns } of pages(read, signal)) yield* turns.map(turnLine);
    }
  }
}

function turnLine({ source, occurredAt, content }: MemoryRecord): string {
  return `- **${oneLine(source.speaker ?? 'somebody')}** (${occurredAt}): ${indented(content)}\n`;
}

function observation({ category, content, tags, occurredAt }: MemoryRecord): string {
  const words = tags.map((tag) => ` #${tag.replace(/[^\p{L}\p{N}_/-]+/gu, '-')}`).join('');
  return `- [${category}] ${indented(content)}${words} (${occurredAt})\n`;
}

/** Further lines of an item are indented. */
function indented(content: string): string {
  return content
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .join('\n  ');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
