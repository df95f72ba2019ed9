import type {
  AppendOptions,
  AppendResult,
  EraseSessionReceipt,
  GetSessionOptions,
  GetSessionResult,
  ListSessionsOptions,
  ListSessionsResult,
  SessionInfo,
  TurnInput,
} from '@mneme/core';
import { z } from 'zod';
import { recordSchema, remains, storeBody } from './records.ts';
import { time, whole } from './requests.ts';
import { inputOf, objectOf } from './shape.ts';

/** Turns and their sessions, over HTTP. */

const { content, tags, importance, expiresAt, occurredAt, metadata } = storeBody.shape;

const turn = inputOf<TurnInput>()({
  content,
  speaker: z.string().optional(),
  occurredAt,
  sequence: z.number().optional().meta({
    description: 'Its place in the session. A turn that names it can be sent again.',
  }),
  tags,
  importance,
  expiresAt,
  metadata,
  source: z
    .looseObject({ externalId: z.string().optional(), documentPath: z.string().optional() })
    .optional(),
}).meta({ id: 'Turn' });

export const appendBody = inputOf<
  Pick<AppendOptions, 'session' | 'reason'> & { turns: readonly TurnInput[] }
>()({
  session: z.string(),
  turns: z.array(turn),
  reason: z.string().optional(),
}).meta({ id: 'AppendTurns' });

export const appendResultSchema = objectOf<AppendResult>()({
  session: z.string(),
  appended: z.int(),
  known: z.int(),
  ids: z.array(z.string()),
  learned: z.array(z.string()),
  masked: z.array(z.string()).optional(),
}).meta({ id: 'AppendResult' });

const paging = {
  limit: whole(1, 1000).optional(),
  cursor: z.string().optional().meta({ description: '`nextCursor` of the page before.' }),
};

export const listSessionsQuery = inputOf<Omit<ListSessionsOptions, 'maxBytes'>>()(paging);

export const sessionsSchema = objectOf<ListSessionsResult>()({
  sessions: z.array(
    objectOf<SessionInfo>()({
      session: z.string(),
      turns: z.int(),
      firstAt: time,
      lastAt: time,
      firstSequence: z.number(),
      lastSequence: z.number(),
    }).meta({ id: 'Session' }),
  ),
  nextCursor: z.string().optional(),
});

/** A number in a query string. */
const number = z
  .string()
  .regex(/^-?\d{1,15}(\.\d{1,15})?$/, 'must be a number')
  .transform(Number)
  .meta({ override: { type: 'number', pattern: undefined } });

export const getSessionQuery = inputOf<Omit<GetSessionOptions, 'maxBytes'>>()({
  fromSequence: number.optional().meta({ description: 'From this place on.' }),
  ...paging,
});

export const sessionSchema = objectOf<GetSessionResult>()({
  session: z.string(),
  turns: z.array(recordSchema),
  summary: z.string().optional().meta({ description: 'Of turns that a prune has dropped.' }),
  nextCursor: z.string().optional(),
});

export const eraseSessionQuery = z.strictObject({ reason: z.string().optional() });

export const eraseSessionReceiptSchema = objectOf<EraseSessionReceipt>()({
  ...remains,
  session: z.string(),
  turns: z.int(),
  forgotten: z.array(z.string()),
  kept: z.array(z.string()),
  erasedAt: time,
  reason: z.string(),
});
