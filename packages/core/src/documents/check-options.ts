import type { DocumentPrecondition } from '../contract/index.ts';
import { invalid, parseInteger, parseObject, parseTime } from '../input/fields.ts';

export function checkLimit(
  limit: unknown,
  { standard, max }: { standard: number; max: number },
): number {
  return parseInteger(limit ?? standard, 'limit', { min: 1, max });
}

export function checkTime(value: unknown, field: string): string | undefined {
  return value === undefined ? undefined : parseTime(value, field);
}

const sha256Form = /^[0-9a-f]{64}$/;

export function checkPrecondition(precondition: unknown): DocumentPrecondition | undefined {
  if (precondition === undefined) return undefined;
  const { type, contentSha256 } = parseObject(precondition, 'precondition');
  if (type === 'not_exists') return { type };
  if (type !== 'content_sha256') {
    throw invalid('precondition.type', 'must be content_sha256 or not_exists');
  }
  if (typeof contentSha256 !== 'string' || !sha256Form.test(contentSha256)) {
    throw invalid('precondition.contentSha256', 'must be 64 lower-case hexadecimal characters');
  }
  return { type, contentSha256 };
}
