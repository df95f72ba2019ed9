import type { EmbedderIdentity, MemoryRecord, PendingText } from '@mneme/core/contract';
import { cursorCodec } from '@mneme/core/contract';
import { toRecord, recordColumns } from '../records/record-row.ts';
import type { Cell, Question, RangeQuestion, Row, Rows } from '../rows/rows.ts';
import type { Space } from '../scopes/meta.ts';

/** A row by the table, the scope and the number, which are unique together. */
export type Place = readonly [scope: string, number: number];

type Kind = PendingText['kind'];

/** The tables with texts that have vectors. */
export const textTables = { record: 'records', chunk: 'chunks' } as const satisfies Record<Kind, string>;
