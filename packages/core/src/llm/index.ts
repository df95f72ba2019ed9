export type { AnswerForm, Llm, LlmAnswer, LlmQuestion } from './llm.ts';
export { type LlmRoles, rolesOf } from './roles-of.ts';
