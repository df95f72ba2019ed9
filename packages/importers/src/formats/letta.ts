import { Conversation, type Message } from '../conversation.ts';
import { passagesOf } from '../facts.ts';
import { broken, type Imported, type Item, placed, type SkipReason, skip } from '../imported.ts';
import { eachJson } from '../read-file.ts';
import type { Source } from '../sources/source.ts';
import {
  type Fields,
  fields,
  hash,
  isFields,
  jsonOf,
  list,
  name,
  text,
  texts,
  time,
} from '../values.ts';

/** Agent files of Letta: blocks and messages. Passages are only on the server, and secrets of an agent are not read. */
export async function* readLetta(source: Source): AsyncGenerator<Imported> {
  for await (const file of source.files()) {
    if (source.kind === 'folder' && !/\.(?:af|json)$/i.test(file.name)) continue;
    yield* eachJson(file, (value) =>
      isFields(value)
        ? readAgentFile(value, file.name)
        : placed(file.name, [broken('is not an agent file')]),
    );
  }
}

function* readAgentFile(content: Fields, at: string): Generator<Imported> {
  // Until 2025 a file was one agent, with its blocks inside.
  const agents = Array.isArray(content.agents) ? content.agents.map(fields) : [content];
  const blocks = list(content.blocks ?? content.core_memory).map(fields);
  const owners = new Map<unknown, string>();
  for (const agent of agents)
    for (const id of list(agent.block_ids)) owners.set(id, text(agent.name) ?? '');
  const only = agents.length === 1 ? text(agents[0]?.name) : undefined;
  for (const [index, block] of blocks.entries())
    yield* placed(`${at}, block ${index + 1}`, readBlock(block, owners.get(block.id) ?? only));
  for (const agent of agents) yield* readMessages(agent, at);
  for (const key of ['tools', 'mcp_servers', 'skills', 'sources', 'groups', 'files']) {
    const { length } = list(content[key]);
    const reason = key === 'files' ? 'media' : 'not_a_memory';
    if (length > 0) yield* placed(`${at}, ${key}`, [skip(reason, length)]);
  }
}

function* readBlock(block: Fields, agent: string | undefined): Generator<Item> {
  const label = text(block.label) ?? 'block';
  const value = text(block.value);
  if (value === undefined) return yield skip('empty');
  yield* passagesOf({
    origin: 'letta',
    // The ids in a file are positions, which repeat in other files.
    id: `${agent ?? ''}:${label}`,
    content: value,
    tags: [label],
    occurredAt: time(block.updated_at) ?? time(block.created_at),
    metadata: { agent, label, description: text(block.description) },
  });
}

function* readMessages(agent: Fields, at: string): Generator<Imported> {
  const messages = list(agent.messages).map(fields);
  if (messages.length === 0) return;
  const title = text(agent.name);
  const first = time(messages[0]?.created_at);
  const turns = new Conversation({
    session: name(`letta:${title ?? 'agent'}:${first ?? hash(messages[0])}`) as string,
    metadata: { agent: title },
  });
  for (const [index, message] of messages.entries())
    for (const said of saidIn(message))
      yield* placed(`${at}, message ${index + 1}`, turns.say(said));
}

function* saidIn(message: Fields): Generator<Message | SkipReason> {
  const occurredAt = time(message.created_at);
  const content = contentOf(message.content ?? message.text);
  if (message.role === 'user') return yield userMessage(content, occurredAt);
  if (message.role !== 'assistant') return yield message.role === 'tool' ? 'tool' : 'system';
  // Agents of the first kind think in the content, and speak with a tool.
  const calls = list(message.tool_calls).map((call) => fields(fields(call).function));
  const sent = calls.flatMap((call) =>
    call.name === 'send_message' ? sentBy(call.arguments) : [],
  );
  for (const call of calls) if (call.name !== 'send_message') yield 'tool';
  for (const said of sent) yield { speaker: 'assistant', content: said, occurredAt };
  if (content === undefined) return;
  if (calls.length > 0) yield 'reasoning';
  else yield { speaker: 'assistant', content, occurredAt };
}

function contentOf(content: unknown): string | undefined {
  if (!Array.isArray(content)) return text(content);
  const spoken = content.map(fields).filter(({ type }) => type === 'text');
  return text(texts(spoken.map((part) => part.text)).join('\n'));
}

/** A user's text may be wrapped as JSON. Alarms and logins are wrapped too, and are not messages. */
function userMessage(
  content: string | undefined,
  occurredAt: string | undefined,
): Message | SkipReason {
  const wrapped = wrappedIn(content);
  if (wrapped === undefined) return { speaker: 'user', content, occurredAt };
  if (wrapped.type !== 'user_message') return 'system';
  return {
    speaker: 'user',
    content: wrapped.message,
    occurredAt: time(wrapped.time) ?? occurredAt,
  };
}

function wrappedIn(content: unknown): Fields | undefined {
  if (typeof content !== 'string' || !content.trimStart().startsWith('{')) return undefined;
  const read = jsonOf(content);
  return isFields(read) && typeof read.type === 'string' ? read : undefined;
}

function sentBy(given: unknown): string[] {
  return texts([fields(typeof given === 'string' ? jsonOf(given) : given).message]);
}
