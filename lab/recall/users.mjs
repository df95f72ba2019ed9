/** Three invented users, their facts, their turns, and what their messages need; see docs/lab/recall.md. */
import { readdirSync, readFileSync } from 'node:fs';

const here = new URL('./data/users/', import.meta.url);
const categories = {
  P: 'user_preference',
  C: 'project_context',
  F: 'factual_knowledge',
  D: 'decision_log',
  R: 'relationship',
  T: 'task_progress',
};

/**
 * `facts` and `turns` with a key each (the place as key for turns that no message needs); `messages` with the keys of
 * what they need. Their kind is `direct` (asks for a fact), `indirect` (needs a fact without asking), `small-talk` or
 * `general`.
 */
export function people() {
  return readdirSync(here)
    .sort()
    .map((file) => readPerson(file));
}

function readPerson(file) {
  const person = { name: file.replace('.txt', ''), facts: [], turns: [], messages: [] };
  let [part, session, sequence] = ['', '', 0];
  for (const line of readFileSync(new URL(file, here), 'utf8').split('\n')) {
    if (line.startsWith('# ')) part = line.slice(2);
    else if (part === 'turns' && line.startsWith('= ')) [session, sequence] = [line.slice(2), 0];
    else if (line.trim() === '') continue;
    else if (part === 'facts') {
      const [key, about, content] = line.split(' | ');
      const [importance, category] = about.split(' ');
      person.facts.push({
        key,
        content,
        importance: Number(importance),
        category: categories[category],
      });
    } else if (part === 'turns') {
      const [, speaker, key, content] = /^([ua]) (?:@(\w+) )?(.*)$/u.exec(line);
      person.turns.push({
        key: key ?? `turn ${person.turns.length}`,
        content,
        session,
        sequence: sequence++,
        speaker: speaker === 'u' ? 'user' : 'assistant',
        occurredAt: `${session}T19:00:00Z`,
      });
    } else person.messages.push(readMessage(line));
  }
  return person;
}

function readMessage(line) {
  const kind = { '=': 'direct', '>': 'indirect', '~': 'small-talk', '?': 'general' }[line[0]];
  const [text, keys = ''] = line.slice(2).split(' | ');
  return { kind, text, needs: keys.split(' ').filter((key) => key !== '') };
}
