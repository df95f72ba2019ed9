import { Conversation, type Message } from '../conversation.ts';
import { factOf } from '../facts.ts';
import { broken, type Imported, type Item, placed, type SkipReason, skip } from '../imported.ts';
import { eachConversation, eachPart, hasConversations } from '../read-file.ts';
import type { Source } from '../sources/source.ts';
import {
  among,
  type Fields,
  fields,
  hash,
  hashOfWords,
  isFields,
  list,
  name,
  text,
  time,
} from '../values.ts';

/** The export of ChatGPT: the archive, its folder, or its conversations.json. */
export async function* readChatGpt(source: Source): AsyncGenerator<Imported> {
  // Custom instructions are in each conversation.
  const seen = new Set<string>();
  for await (const file of source.files()) {
    const base = file.name.split('/').at(-1) ?? '';
    if (/^(?:memory|memories)\.json$/i.test(base))
      yield* eachPart(file, readSaved, { listsOnly: true });
    else if (hasConversations(file, source))
      yield* eachConversation(file, {
        isOne: ({ mapping }) => isFields(mapping),
        read: (conversation) => readConversation(conversation, seen),
      });
    else yield* placed(file.name, [skip('not_a_memory')]);
  }
}

/** An entry of `memory.json`, which not every export has. */
function readSaved(value: unknown): Item[] {
  const saved = isFields(value) ? value : { content: value };
  if (saved.enabled === false) return [skip('disabled')];
  const content = saved.content ?? saved.memory ?? saved.text;
  return [savedMemory(content, time(saved.updated_at) ?? time(saved.created_at))];
}

interface Node {
  id: string;
  parent: unknown;
  message: Fields | undefined;
}

function* readConversation(conversation: Fields, seen: Set<string>): Generator<Item> {
  if (!isFields(conversation.mapping)) return yield broken('has no mapping');
  const nodes = nodesOf(conversation.mapping);
  const path = pathOf(nodes, conversation.current_node);
  const id =
    name(conversation.id) ??
    name(conversation.conversation_id) ??
    hash(path.map((node) => node.id));
  const title = text(conversation.title);
  const times = [...nodes.values()].flatMap(({ message }) => time(message?.create_time) ?? []);
  const begun = time(conversation.create_time) ?? times.sort()[0];
  const turns = new Conversation({
    session: `chatgpt:${id}`,
    metadata: { title },
    occurredAt: begun,
  });
  for (const { message } of path) {
    if (message === undefined) continue;
    const { content_type: type } = fields(message.content);
    if (type === 'user_editable_context') yield* instructions(message, { begun, seen });
    else if (type === 'model_editable_context') yield* savedInContext(message, { begun, seen });
    else if (message.recipient === 'bio')
      yield savedMemory(partsOf(message).join('\n'), time(message.create_time) ?? begun);
    else for (const said of saidIn(message)) yield* turns.say(said);
  }
  const kept = new Set(path);
  const left = [...nodes.values()].filter((node) => !kept.has(node) && isDialogue(node.message));
  if (left.length > 0) yield skip('other_branch', left.length);
}

function nodesOf(mapping: Fields): Map<unknown, Node> {
  return new Map(
    Object.entries(mapping).map(([id, value]) => {
      const { parent, message } = fields(value);
      return [id, { id, parent, message: isFields(message) ? message : undefined }];
    }),
  );
}

/** From the root to where the user left it. If that is missing, to the newest message of all branches. */
function pathOf(nodes: ReadonlyMap<unknown, Node>, current: unknown): Node[] {
  let node = nodes.get(current) ?? newestEnd(nodes);
  const path: Node[] = [];
  const met = new Set<Node>();
  while (node !== undefined && !met.has(node)) {
    met.add(node);
    path.push(node);
    node = nodes.get(node.parent);
  }
  return path.reverse();
}

function newestEnd(nodes: ReadonlyMap<unknown, Node>): Node | undefined {
  const parents = new Set([...nodes.values()].map(({ parent }) => parent));
  const ends = [...nodes.values()].filter(({ id }) => !parents.has(id));
  const at = ({ message }: Node) => time(message?.create_time) ?? '';
  return ends.reduce<Node | undefined>(
    (newest, end) => (newest === undefined || at(end) >= at(newest) ? end : newest),
    undefined,
  );
}

function isDialogue(message: Fields | undefined): boolean {
  return (
    message !== undefined &&
    [...saidIn(message)].some(
      (said) => typeof said !== 'string' && text(said.content) !== undefined,
    )
  );
}

const spokenTypes = new Set<unknown>([undefined, 'text', 'multimodal_text', 'code']);
const reasons: Readonly<Record<string, SkipReason>> = {
  thoughts: 'reasoning',
  reasoning_recap: 'reasoning',
};

/** The turns of one message, and what is left out. */
function* saidIn(message: Fields): Generator<Message | SkipReason> {
  const { role } = fields(message.author);
  const type = fields(message.content).content_type;
  if (fields(message.metadata).is_visually_hidden_from_conversation === true) return yield 'hidden';
  if (role === 'system') return yield 'system';
  const thought = among(reasons, type);
  if (thought !== undefined) return yield thought;
  const recipient = message.recipient ?? 'all';
  if ((role !== 'user' && role !== 'assistant') || recipient !== 'all' || !spokenTypes.has(type))
    return yield 'tool';
  for (const part of list(fields(message.content).parts))
    if (isFields(part) && text(part.text) === undefined) yield 'media';
  const content = partsOf(message).join('\n');
  // An image without text was counted already.
  if (text(content) === undefined && list(fields(message.content).parts).some(isFields)) return;
  yield { speaker: role, content, occurredAt: time(message.create_time) };
}

/** Citation marks, which only ChatGPT can show. */
const citation = /\ue200[^\ue200\ue201]*\ue201/g;

function partsOf(message: Fields): string[] {
  const { parts, text: whole } = fields(message.content);
  const all = [...list(parts), whole];
  return all
    .map((part) => (isFields(part) ? part.text : part))
    .filter((part) => typeof part === 'string')
    .map((part) => part.replace(citation, ''));
}

function savedMemory(content: unknown, occurredAt: string | undefined): Item {
  const said = text(content);
  // Identified by its words, because the same memory is in several places, without an id.
  return factOf({
    origin: 'chatgpt',
    id: `memory:${hashOfWords(said)}`,
    content: said,
    tags: ['saved_memory'],
    occurredAt,
  });
}

interface Context {
  begun: string | undefined;
  seen: Set<string>;
}

/** Custom instructions. */
function* instructions(message: Fields, { begun, seen }: Context): Generator<Item> {
  const { user_profile, user_instructions } = fields(message.content);
  for (const said of [text(user_profile), text(user_instructions)]) {
    if (said === undefined || seen.has(hashOfWords(said))) continue;
    seen.add(hashOfWords(said));
    yield factOf({
      origin: 'chatgpt',
      id: `instructions:${hashOfWords(said)}`,
      content: said,
      category: 'user_preference',
      importance: 5,
      tags: ['custom_instructions'],
      occurredAt: time(message.create_time) ?? begun,
    });
  }
}

/** Saved memories as the model saw them: `1. [2025-01-02]. The user …`. */
function* savedInContext(message: Fields, { begun, seen }: Context): Generator<Item> {
  const context = text(fields(message.content).model_set_context);
  if (context === undefined) return yield skip('empty');
  for (const entry of context.split(/^(?=[ \t]*\d+\.\s)/m)) {
    const [mark, day] = /^[ \t]*\d+\.\s*(?:\[(\d{4}-\d{2}-\d{2})\]\.?)?/.exec(entry) ?? [];
    const content = mark === undefined ? undefined : text(entry.slice(mark.length));
    if (content === undefined || seen.has(hashOfWords(content))) continue;
    seen.add(hashOfWords(content));
    yield savedMemory(content, time(day) ?? begun);
  }
}
