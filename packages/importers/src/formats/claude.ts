import { Conversation, type Message } from '../conversation.ts';
import { passagesOf } from '../facts.ts';
import { broken, type Imported, type Item, placed, type SkipReason, skip } from '../imported.ts';
import { eachConversation, eachJson, eachPart, hasConversations, ofObject } from '../read-file.ts';
import type { Source, SourceFile } from '../sources/source.ts';
import { among, type Fields, fields, hash, list, name, text, texts, time } from '../values.ts';

/** The export of Claude.ai: the archive, its folder, or one of its files. */
export async function* readClaude(source: Source): AsyncGenerator<Imported> {
  for await (const file of source.files()) {
    const path = file.name.split('/');
    const base = path.at(-1) ?? '';
    if (/^memories\.json$/i.test(base)) yield* eachJson(file, (value) => readMemories(value, file));
    else if (/^projects\.json$/i.test(base))
      yield* eachPart(file, (value) => ofObject(value, readProject));
    else if (path.at(-2) === 'projects')
      yield* eachJson(file, (value) => placed(file.name, ofObject(value, readProject)));
    else if (hasConversations(file, source))
      yield* eachConversation(file, {
        isOne: ({ chat_messages }) => Array.isArray(chat_messages),
        read: readConversation,
      });
    else yield* placed(file.name, [skip('not_a_memory')]);
  }
}

function* readConversation(conversation: Fields): Generator<Item> {
  if (!Array.isArray(conversation.chat_messages)) return yield broken('has no chat_messages');
  const title = text(conversation.name);
  const turns = new Conversation({
    session: `claude:${name(conversation.uuid) ?? hash(conversation)}`,
    metadata: { title },
    occurredAt: time(conversation.created_at),
  });
  for (const message of conversation.chat_messages)
    for (const said of saidIn(fields(message))) yield* turns.say(said);
}

const speakers: Readonly<Record<string, string>> = { human: 'user', assistant: 'assistant' };
const blockReasons: Readonly<Record<string, SkipReason>> = {
  thinking: 'reasoning',
  image: 'media',
  token_budget: 'system',
};

/** `content` has the message in blocks. `text` repeats them, with words for other parts. */
function* saidIn(message: Fields): Generator<Message | SkipReason> {
  const speaker = among(speakers, message.sender);
  if (speaker === undefined) return yield 'system';
  const blocks = list(message.content).map(fields);
  const spoken = blocks.filter(({ type }) => type === 'text');
  for (const { type } of blocks) if (type !== 'text') yield among(blockReasons, type) ?? 'tool';
  const files = [...list(message.attachments), ...list(message.files)];
  for (const _ of files) yield 'media';
  const content =
    blocks.length === 0
      ? text(message.text)
      : text(texts(spoken.map((block) => block.text)).join('\n'));
  if (content === undefined && (blocks.length > spoken.length || files.length > 0)) return;
  yield { speaker, content, occurredAt: time(message.created_at) };
}

/** Claude's memory of all conversations, and of each project: one long text each, without times. */
function* readMemories(value: unknown, file: SourceFile): Generator<Imported> {
  for (const [index, entry] of [value].flat().entries())
    yield* placed(`${file.name}, item ${index + 1}`, memoriesIn(fields(entry), file.changedAt));
}

function* memoriesIn(entry: Fields, occurredAt: string | undefined): Generator<Item> {
  const { conversations_memory: general, project_memories: projects } = entry;
  const shared = { origin: 'claude', occurredAt, tags: ['saved_memory'] };
  if (general !== undefined && general !== null)
    yield* passagesOf({ ...shared, id: 'memory', content: general });
  for (const [project, content] of Object.entries(fields(projects)))
    yield* passagesOf({
      ...shared,
      id: `memory:${project}`,
      content,
      category: 'project_context',
      metadata: { project },
    });
}

/** Its description, its instructions and its documents. */
function* readProject(project: Fields): Generator<Item> {
  const title = text(project.name);
  const id = name(project.uuid) ?? hash(title);
  const shared = {
    origin: 'claude',
    category: 'project_context' as const,
    occurredAt: time(project.updated_at) ?? time(project.created_at),
    metadata: { project: id, title },
  };
  for (const field of ['description', 'prompt_template']) {
    if (text(project[field]) !== undefined)
      yield* passagesOf({ ...shared, id: `project:${id}:${field}`, content: project[field] });
  }
  for (const entry of list(project.docs)) {
    const document = fields(entry);
    const path = name(`projects/${title ?? id}/${text(document.filename) ?? name(document.uuid)}`);
    yield* passagesOf({
      ...shared,
      id: `document:${name(document.uuid) ?? hash(path)}`,
      content: document.content,
      occurredAt: time(document.created_at) ?? shared.occurredAt,
      source: { documentPath: path },
    });
  }
}
