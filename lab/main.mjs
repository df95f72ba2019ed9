#!/usr/bin/env node
// Makes tables and measures quality. `node lab/main.mjs` lists what there is; lab/README.md says more.
const programs = {
  eval: {
    says: 'measures recall on questions with known answers (JSONL): R@k, MRR, nDCG, prompt blocks',
    load: () => import('./eval/main.ts'),
  },
  'claims-report': {
    says: 'how pairs of statements are decided and what is learned from turns, by language, style and author',
    load: () => import('./claims/report.mjs'),
  },
  'claims-tables': {
    says: 'makes the tables that decide pairs of statements and find facts in turns, from lab/claims/data',
    load: () => import('./claims/make-tables.mjs'),
  },
  'claims-streams': {
    says: 'what deciding does to whole streams of memories: how many are contested, and what is found',
    load: () => import('./claims/streams.mjs'),
  },
  'recall-sets': {
    says: 'how much of what is relevant is found, on public sets, as users feed them; with --ablate, what each part gives',
    load: () => import('./recall/sets.mjs'),
  },
  'recall-needs': {
    says: 'how often a recall is silent where a message needs no memory, and what it finds where one does',
    load: () => import('./recall/needs.mjs'),
  },
  'recall-languages': {
    says: 'how many questions find their memory, by language, where they share no word with it',
    load: () => import('./recall/languages.mjs'),
  },
  'recall-parity': {
    says: 'how much of the first ten PostgreSQL and Qdrant share with SQLite, on the same sets',
    load: () => import('./recall/parity.mjs'),
  },
  'recall-weights': {
    says: 'searches the weights of the ranking on the same sets',
    load: () => import('./recall/find-weights.mjs'),
  },
};

const [name, ...rest] = process.argv.slice(2);
const program = Object.hasOwn(programs, name ?? '') ? programs[name] : undefined;
if (program === undefined) {
  console.log('node lab/main.mjs NAME [options]\n');
  for (const [known, { says }] of Object.entries(programs))
    console.log(`  ${known.padEnd(16)} ${says}`);
  process.exitCode = name === undefined ? 0 : 1;
} else {
  const { main } = await program.load();
  await main(rest);
}
