import { expect, it } from 'vitest';
import { aboutSpeaker, isAssistant, isRole, queryNames } from './speaker.ts';

it('finds a speaker by full name, first name and possessive', () => {
  const names = queryNames("What is Ada's favourite tea, and what did 陈伟 say?");
  expect([names.has('Ada'), names.has('Ada Lovelace'), names.has('陈伟')]).toEqual([
    true,
    true,
    true,
  ]);
});

it('does not find a speaker who is not named', () => {
  const names = queryNames('What is the favourite tea?');
  expect([names.has('Ada'), names.has('陈伟'), names.has('')]).toEqual([false, false, false]);
});

it('recognises the usual names of an assistant', () => {
  expect(['assistant', 'AI', ' Bot ', 'tool', '助手', '机器人'].every(isAssistant)).toBe(true);
  expect(['user', 'Ada', '', undefined].map(isAssistant)).toEqual([false, false, false, false]);
});

it.each(
  `function developer tool_result tool_calls server_tool_use AIMessage AIMessageChunk ToolMessage SystemMessage ai generic
  ChatGPT GPT-4o gpt-4.1-mini claude-opus-4 claude-3-5-sonnet Gemini Grok llama-3.1 assistant-1 assistant_2 HeronBot support-bot
  ボット サポートボット 챗봇 客服机器人 小爱同学 豆包 ассистент asistente`.split(/\s+/),
)('takes %s for an assistant without being told', (speaker) => {
  expect(isAssistant(speaker)).toBe(true);
});

it.each(['AI Assistant', 'Meta AI', 'GitHub Copilot', 'Claude Sonnet 4', 'tool result', 'My Bot'])(
  'takes the words %s for an assistant',
  (speaker) => expect(isAssistant(speaker)).toBe(true),
);

it.each([
  ...['Ada', 'Ai Tanaka', 'Talbot', 'Claude Dupont', 'Alexa Meyer', 'Max', 'Ben 2', 'Agent Smith'],
  ...['Model Citizen', 'HumanMessage', 'usuario', '王芳', '小明', 'Data Patel', 'Abbott'],
])('takes %s for a person', (speaker) => {
  expect(isAssistant(speaker)).toBe(false);
});

it('distinguishes names from roles such as user', () => {
  expect(['user', 'HumanMessage', '用户', 'AI'].map(isRole)).toEqual([true, true, true, true]);
  expect(['Ada', '张曼婷', ''].map(isRole)).toEqual([false, false, false]);
});

it.each([
  ['I planted roses in my garden', 1],
  ['我在花园里种了玫瑰', 1],
  ['What did you plant in your garden?', -1],
  ['You’re so lucky, u know', -1],
  ['你的花园真漂亮', -1],
  ['Roses are in bloom', 0.5],
  ['I like your garden', 0],
])('%s', (content, expected) => {
  expect(aboutSpeaker(content)).toBe(expected);
});
