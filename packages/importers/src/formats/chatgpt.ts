import { Conversation, type Message } from '../conversation.ts';
import { factOf } from '../facts.ts';
import { broken, type Imported, type SkipReason, skip } from '../imported.ts';
import { eachPart } from '../read-file.ts';
import type { Source, SourceFile } from '../sources/source.ts';
import { splitJson } from '../split-json.ts';
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
    if (/^(?:memory|memories)\.json$/i.test(base)) yield* readSaved(file);
    else if (
      /^conversations(?:-\d+)?\.json$/i.test(base) ||
      source.kind === 'file' ||
      source.kind === 'stream'
    )
      yield* eachPart(file, (value, { at }) => readConversation(value, { at, seen }));
    else yield skip(file.name, 'not_a_memory');
  }
}

/** `memory.json`, which not every export has. */
async function* readSaved(file: SourceFile): AsyncGenerator<Imported> {
  for await (const { index, value, error } of splitJson(file.open())) {
    if (index === undefined && error === undefined) continue;
    const at = `${file.name}, item ${(index ?? 0) + 1}`;
    if (error !== undefined) {
      yield broken(at, error);
      continue;
    }
    const saved = isFields(value) ? value : { content: value };
    const content = saved.content ?? saved.memory ?? saved.text;
    if (saved.enabled === false) yield skip(at, 'disabled');
    else
      yield savedMemory(content, {
        at,
        occurredAt: time(saved.updated_at) ?? time(saved.created_at),
      });
  }
}

interface Node {
  id: string;
  parent: string | undefined;
  message: Fields | undefined;
}

function* readConversation(
  conversation: Fields,
  { at, seen }: { at: string; seen: Set<string> },
): Generator<Imported> {
  if (!isFields(conversation.mapping)) return yield broken(at, 'has no mapping');
  const nodes = nodesOf(conversation.mapping);
  const path = pathOf(nodes, name(conversation.current_node));
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
    if (type === 'user_editable_context') yield* instructions(message, { at, begun, seen });
    else if (type === 'model_editable_context') yield* savedInContext(message, { at, begun, seen });
    else if (message.recipient === 'bio') {
      const occurredAt = time(message.create_time) ?? begun;
      yield savedMemory(partsOf(message).join('\n'), { at, occurredAt });
    } else for (const said of saidIn(message)) yield* turns.say(said, at);
  }
  const kept = new Set(path);
  const left = [...nodes.values()].filter((node) => !kept.has(node) && isDialogue(node.message));
  if (left.length > 0) yield skip(at, 'other_branch', left.length);
}

function nodesOf(mapping: Fields): Map<string, Node> {
  return new Map(
    Object.entries(mapping).map(([id, value]) => {
      const { parent, message } = fields(value);
      return [
        id,
        {
          id,
          parent: typeof parent === 'string' ? parent : undefined,
          message: isFields(message) ? message : undefined,
        },
      ];
    }),
  );
}

/** From the root to where the user left it. If that is missing, to the newest message of all branches. */
function pathOf(nodes: ReadonlyMap<string, Node>, current: string | undefined): Node[] {
  let node = nodes.get(current ?? '') ?? newestEnd(nodes);
  const path: Node[] = [];
  const met = new Set<Node>();
  while (node !== undefined && !met.has(node)) {
    met.add(node);
    path.push(node);
    node = nodes.get(node.parent ?? '');
  }
  return path.reverse();
}

function newestEnd(nodes: ReadonlyMap<string, Node>): Node | undefined {
  const parents = new Set([...nodes.values()].map(({ parent }) => parent));
  const ends = [...nodes.values()].filter(({ id }) => !parents.has(id));
  const at = ({ message }: Node) => time(message?.create_time) ?? '';
  return ends.reduce<Node | undefined>(
    (newest, end) => (newest === undefined || at(end) >= at(newest) ? end : newest),
    undefined,
  );
}

function roleOf(message: Fields): unknown {
  return fields(message.author).role;
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
  const role = roleOf(message);
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

function savedMemory(
  content: unknown,
  { at, occurredAt }: { at: string; occurredAt?: string },
): Imported {
  const said = text(content);
  // Identified by its words, because the same memory is in several places, without an id.
  return factOf({
    at,
    origin: 'chatgpt',
    id: `memory:${hashOfWords(said)}`,
    content: said,
    tags: ['saved_memory'],
    occurredAt,
  });
}

interface Context {
  at: string;
  begun: string | undefined;
  seen: Set<string>;
}

/** Custom instructions. */
function* instructions(message: Fields, { at, begun, seen }: Context): Generator<Imported> {
  const { user_profile, user_instructions } = fields(message.content);
  for (const said of [text(user_profile), text(user_instructions)]) {
    if (said === undefined || seen.has(hashOfWords(said))) continue;
    seen.add(hashOfWords(said));
    yield factOf({
      at,
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
function* savedInContext(message: Fields, { at, begun, seen }: Context): Generator<Imported> {
  const context = text(fields(message.content).model_set_context);
  if (context === undefined) return yield skip(at, 'empty');
  for (const entry of context.split(/^(?=[ \t]*\d+\.\s)/m)) {
    const [mark, day] = /^[ \t]*\d+\.\s*(?:\[(\d{4}-\d{2}-\d{2})\]\.?)?/.exec(entry) ?? [];
    const content = mark === undefined ? undefined : text(entry.slice(mark.length));
    if (content === undefined || seen.has(hashOfWords(content))) continue;
    seen.add(hashOfWords(content));
    yield savedMemory(content, { at, occurredAt: time(day) ?? begun });
  }
}
