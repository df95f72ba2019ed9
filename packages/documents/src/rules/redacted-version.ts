import type { DocumentActor, DocumentVersion } from '@mneme/engine/contract';

/** A redacted version: author and time stay, content, hash, size and path are removed. */
export function redactedVersion(
  { path: _path, content: _content, ...version }: DocumentVersion,
  { at, actor }: { at: string; actor?: DocumentActor },
): DocumentVersion {
  const { contentSha256: _hash, contentSizeBytes: _size, ...kept } = version;
  return { ...kept, redactedAt: at, ...(actor === undefined ? {} : { redactedBy: actor }) };
}
