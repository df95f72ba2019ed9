/** The programs by name: what each does, and its file. */
export const programs = {
  eval: ['recall on questions with known answers: R@k, MRR, nDCG, blocks', 'eval/main.mjs'],
  'recall-sets': [
    'R@10 on public sets as users store them; parts of the ranking',
    'recall/sets.mjs',
  ],
  'recall-weights': ['searches the weights of the ranking', 'recall/find-weights.mjs'],
  'recall-parity': ['the first ten of PostgreSQL and Qdrant beside SQLite', 'recall/parity.mjs'],
  'recall-needs': ['messages that need no memory, and that need one', 'recall/needs.mjs'],
  'recall-blocks': ['what blocks for messages of invented users hold', 'recall/blocks.mjs'],
  'recall-languages': ['questions that share no word, by language', 'recall/languages.mjs'],
  'recall-last-stage': ['a transformer as encoder and as last stage', 'recall/last-stage.mjs'],
  relevance: ['whether relevance is a probability; makes its tables', 'relevance/calibrate.mjs'],
  'claims-report': ['conflicts on pairs of statements, facts from turns', 'claims/report.mjs'],
  'claims-streams': ['conflicts in whole streams of memories', 'claims/streams.mjs'],
  'claims-tables': ['makes the tables of conflicts and facts', 'claims/make-tables.mjs'],
  disclosure: [
    'which facts are private, and which messages ask for them; makes its tables',
    'disclosure/fit.mjs',
  ],
  bench: ['speed, one benchmark by its name', 'speed/main.mjs'],
  secrets: ['recall and false positives of the search for secrets', 'secrets/report.mjs'],
  'look-up': ['the cost of the look-up for conflicts', 'costs/look-up.mjs'],
  consolidation: ['the cost of facts from 1,000 turns', 'costs/consolidation.mjs'],
};

/** Its function, which takes the arguments behind the name. */
export async function load(name) {
  const [, file] = programs[name];
  return (await import(`./${file}`)).main;
}
