/** The programs, by name. */
export const programs = {
  eval: {
    says: 'measures recall on questions with known answers (JSONL): R@k, MRR, nDCG, prompt blocks',
    load: () => import('./eval/main.mjs'),
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
  'recall-blocks': {
    says: 'what blocks for messages of made-up users hold, and what of it is noise',
    load: () => import('./recall/blocks.mjs'),
  },
  'recall-last-stage': {
    says: 'a transformer as encoder and as last stage of the ranking',
    load: () => import('./recall/last-stage.mjs'),
  },
  'recall-parity': {
    says: 'how much of the first ten PostgreSQL and Qdrant share with SQLite',
    load: () => import('./recall/parity.mjs'),
  },
  relevance: {
    says: 'whether relevance is a probability, and tells answers from noise; --fit makes its tables',
    load: () => import('./relevance/calibrate.mjs'),
  },
  secrets: {
    says: 'recall and false positives of the search for secrets',
    load: () => import('./secrets/report.mjs'),
  },
  'look-up': {
    says: 'what the look-up for conflicts costs in small and in large scopes',
    load: () => import('./costs/look-up.mjs'),
  },
  consolidation: {
    says: 'what it takes to make facts of 1,000 turns',
    load: () => import('./costs/consolidation.mjs'),
  },
  'recall-weights': {
    says: 'searches the weights of the ranking on the same sets',
    load: () => import('./recall/find-weights.mjs'),
  },
};
