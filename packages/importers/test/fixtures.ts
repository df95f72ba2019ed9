/** Documents as the programs write them, for their own tests and for broken ones. */

interface Node {
  id: string;
  parent: string | null;
  children: string[];
  message: object | null;
}

export const chatGptTime = Date.UTC(2026, 0, 2, 3, 4, 5) / 1000;

export function chatGptMessage(role: string, content: object | string, more: object = {}) {
  return {
    id: 'm',
    author: { role },
    create_time: chatGptTime + 0.5,
    content: typeof content === 'string' ? { content_type: 'text', parts: [content] } : content,
    status: 'finished_successfully',
    recipient: 'all',
    metadata: {},
    ...more,
  };
}

/** Nodes as `id: [parent, message]`. */
export function chatGptConversation(
  nodes: Record<string, [string | null, object | null]>,
  more: object = {},
) {
  const mapping = Object.fromEntries(
    Object.entries(nodes).map(([id, [parent, said]]): [string, Node] => [
      id,
      {
        id,
        parent,
        children: Object.keys(nodes).filter((other) => nodes[other]?.[0] === id),
        message: said,
      },
    ]),
  );
  const [current_node] = Object.keys(nodes).slice(-1);
  return {
    id: 'c1',
    title: 'Tea',
    create_time: chatGptTime,
    update_time: chatGptTime,
    mapping,
    current_node,
    ...more,
  };
}

export const chatGptTalk = chatGptConversation({
  root: [null, null],
  a: ['root', chatGptMessage('user', 'I drink oolong in the morning.')],
  b: ['a', chatGptMessage('assistant', 'Noted.')],
});

/** A conversation with custom instructions and saved memories. */
export const chatGptContext = chatGptConversation({
  p: [
    null,
    chatGptMessage(
      'user',
      {
        content_type: 'user_editable_context',
        user_profile: 'I am a nurse in Porto.',
        user_instructions: 'Answer briefly.',
      },
      { metadata: { is_visually_hidden_from_conversation: true } },
    ),
  ],
  m: [
    'p',
    chatGptMessage('system', {
      content_type: 'model_editable_context',
      model_set_context:
        '1. [2025-05-04]. Has a dog called Rex.\n\n2. [2025-06-01]. Runs on Sundays.\nAlone.',
    }),
  ],
  b: ['m', chatGptMessage('assistant', 'Is allergic to nuts.', { recipient: 'bio' })],
});

const block = (type: string, more: object) => ({
  type,
  start_timestamp: '2026-02-01T10:00:00Z',
  stop_timestamp: '2026-02-01T10:00:01Z',
  ...more,
});

export const claudeTalk = {
  uuid: 'c1',
  name: 'Tea',
  created_at: '2026-02-01T10:00:00.123456Z',
  updated_at: '2026-02-01T10:05:00Z',
  account: { uuid: 'a1' },
  chat_messages: [
    {
      uuid: 'm1',
      sender: 'human',
      text: 'I drink oolong in the morning.',
      content: [block('text', { text: 'I drink oolong in the morning.', citations: [] })],
      created_at: '2026-02-01T10:00:00.500000Z',
      attachments: [{ file_name: 'tea.txt', extracted_content: 'a long list' }],
      files: [{ file_name: 'cup.png' }],
    },
    {
      uuid: 'm2',
      sender: 'assistant',
      text: 'This block is not supported on your current device yet.\n\nNoted.',
      content: [
        block('thinking', { thinking: 'The user likes tea.' }),
        block('tool_use', { name: 'search', input: {} }),
        block('tool_result', { content: [] }),
        block('text', { text: 'Noted.' }),
        block('token_budget', {}),
      ],
      created_at: '2026-02-01T10:00:09Z',
      attachments: [],
      files: [],
    },
  ],
};

const observation = {
  id: 7,
  memory_session_id: 'worker-1',
  project: 'heron',
  type: 'decision',
  title: 'Storage',
  subtitle: 'Where data lies',
  facts: JSON.stringify(['Heron stores its data in SQLite.', 'The file is heron.db.']),
  concepts: JSON.stringify(['storage']),
  files_read: JSON.stringify(['src/store.ts']),
  files_modified: '[]',
  narrative: 'SQLite was chosen since no server is needed.',
  created_at: '2026-03-01T09:00:00.000Z',
  created_at_epoch: Date.UTC(2026, 2, 1, 9),
  merged_into_project: null as string | null,
};
const session = {
  id: 1,
  content_session_id: 'agent-1',
  memory_session_id: 'worker-1',
  project: 'heron',
};
const summary = {
  id: 3,
  memory_session_id: 'worker-1',
  project: 'heron',
  request: 'Choose a store',
  learned: 'SQLite is enough',
  next_steps: null,
  created_at_epoch: Date.UTC(2026, 2, 1, 10),
};
const prompt = (number: number, prompt_text: string) => ({
  id: number,
  content_session_id: 'agent-1',
  prompt_number: number,
  prompt_text,
  created_at_epoch: Date.UTC(2026, 2, 1, 9, number),
});
export const claudeMem = { observation, session, summary, prompt };

export const mem0Answer = {
  results: [
    {
      id: 'm1',
      memory: 'Likes window seats',
      hash: 'd41d8',
      metadata: { trip: 'Lisbon', note: null },
      created_at: '2026-01-02T03:04:05.123456+00:00',
      updated_at: '2026-01-02T03:04:05.123456+00:00',
      user_id: 'ada',
      run_id: 'r1',
      categories: ['travel'],
    },
    {
      id: 'm2',
      memory: 'Lives in Porto',
      metadata: null,
      created_at: '2026-01-01T00:00:00+01:00',
      updated_at: '2026-03-01T00:00:00+01:00',
      user_id: 'bob',
      expiration_date: '2099-01-01',
    },
    { id: 'm3', memory: '', user_id: 'ada' },
  ],
};

export const secretOfAnAgent = `sk-ant-api03-${'Vq7Zt2mXw9LrB4kNcY81jJdFs6PgTuE3aRoQi5vKzM0bWnHxC2yD7GfU8s'}`;

/** The message of an agent at this second. */
const lettaMessage = (second: number, role: string, content: string, more: object = {}) => ({
  id: `message-${second}`,
  role,
  content: [{ type: 'text', text: content }],
  created_at: `2026-01-01T00:00:0${second}+00:00`,
  ...more,
});
const bees = {
  type: 'user_message',
  message: 'I keep bees.',
  time: '2026-01-01T00:00:02+00:00',
};
const sendMessage = { name: 'send_message', arguments: '{"message": "How many hives?"}' };

export const lettaAgentFile = {
  agents: [
    {
      id: 'agent-0',
      name: 'loop',
      agent_type: 'letta_v1_agent',
      system: 'You are a helpful agent.',
      block_ids: ['block-0', 'block-1', 'block-2'],
      tool_exec_environment_variables: { KEY: secretOfAnAgent },
      secrets: [{ key: 'K', value: secretOfAnAgent }],
      messages: [
        lettaMessage(0, 'system', 'You are a helpful agent.'),
        lettaMessage(1, 'user', '{"type": "login", "last_login": "never"}'),
        lettaMessage(2, 'user', JSON.stringify(bees)),
        lettaMessage(3, 'assistant', 'They want to talk of bees.', {
          tool_calls: [{ id: 'c', function: sendMessage }],
        }),
        lettaMessage(4, 'tool', 'ok'),
        { ...lettaMessage(5, 'user', ''), content: 'Seven.' },
        lettaMessage(6, 'assistant', 'A fine number.'),
      ],
    },
  ],
  blocks: [
    { id: 'block-0', label: 'human', value: 'Ada keeps bees.', limit: 5000 },
    { id: 'block-1', label: 'persona', value: '', limit: 5000 },
    {
      id: 'block-2',
      label: 'notes',
      value: `# Hives\nSeven of them.\n\n# Honey\n${'Sold in May. '.repeat(200)}`,
    },
  ],
  groups: [],
  files: [{ id: 'file-0', file_name: 'bees.pdf' }],
  sources: [],
  tools: [{ id: 'tool-0', name: 'send_message' }],
  mcp_servers: [],
  metadata: { revision_id: 'x' },
  created_at: '2026-01-01T00:00:00+00:00',
};
