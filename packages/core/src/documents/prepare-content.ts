import { sha256 as hash } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { invalid } from '../input/fields.js';
import { analyse } from '../text/analyse.js';
import type { PreparedChunk, PreparedContent } from './document-backend.js';
import type { DocumentContext } from './document-context.js';
import { guardSecrets } from './guard-secrets.js';
import { chunkText } from './rules/chunk-text.js';
import type { ContentToWrite } from './rules/decide-change.js';

export interface CheckedContent {
  toWrite: ContentToWrite;
  prepared: PreparedContent;
}

/** Checks a content, applies the policy for secrets, and makes what the index needs of it. */
export async function prepareContent(
  content: unknown,
  { context, signal }: { context: DocumentContext; signal?: AbortSignal },
): Promise<CheckedContent> {
  checkWellFormed(content);
  checkSize(utf8ToBytes(content).length, context.limits.contentBytes);
  const text = guardSecrets(content, context.secrets);
  const sizeBytes = utf8ToBytes(text).length;
  checkSize(sizeBytes, context.limits.contentBytes);
  const chunks = await prepareChunks(text, { context, signal });
  return { toWrite: { sha256: sha256(text), sizeBytes }, prepared: { text, chunks } };
}

/** Lower-case hex over the UTF-8 bytes. */
export function sha256(text: string): string {
  return bytesToHex(hash(utf8ToBytes(text)));
}

async function prepareChunks(
  text: string,
  { context, signal }: { context: DocumentContext; signal?: AbortSignal },
): Promise<PreparedChunk[]> {
  const chunks = chunkText(text)
    .map((chunk) => ({ ...chunk, text: text.slice(chunk.start, chunk.end) }))
    .filter((chunk) => chunk.text.trim() !== '');
  const vectors =
    context.embed === undefined || chunks.length === 0
      ? []
      : await context.embed(
          chunks.map((chunk) => chunk.text),
          { kind: 'passage', signal },
        );
  return chunks.map(({ start, end, line, text: piece }, index) => {
    const chunk: PreparedChunk = { start, end, line, terms: analyse(piece) };
    const vector = vectors[index];
    return vector === undefined ? chunk : { ...chunk, vector };
  });
}

function checkWellFormed(content: unknown): asserts content is string {
  if (typeof content !== 'string') throw invalid('content', 'must be a string; it may be empty');
  if (!content.isWellFormed())
    throw invalid('content', 'has a lone surrogate, which is no character');
}

function checkSize(bytes: number, limit: number): void {
  if (bytes <= limit) return;
  throw invalid(
    'content',
    `has ${bytes} bytes, more than the ${limit} allowed: split it into several documents`,
  );
}
