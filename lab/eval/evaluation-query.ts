import { MnemeError } from '@mneme/core';

export interface EvaluationQuery {
  id: string;
  scope: string;
  text: string;
  type?: string;
  /** Empty: the query is answered but not in the figures. */
  relevant: string[];
}

/** Parses one line of a queries file. `place` names it in messages. Other keys are ignored. */
export function evaluationQuery(value: unknown, place: string): EvaluationQuery {
  const fail = (field: string, expected: string) =>
    new MnemeError('invalid_input', `${place}: ${field} must be ${expected}`, { field });
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new MnemeError('invalid_input', `${place} is not an object`, { field: 'queries' });
  }
  const { id, scope, text, type, relevant } = value as Record<string, unknown>;
  if (typeof id !== 'string' && typeof id !== 'number') throw fail('id', 'a text');
  if (typeof text !== 'string') throw fail('text', 'a text');
  if (typeof (scope ?? '') !== 'string') throw fail('scope', 'a text');
  const ids = relevant ?? [];
  if (
    !Array.isArray(ids) ||
    !ids.every((entry) => typeof entry === 'string' || typeof entry === 'number')
  ) {
    throw fail('relevant', 'a list of ids');
  }
  return {
    id: String(id),
    scope: (scope as string | null | undefined) ?? 'default',
    text,
    type: type === undefined || type === null || type === '' ? undefined : String(type),
    relevant: ids.map(String),
  };
}
