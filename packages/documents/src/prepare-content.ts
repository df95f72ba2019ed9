import type { VectorOwners } from '@mneme/engine/context';
import type { PreparedChunk, PreparedContent } from '@mneme/engine/contract';
import { invalid } from '@mneme/engine/input';
import { analyse } from '@mneme/language/text';
import { sha256 as hash } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { DocumentContext } from './document-context.ts';
import { guardSecrets } from './guard-secrets.ts';
import { chunkText } from './rules/chunk-text.ts';
import type { ContentToWrite } from './rules/decide-change.ts';

export interface CheckedContent {
  text: string;
  toWrite: ContentToWrite;
}

/** Checks a content, and applies the policy for secrets. */
export function checkContent(
  content: unknown,
  { limits, secrets }: Pick<DocumentContext, 'limits' | 'secrets'>,
): CheckedContent {
  checkWellFormed(content);
  checkSize(utf8ToBytes(content).length, limits.contentBytes);
  const text = guardSecrets(content, secrets);
  const bytes = utf8ToBytes(text);
  checkSize(bytes.length, limits.contentBytes);
  // Lower-case hex over the UTF-8 bytes.
  return { text, toWrite: { sha256: bytesToHex(hash(bytes)), sizeBytes: bytes.length } };
}

/** One a text, in order. */
export type Contents = readonly (PreparedContent | undefined)[];

/** Cuts texts into chunks and analyses their words. */
export function analyseContents(texts: readonly (string | undefined)[]): Contents {
  return texts.map((text) => (text === undefined ? undefined : { text, chunks: chunksOf(text) }));
}

/** Embeds all chunks in one call, for the space that answers and for one that is being built. */
export async function embedContents(
  { embedding }: DocumentContext,
  contents: Contents,
  signal: AbortSignal | undefined,
): Promise<Partial<VectorOwners>> {
  const pieces = contents.flatMap((content) =>
    content === undefined ? [] : content.chunks.map((chunk) => ({ chunk, text: content.text })),
  );
  if (pieces.length === 0 || embedding.identity === undefined) return {};
  const texts = pieces.map(({ chunk: { start, end }, text }) => text.slice(start, end));
  const { vectors, owners } = await embedding.passages(texts, { signal });
  for (const [index, { chunk }] of pieces.entries()) Object.assign(chunk, vectors[index]);
  return owners;
}

function chunksOf(text: string): PreparedChunk[] {
  return chunkText(text).flatMap(({ start, end, line }) => {
    const piece = text.slice(start, end);
    return piece.trim() === '' ? [] : [{ start, end, line, terms: analyse(piece) }];
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
