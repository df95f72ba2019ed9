/** What one of these users gets from a memory for a message, compared with what is needed. */

/** Stores the facts of one user; `keys` has the key of each memory by its id. */
export async function remember(memory, person) {
  const scope = memory.scope(person.name);
  const keys = new Map();
  for (const { key, content, importance, category } of person.facts) {
    const { id } = await scope.store({ content, importance, category }, { onConflict: 'keepBoth' });
    keys.set(id, key);
  }
  const stored = await scope.storeMany(
    person.turns.map(({ content, occurredAt, session, sequence, speaker }) => ({
      content,
      kind: 'episode',
      occurredAt,
      source: { session, sequence, speaker },
    })),
  );
  for (const [place, { id }] of stored.entries()) keys.set(id, person.turns[place].key);
  return { scope, keys };
}

/** `facts`, `turns`: whether each needed memory is there; `noise`: memories that are not needed. */
export async function blockFor(message, { person, scope, keys }, options) {
  const { profile, facts, passages, tokens } = await scope.recall(message.text, options);
  const lines = [...facts, ...passages.flatMap(({ turns }) => turns)];
  const shown = new Set([...profile, ...lines].map(({ id }) => keys.get(id)));
  const isFact = (key) => person.facts.some((fact) => fact.key === key);
  const isNeeded = ({ id }) => message.needs.includes(keys.get(id));
  return {
    kind: message.kind,
    tokens,
    facts: message.needs.filter(isFact).map((key) => shown.has(key)),
    turns: message.needs.filter((key) => !isFact(key)).map((key) => shown.has(key)),
    noise: [
      ...facts.filter((fact) => !isNeeded(fact)),
      // A passage with the needed turn is not noise.
      ...passages.filter(({ turns }) => !turns.some(isNeeded)).flatMap(({ turns }) => turns),
    ],
    quiet: lines.length === 0,
  };
}
