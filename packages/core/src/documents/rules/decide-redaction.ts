export type RedactionDecision = 'redact' | 'keep' | 'refuse';

/**
 * A version is scrubbed once; a second time changes nothing. The current version of a document that still exists is
 * what reads answer, so it has to be replaced or deleted first.
 */
export function decideRedaction(version: {
  redacted: boolean;
  isHeadOfLiveDocument: boolean;
}): RedactionDecision {
  if (version.redacted) return 'keep';
  return version.isHeadOfLiveDocument ? 'refuse' : 'redact';
}
