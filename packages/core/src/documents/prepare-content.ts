import { sha256 as hash } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type {
  DocumentWriteRequest,
  PreparedChunk,
  PreparedContent,
  PreparedWrite,
} from '../contract/index.ts';
import { throwIfAborted } from '../engine/abort.ts';
import { invalid } from '../input/fields.ts';
import { analyse } from '../text/index.ts';
import type { DocumentContext } from './document-context.ts';
import { guardSecrets } from './guard-secrets.ts';
import { chunkText } from './rules/chunk-text.ts';
import type { ContentToWrite } from './rules/decide-change.ts';

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
  throwIfAborted(signal);
  const chunks = prepareChunks(text);
  return { toWrite: { sha256: sha256(text), sizeBytes }, prepared: { text, chunks } };
}

/** Lower-case hex over the UTF-8 bytes. */
export function sha256(text: string): string {
  return bytesToHex(hash(utf8ToBytes(text)));
}

function prepareChunks(text: string): PreparedChunk[] {
  return chunkText(text).flatMap(({ start, end, line }) => {
    const piece = text.slice(start, end);
    return piece.trim() === '' ? [] : [{ start, end, line, terms: analyse(piece) }];
  });
}

/** Embeds all chunks in one call, for the space that answers and, where one is being built, for that too. */
export async function withVectors(
  { embed }: DocumentContext,
  writes: readonly PreparedWrite[],
  signal: AbortSignal | undefined,
): Promise<Pick<DocumentWriteRequest, 'writes' | 'embedder' | 'nextEmbedder'>> {
  const texts = writes.flatMap(({ content }) =>
    content === undefined
      ? []
      : content.chunks.map(({ start, end }) => content.text.slice(start, end)),
  );
  const embedded = texts.length === 0 ? undefined : await embed(texts, { kind: 'passage', signal });
  if (embedded === undefined) return { writes };
  const { vectors, embedder, next } = embedded;
  let at = 0;
  const withThem = writes.map((write): PreparedWrite => {
    if (write.content === undefined) return write;
    const chunks = write.content.chunks.map((chunk): PreparedChunk => {
      const index = at++;
      const nextVector = next?.vectors[index];
      return {
        ...chunk,
        vector: vectors[index],
        ...(nextVector === undefined ? {} : { nextVector }),
      };
    });
    return { ...write, content: { ...write.content, chunks } };
  });
  return { writes: withThem, embedder, ...(next && { nextEmbedder: next.embedder }) };
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
