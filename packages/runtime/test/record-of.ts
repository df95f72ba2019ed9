const at = '2026-03-01T09:00:00.000Z';
/** As in a line of an export. */
export const recordOf = (number: number, content: string) => ({
  id: `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`,
  version: 1,
  scope: 'ada',
  content,
  kind: 'fact',
  category: 'user_preference',
  tags: [],
  importance: 3,
  createdAt: at,
  updatedAt: at,
  confirmedAt: at,
  occurredAt: at,
  accessCount: 0,
  source: {},
});
