import type {
  DocumentSummary,
  Extractor,
  Importance,
  MemoryCategory,
  MemoryRecord,
  MnemeError,
} from '@mneme/contract';
import type { SkipReason } from '../extract/index.ts';
import type { StoreOutcome, WriteOptions } from '../records/index.ts';

/** How facts are made from turns. Absent options have the default named here. */
export interface ConsolidateOptions extends WriteOptions {
  /** Makes the facts: an object, or just its `extract` function. Default: the memory's own. */
  extractor?: Extractor | Extractor['extract'];
  /** Ask and report, but change nothing. Costs as much as a real run. */
  dryRun?: boolean;
  /** Maximum number of calls of the extractor; the rest waits for the next run. Default: no limit. */
  maxCalls?: number;
  /**
   * Maximum cost, in the extractor's unit: no call is made that could exceed it. If the extractor does not tell its
   * highest cost of a call, that of its highestCost call so far is used. Default: no limit.
   */
  maxCost?: number;
  /** New turns in one window, 1..200. Default: 20. */
  windowTurns?: number;
  /** Called after each window. */
  onProgress?: (progress: ConsolidateProgress) => void;
}

/** Progress of a run. The counts are totals so far, over all sessions. */
export interface ConsolidateProgress
  extends Pick<ConsolidateReport, 'windows' | 'facts' | 'calls' | 'cost'> {
  scope: string;
  session: string;
}

/** A session that could not be read to its end. The next run continues it. */
export interface ConsolidateFailure {
  scope: string;
  session: string;
  /** `extractor_failed` if the extractor threw. */
  error: MnemeError;
}

/** One fact of a run. */
export interface ConsolidatedFact {
  scope: string;
  session: string;
  /** Absent in a dry run if the fact is new. */
  id?: string;
  content: string;
  /** Absent: the fact names the person. */
  speaker?: string;
  category: MemoryCategory;
  importance: Importance;
  /** Ids of the cited turns. */
  evidence: string[];
  /** As in the result of `store`. */
  outcome: StoreOutcome;
}

/** The result of a run. */
export interface ConsolidateReport {
  /** True: nothing was changed. */
  dryRun: boolean;
  /** Sessions that were read, also in part. */
  sessions: number;
  /** New turns that were read. */
  turns: number;
  /** Windows that were read to their end. */
  windows: number;
  /** New facts, including those that replaced others. */
  facts: number;
  /** Facts that were known already and are confirmed now. */
  confirmed: number;
  /** What was not stored, counted by reason. */
  skipped: Partial<Record<SkipReason, number>>;
  /** How often the extractor was asked. */
  calls: number;
  /** In the extractor's unit; 0 if it reports none. */
  cost: number;
  /** The extractor's counters, added up. */
  usage: Record<string, number>;
  /** Why the run ended early: a limit, or five failed calls in a row. */
  stopped?: 'max_calls' | 'max_cost' | 'failing';
  failures: ConsolidateFailure[];
  /** The facts, in the order in which they were decided. */
  made: ConsolidatedFact[];
}

/** The evidence of a memory, and what rests on it. */
export interface EvidenceReport {
  /** The memory that was asked about. */
  memory: MemoryRecord;
  /** The turns that it rests on, in order of time. */
  turns: MemoryRecord[];
  /** The documents that it rests on. */
  documents: DocumentSummary[];
  /** Other memories that it rests on. */
  memories: MemoryRecord[];
  /** Ids of evidence that is gone. */
  gone: string[];
  /** Facts that rest on it, newest first; at most 100. */
  facts: MemoryRecord[];
}
