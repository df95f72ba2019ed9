import { analyse } from './analyse.ts';
import { cachedByText } from './cached-by-text.ts';

/**
 * How applications name the program's side of a conversation: the roles of OpenAI, LangChain, Vercel, Claude and
 * Gemini, and words for an assistant. The whole name, or the whole name but for a number (`assistant-1`).
 */
const programs = setOf(
  'assistant ai bot chatbot model system developer tool function generic chat agent data robot machine llm copilot tool_use tool_call tool_calls tool_result server_tool_use mcp_tool_use mcp_tool_result thinking assistente asistente assistent ассистент помощник бот чатбот 助手 助理 机器人 機器人 智能助手 人工智能 系统 系統 工具 アシスタント ボット チャットボット システム 어시스턴트 챗봇 봇 시스템 비서',
);
/** With one of these in it, a name of several words is a program's: `AI Assistant`, `HeronBot`, `客服机器人`. */
const programWords = setOf('assistant chatbot bot llm asistente assistente assistent ассистент');
const programEnd = /(?:助手|助理|机器人|機器人|ボット|アシスタント|챗봇|어시스턴트)$/u;
/** `AIMessage`, `tool result` and the like. */
const programParts = setOf(
  'ai system developer tool function assistant message chunk result call use output response agent model server mcp',
);
/** Common assistants and families of models, alone or with a version: `claude-opus-4`, `GPT-4o`. */
const assistants = setOf(
  'claude chatgpt gpt gemini copilot siri alexa cortana bixby grok deepseek llama mistral mixtral qwen gemma phi kimi bard perplexity replika ernie doubao mneme 豆包 文心一言 文心 通义千问 通义 小爱同学 小爱 小度 天猫精灵 讯飞星火 元宝 智谱清言',
);
const versionWords = setOf(
  'opus sonnet haiku pro plus mini nano turbo flash ultra max lite large medium small instruct code coder chat preview latest exp advanced live assistant ai google microsoft git hub meta openai anthropic amazon bot',
);

/** How they name the person's side. */
const persons = setOf(
  'user human person me customer usuario usuaria benutzer nutzer utilisateur usuário utente пользователь 用户 用戶 使用者 人类 我 ユーザー 사용자',
);

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

/** `HeronBot` has two words, `claude-3.5` one and a number. */
function partsOf(speaker: string): { words: string[]; versions: number } {
  const parts = speaker
    .replace(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
    .split(/[\s\p{P}\p{S}]+/u)
    .filter((part) => part !== '');
  const words = parts.filter((part) => !/^(?:v?\d+\p{Ll}?|\d+\p{L}{0,2})$/iu.test(part));
  return { words, versions: parts.length - words.length };
}

/** Whether a speaker is the assistant and not the person. */
export function isAssistant(speaker: string | undefined): boolean {
  return speaker !== undefined && isProgram(speaker);
}

const isProgram = cachedByText((speaker: string): boolean => {
  const name = speaker.trim().toLowerCase();
  if (programs.has(name) || assistants.has(name) || programEnd.test(name)) return true;
  const { words, versions } = partsOf(speaker);
  const lower = words.map((word) => word.toLowerCase());
  const [first = ''] = lower;
  if (lower.length === 1 && versions > 0) return programs.has(first) || assistants.has(first);
  if (lower.length < 2) return false;
  if (words.includes('AI') || lower.some((word) => programWords.has(word))) return true;
  const isFamily = lower.some((word) => assistants.has(word));
  if (isFamily && lower.every((word) => assistants.has(word) || versionWords.has(word)))
    return true;
  return lower.every((word) => programParts.has(word));
}, 1000);

/** Whether a speaker is the person, but not named. */
export function isUser(speaker: string): boolean {
  return persons.has(
    speaker
      .trim()
      .toLowerCase()
      .replace(/[\s_-]?message(?:[\s_-]?chunk)?$/u, ''),
  );
}

/** Whether a speaker is a role and not a name. */
export function isRole(speaker: string): boolean {
  return isAssistant(speaker) || isUser(speaker);
}

/** Which speakers a query names: by the whole name, or by its first word (`Ada` for `Ada Lovelace`). */
export function queryNames(query: string): { has(speaker: string): boolean } {
  const words = new Set(analyse(query));
  const known = new Map<string, boolean>();
  return {
    has(speaker) {
      let named = known.get(speaker);
      if (named === undefined) {
        const first = analyse(speaker.split(/\s+/u)[0] ?? '');
        named = first.length > 0 && first.every((term) => words.has(term));
        known.set(speaker, named);
      }
      return named;
    },
  };
}

const first =
  /\b(?:i|i'm|i've|i'd|i'll|im|my|me|mine|myself|we|we're|we've|our|ours|us)\b|[我咱俺私僕]/gi;
const second =
  /\b(?:you|you're|you've|you'd|you'll|your|yours|yourself|ya|u|ur)\b|[你您妳]|あなた/gi;
/** Only the beginning of a long text is read. */
const longest = 400;

/**
 * Whom a text is about: 1 its speaker, -1 the listener (`What did you plant?`). Without a pronoun of either 0.5,
 * because most texts are about their speakers.
 */
export function aboutSpeaker(content: string): number {
  const text = content.slice(0, longest).replace(/[‘’]/g, "'");
  const own = text.match(first)?.length ?? 0;
  const others = text.match(second)?.length ?? 0;
  return own + others === 0 ? 0.5 : (own - others) / (own + others);
}
