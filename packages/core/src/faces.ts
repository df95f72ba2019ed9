/**
 * What the packages around the engine share: the gate, telemetry, texts for terminals and models. Its names may change.
 */

export { firstFitting } from '@mneme/contract/context';
export { type Gated, gate, gateText, readSecretPolicy } from '@mneme/contract/gate';
export {
  errorType,
  type SpanAround,
  type SpanStart,
  Telemetry,
} from '@mneme/contract/telemetry';
export {
  actingName,
  analyseContents,
  chunkText,
} from '@mneme/documents';
export {
  indexTerms,
  replaceUnseen,
  shellWord,
  terminalJson,
  visibleJson,
  visibleText,
} from '@mneme/language/text';
export { daysBetween, defaultDecay, effectiveImportance, halfLifeOf } from './forgetting/index.ts';
export { parseSecretPolicy } from './memory/index.ts';
export {
  contestNote,
  estimateTextTokens,
  excerpt,
  isSmallTalk,
  parseDialogue,
  withinBytes,
} from './recall/index.ts';
export { forgottenNotes, notePut, readNotes, sessionNote } from './records/index.ts';
