import { readJsonLines } from '@mneme/runtime';
import { Conversation } from '../conversation.ts';
import { endedFact, factOf } from '../facts.ts';
import { broken, type Imported, skip } from '../imported.ts';
import { onlyFile } from '../read-file.ts';
import type { Source } from '../sources/source.ts';
import { type Fields, hashOfWords, isFields, name, text, time } from '../values.ts';

/** A graph of Graphiti or Zep as JSON lines: `{"kind": "edge" | "episode" | "entity", …}` with the fields of the graph. */
export async function* readGraphiti(source: Source): AsyncGenerator<Imported> {
  const now = new Date().toISOString();
  const conversations = new Map<string, Conversation>();
  const file = await onlyFile(source.files());
  for await (const entry of readJsonLines(file.open())) {
    const at = `line ${entry.line}`;
    if ('error' in entry) yield broken(at, entry.error);
    else if (!isFields(entry.value)) yield broken(at, 'is no object');
    else if (entry.value.kind === 'edge') yield* edge(entry.value, { at, now });
    else if (entry.value.kind === 'episode') yield* episode(entry.value, { at, conversations });
    else if (entry.value.kind === 'entity') yield entity(entry.value, at);
    else yield skip(at, 'not_a_memory');
  }
}

/** A fact, with its start and end. */
function* edge(line: Fields, { at, now }: { at: string; now: string }): Generator<Imported> {
  const occurredAt = time(line.valid_at) ?? time(line.reference_time) ?? time(line.created_at);
  const statement = {
    at,
    origin: 'graphiti',
    id: name(line.uuid) ?? hashOfWords(text(line.fact), time(line.valid_at)),
    content: line.fact,
    scope: line.group_id,
    occurredAt,
    metadata: {
      relation: text(line.name),
      from: text(line.source_node_uuid),
      to: text(line.target_node_uuid),
      valid_at: time(line.valid_at),
      invalid_at: time(line.invalid_at),
    },
  };
  const ended = time(line.invalid_at) ?? time(line.expired_at);
  if (ended === undefined) yield factOf(statement);
  else if (ended <= now) yield* endedFact(statement, ended);
  else {
    const fact = factOf(statement);
    yield fact.kind === 'fact' ? { ...fact, input: { ...fact.input, expiresAt: ended } } : fact;
  }
}

const actorLine = /^([^\n:]{1,60}):\s+/;

/** An episode in the words of the source: a message may have lines of several actors. */
function* episode(
  line: Fields,
  { at, conversations }: { at: string; conversations: Map<string, Conversation> },
): Generator<Imported> {
  const group = name(line.group_id);
  const thread = name(line.source_description) ?? 'episodes';
  const session = name(`graphiti:${group ?? 'default'}:${thread}`) as string;
  let conversation = conversations.get(session);
  if (conversation === undefined) {
    conversation = new Conversation({ session, ...(group === undefined ? {} : { scope: group }) });
    conversations.set(session, conversation);
  }
  const content = text(line.content);
  const occurredAt = time(line.valid_at) ?? time(line.created_at);
  if (content === undefined || line.source !== 'message') {
    yield* conversation.say({ speaker: 'source', content, occurredAt }, at);
    return;
  }
  for (const said of content.split(/\n(?=[^\n:]{1,60}:\s)/)) {
    const [mark = '', actor = 'user'] = actorLine.exec(said) ?? [];
    const speaker = name(actor.replace(/\((?:user|assistant|system)\)$/i, '')) ?? 'user';
    yield* conversation.say({ speaker, content: said.slice(mark.length), occurredAt }, at);
  }
}

function entity(line: Fields, at: string): Imported {
  const subject = text(line.name);
  const summary = text(line.summary);
  if (subject === undefined || summary === undefined) return skip(at, 'empty');
  return factOf({
    at,
    origin: 'graphiti',
    id: name(line.uuid) ?? hashOfWords(subject),
    content: summary.startsWith(subject) ? summary : `${subject}: ${summary}`,
    scope: line.group_id,
    tags: [line.labels],
    occurredAt: time(line.created_at),
    metadata: { entity: subject },
  });
}
