/** The kinds of learned facts, each with its category and importance. The name becomes a tag. */
export const extractedKinds = {
  name: { category: 'factual_knowledge', importance: 5 },
  health: { category: 'factual_knowledge', importance: 5 },
  answers: { category: 'user_preference', importance: 5 },
  people: { category: 'relationship', importance: 4 },
  identity: { category: 'factual_knowledge', importance: 4 },
  home: { category: 'factual_knowledge', importance: 4 },
  work: { category: 'factual_knowledge', importance: 4 },
  project: { category: 'project_context', importance: 3 },
  plan: { category: 'task_progress', importance: 3 },
  likes: { category: 'user_preference', importance: 3 },
  other: { category: 'factual_knowledge', importance: 3 },
} as const;

/** One of the kinds. */
export type ExtractedKind = keyof typeof extractedKinds;

/** Those that tables tell apart. A name is found by its sentence. */
export type FittedKind = Exclude<ExtractedKind, 'name'>;
