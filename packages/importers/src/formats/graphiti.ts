import { type Conversation, conversationIn } from '../conversation.ts';
import { factOf, factUntil } from '../facts.ts';
import { type Imported, type Item, skip } from '../imported.ts';
import { eachLine, ofObject, onlyFile } from '../read-file.ts';
import type { Source } from '../sources/source.ts';
import { type Fields, hashOfWords, name, text, time } from '../values.ts';

/** A graph of Graphiti or Zep as JSON lines: `{"kind": "edge" | "episode" | "entity", …}` with the fields of the graph. */
export async function* readGraphiti(source: Source): AsyncGenerator<Imported> {
  const now = new Date().toISOString();
  const conversations = new Map<string, Conversation>();
  const read = (line: Fields) => {
    if (line.kind === 'edge') return edge(line, now);
    if (line.kind === 'episode') return episode(line, conversations);
    return [line.kind === 'entity' ? entity(line) : skip('not_a_memory')];
  };
  yield* eachLine(await onlyFile(source), (value) => ofObject(value, read));
}

/** A fact, with its start and end. */
function edge(line: Fields, now: string): Iterable<Item> {
  const occurredAt = time(line.valid_at) ?? time(line.reference_time) ?? time(line.created_at);
  const statement = {
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
  const until = time(line.invalid_at) ?? time(line.expired_at);
  return factUntil(statement, { until, now });
}

const actorLine = /^([^\n:]{1,60}):\s+/;

/** An episode in the words of the source. A message may have lines of several speakers. */
function* episode(line: Fields, conversations: Map<string, Conversation>): Generator<Item> {
  const group = name(line.group_id);
  const thread = name(line.source_description) ?? 'episodes';
  const session = name(`graphiti:${group ?? 'default'}:${thread}`) as string;
  const conversation = conversationIn(conversations, { session, scope: group });
  const content = text(line.content);
  const occurredAt = time(line.valid_at) ?? time(line.created_at);
  if (content === undefined || line.source !== 'message')
    return yield* conversation.say({ speaker: 'source', content, occurredAt });
  for (const said of content.split(/\n(?=[^\n:]{1,60}:\s)/)) {
    const [mark = '', actor = 'user'] = actorLine.exec(said) ?? [];
    const speaker = name(actor.replace(/\((?:user|assistant|system)\)$/i, '')) ?? 'user';
    yield* conversation.say({ speaker, content: said.slice(mark.length), occurredAt });
  }
}

function entity(line: Fields): Item {
  const subject = text(line.name);
  const summary = text(line.summary);
  if (subject === undefined || summary === undefined) return skip('empty');
  return factOf({
    origin: 'graphiti',
    id: name(line.uuid) ?? hashOfWords(subject),
    content: summary.startsWith(subject) ? summary : `${subject}: ${summary}`,
    scope: line.group_id,
    tags: [line.labels],
    occurredAt: time(line.created_at),
    metadata: { entity: subject },
  });
}
