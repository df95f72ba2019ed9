import type { ConflictJudge, Logger, SecretPolicy } from '../api.js';
import type { MemoryBackend } from '../backend.js';
import type { DocumentBackend } from '../documents/document-backend.js';
import type { DocumentLimits } from '../documents/rules/document-limits.js';
import type { Embedder, EmbedderCalibration, EmbedderIdentity } from '../embedder.js';
import type { Reranker, RerankSettings } from '../reranker.js';
import type { DecaySettings } from '../rules/decay.js';
import type { AccessLog } from './access-log.js';

/** What every call of an open memory works with. */
export interface EngineContext {
  backend: MemoryBackend;
  /** Absent: this memory keeps no documents. */
  documents?: DocumentBackend;
  documentLimits: DocumentLimits;
  embedder?: Embedder;
  identity?: EmbedderIdentity;
  calibration: EmbedderCalibration;
  /** The present, as ISO 8601. */
  now(): string;
  makeId(): string;
  logger: Logger;
  decay: DecaySettings;
  secrets: SecretPolicy;
  maxContentBytes: number;
  reranker?: Reranker;
  reranking: RerankSettings;
  judge?: ConflictJudge;
  accesses: AccessLog;
}
