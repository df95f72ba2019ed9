import { createMemory } from '@mneme/core';
import { staticEmbedder } from '@mneme/embedders';
import { sqliteBackend } from '@mneme/sqlite';

const memory = await createMemory({ backend: sqliteBackend({ path: 'ada.db' }), embedder: staticEmbedder(), extractor: 'none' });
const ada = memory.scope('ada');
await ada.episodes.append(
  [
    { content: 'Where shall we eat?', speaker: 'Ben', occurredAt: '2026-03-09T18:00:00Z' },
    { content: 'Nowhere with nuts, I cannot have any. And not tomorrow.', speaker: 'Ada', occurredAt: '2026-03-09T18:01:00Z' },
  ],
  { session: 'dinner' },
);

const extractor = {
  name: 'example',
  extract: ({ turns: [, ada] }) => ({
    facts: [
      { content: 'Ada is allergic to nuts', category: 'factual_knowledge', importance: 5, evidence: [ada.id] },
      { content: 'Ada has no time tomorrow', category: 'task_progress', importance: 2, evidence: [ada.id] },
      { content: 'She said so', category: 'factual_knowledge', importance: 1, evidence: [ada.id] },
    ],
  }),
};
const { facts, skipped, made } = await memory.consolidate({ extractor });
console.log(facts, skipped); // 2 { unresolved_pronoun: 1 }
console.log(made[1].content); // Ada has no time on 2026-03-10
const { turns } = await ada.evidence(made[0].id);
console.log(turns[0].content); // Nowhere with nuts, I cannot have any. And not tomorrow.
console.log((await memory.consolidate({ extractor })).calls); // 0
await memory.close();
