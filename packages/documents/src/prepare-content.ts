import type { PreparedChunk, PreparedContent } from '@mneme/contract';
import type { VectorOwners } from '@mneme/contract/context';
import { gateText, nextTurn } from '@mneme/contract/gate';
import { invalid } from '@mneme/contract/input';
import { analyse } from '@mneme/language/text';
import { sha256 as hash } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { DocumentContext } from './document-context.ts';
import { chunkText } from './rules/chunk-text.ts';
import type { ContentToWrite } from './rules/plan-changes.ts';

/** Checks a content, and applies the policy for secrets. */
export async function checkContent(
  content: unknown,
  { documentLimits, secrets }: Pick<DocumentContext, 'documentLimits' | 'secrets'>,
): Promise<ContentToWrite> {
  checkWellFormed(content);
  checkSize(utf8ToBytes(content).length, documentLimits.contentBytes);
  const text = await gateText(content, secrets);
  const bytes = utf8ToBytes(text);
  checkSize(bytes.length, documentLimits.contentBytes);
  // Lower-case hex over the UTF-8 bytes.
  return { text, sha256: bytesToHex(hash(bytes)), sizeBytes: bytes.length };
}

/** One for each text, in order. */
export type Contents = readonly (PreparedContent | undefined)[];

/** Cuts texts into chunks and analyses their words, with pauses for other work. */
export async function analyseContents(texts: readonly (string | undefined)[]): Promise<Contents> {
  const contents: (PreparedContent | undefined)[] = [];
  for (const text of texts)
    contents.push(text === undefined ? undefined : { text, chunks: await chunksOf(text) });
  return contents;
}

/** Embeds all chunks in one call, for the current embedder and for the next one during a change. */
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

/** Chunks that are analysed without a pause: a few milliseconds of work. */
const together = 4;

async function chunksOf(text: string): Promise<PreparedChunk[]> {
  const chunks: PreparedChunk[] = [];
  for (const [index, { start, end, line }] of chunkText(text).entries()) {
    if (index % together === together - 1) await nextTurn();
    const piece = text.slice(start, end);
    if (piece.trim() !== '') chunks.push({ start, end, line, terms: analyse(piece) });
  }
  return chunks;
}

function checkWellFormed(content: unknown): asserts content is string {
  if (typeof content !== 'string') throw invalid('content', 'must be a string; it may be empty');
  if (!content.isWellFormed())
    throw invalid('content', 'has a lone surrogate, which is not a character');
}

function checkSize(bytes: number, limit: number): void {
  if (bytes <= limit) return;
  throw invalid(
    'content',
    `has ${bytes} bytes, more than the ${limit} allowed: split it into several documents`,
  );
}
