import { type Memory, type MemoryRecord, memoryCategories } from '@mneme/core';
import { type ExportOptions, exportedRecords, exportLine } from '@mneme/runtime';
import { oneLine, ownItem } from '../own-markdown.ts';

/**
 * Notes with observations, as basic-memory and Obsidian read them: a heading for each scope, category and conversation. A
 * comment after each one has the rest, so that an import restores the same memories.
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
        yield `${heading}${ownItem(exportLine(record))}`;
        heading = '';
      }
    }
    const turns: MemoryRecord[] = [];
    const options = { scopes: [scope], kinds: ['episode'] as const, signal };
    for await (const turn of exportedRecords(memory, options)) turns.push(turn);
    turns.sort((a, b) => Date.parse(a.occurredAt) - Date.parse(b.occurredAt));
    for (const [session, said] of Map.groupBy(turns, ({ source }) => source.session)) {
      yield `\n## ${session === undefined ? 'Single turns' : `Conversation ${oneLine(session)}`}\n\n`;
      said.sort((a, b) => (a.source.sequence ?? 0) - (b.source.sequence ?? 0));
      yield* said.map((turn) => ownItem(exportLine(turn)));
    }
  }
}
