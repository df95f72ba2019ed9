import type { DocumentActor, DocumentVersion } from '@mneme/engine/contract';

/** A version scrubbed: who wrote it and when stays, content, hash, size and path go. */
export function redactedVersion(
  { path: _path, content: _content, ...version }: DocumentVersion,
  { at, actor }: { at: string; actor?: DocumentActor },
): DocumentVersion {
  const { contentSha256: _hash, contentSizeBytes: _size, ...kept } = version;
  return { ...kept, redactedAt: at, ...(actor === undefined ? {} : { redactedBy: actor }) };
}
