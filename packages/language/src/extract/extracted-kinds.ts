/** What a rule takes, with the category and the importance that it is stored with. The name becomes a tag. */
export const extractedKinds = {
  identity: { category: 'factual_knowledge', importance: 4 },
  home: { category: 'factual_knowledge', importance: 4 },
  work: { category: 'factual_knowledge', importance: 4 },
  people: { category: 'relationship', importance: 4 },
  health: { category: 'factual_knowledge', importance: 5 },
  likes: { category: 'user_preference', importance: 3 },
  dislikes: { category: 'user_preference', importance: 3 },
  habit: { category: 'factual_knowledge', importance: 3 },
  plan: { category: 'task_progress', importance: 3 },
  decision: { category: 'decision_log', importance: 4 },
  answers: { category: 'user_preference', importance: 5 },
} as const;

export type ExtractedKind = keyof typeof extractedKinds;

/** They hold at all times, so that what looks like a date in them is a name: `October`, 五月天. */
export const timelessKinds: ReadonlySet<ExtractedKind> = new Set(['likes', 'dislikes', 'answers']);

/** A statement that a rule took: it stands on its own. */
export interface Taken {
  kind: ExtractedKind;
  content: string;
}
