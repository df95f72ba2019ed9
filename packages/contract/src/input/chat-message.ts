import { invalid, isList, parseName, parseObject, show } from './fields.ts';

/**
 * A message of a chat API: OpenAI, Anthropic, Gemini (`parts`), Vercel AI SDK and others. Only text is read; calls and
 * results of tools, images, files and thoughts are left out, and so are messages of other roles than a person's and a
 * model's.
 */
export interface ChatMessage {
  /** `user`, `assistant`, … */
  role: string;
  /** A text, or a list of texts and blocks such as `{ type: 'text', text: 'Hello' }`. */
  content?: string | readonly unknown[] | null;
  /** Blocks, if there is no `content`. */
  parts?: readonly unknown[];
  /** Name of the person. Default: the role. */
  name?: string;
}

/** What a message says, and who says it. */
export interface SaidInChat {
  speaker: string;
  /** Empty: the message has no text. */
  content: string;
}

const persons = new Set('user human'.split(' '));
const models = new Set('assistant model ai bot'.split(' '));
/** Instructions of the program, and calls and results of tools. */
const programs = new Set('system developer tool function data'.split(' '));

/** Types of blocks with text that somebody has said. Blocks of Gemini and Bedrock have no type. */
const textTypes = new Set<unknown>([undefined, 'text', 'input_text', 'output_text']);

/** Whether a value is meant as a message of a chat API, and not as a turn with `speaker`. */
export function isChatMessage(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && 'role' in value;
}

/**
 * Reads a message of a chat API. Undefined if it has nothing that a person or a model has said. Throws `invalid_input`
 * if it is not such a message.
 */
export function readChatMessage(value: unknown): SaidInChat | undefined {
  const message = parseObject(value, 'message');
  const { role } = message;
  if (typeof role !== 'string' || role.trim() === '')
    throw invalid('role', `is ${show(role)}: give user or assistant`);
  const known = role.trim().toLowerCase();
  if (programs.has(known)) return undefined;
  const isModel = models.has(known);
  const content = textOf(message, isModel);
  if (content.trim() === '') return undefined;
  if (isModel) return { speaker: 'assistant', content };
  const name = message.name ?? (persons.has(known) ? 'user' : role.trim());
  return { speaker: parseName(name, 'name', 1024), content };
}

function textOf(message: Record<string, unknown>, isModel: boolean): string {
  const given = message.content ?? message.parts;
  if (typeof given === 'string') return given;
  if (isList(given)) return textOfBlocks(given, isModel);
  if (given === undefined || given === null) {
    if (given === null || message.content === null || callsTools(message)) return '';
    throw invalid('content', 'is missing: give a text, or a list of blocks');
  }
  throw invalid('content', `is ${show(given)}: give a text, or a list of blocks`);
}

function callsTools(message: Record<string, unknown>): boolean {
  return ['tool_calls', 'toolCalls', 'function_call'].some((key) => message[key] !== undefined);
}

/** Adjacent blocks of a model are one text: APIs cut it at citations. All others are paragraphs. */
function textOfBlocks(blocks: readonly unknown[], isModel: boolean): string {
  let text = '';
  let isAdjacent = false;
  for (const block of blocks) {
    const said = textOfBlock(block);
    if (said !== undefined && said !== '')
      text += (text === '' || (isModel && isAdjacent) ? '' : '\n\n') + said;
    isAdjacent = said !== undefined;
  }
  return text;
}

function textOfBlock(block: unknown): string | undefined {
  if (typeof block === 'string') return block;
  const { type, text, thought } = parseObject(block, 'content') as Record<string, unknown>;
  // Gemini marks its thoughts.
  if (!textTypes.has(type) || thought === true) return undefined;
  return typeof text === 'string' ? text : undefined;
}
