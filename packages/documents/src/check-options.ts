import type { DocumentPrecondition } from '@mneme/engine/contract';
import { invalid, parseChoice, parseObject } from '@mneme/engine/input';

const sha256Form = /^[0-9a-f]{64}$/;

export function checkPrecondition(precondition: unknown, field: string): DocumentPrecondition {
  const { type, contentSha256 } = parseObject(precondition, field);
  const kind = parseChoice(type, `${field}.type`, ['content_sha256', 'not_exists']);
  if (kind === 'not_exists') return { type: kind };
  if (typeof contentSha256 !== 'string' || !sha256Form.test(contentSha256)) {
    throw invalid(`${field}.contentSha256`, 'must be 64 lower-case hexadecimal characters');
  }
  return { type: kind, contentSha256 };
}
