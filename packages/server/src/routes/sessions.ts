import type {
  AppendOptions,
  AppendResult,
  EraseSessionReceipt,
  GetSessionOptions,
  GetSessionResult,
  ListSessionsOptions,
  ListSessionsResult,
  MessageInput,
  SessionInfo,
  TurnInput,
} from '@mneme/core';
import { z } from 'zod';
import { notFound } from '../http/api-error.ts';
import { parameter, type Route, route } from '../http/route.ts';
import { recordSchema, remains, storeBody } from '../wire/records.ts';
import { inputOf, objectOf, time, whole } from '../wire/shape.ts';
import { by, pageBytes } from './stores-of.ts';

const { content, tags, importance, expiresAt, occurredAt, metadata } = storeBody.shape;

const ofTurn = {
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
};

const turn = inputOf<TurnInput>()({
  content,
  speaker: z.string().optional(),
  ...ofTurn,
}).meta({ id: 'Turn' });

const message = z
  .looseObject({
    role: z.string(),
    content: z
      .union([z.string(), z.array(z.unknown())])
      .nullish()
      .meta({ description: 'A text, or blocks, of which those with text are read.' }),
    parts: z.array(z.unknown()).optional(),
    name: z.string().optional(),
    ...ofTurn,
  } satisfies Record<keyof MessageInput, z.ZodType>)
  .meta({ id: 'Message', description: 'A message of a chat API as it is.' });

const paging = {
  limit: whole(1, 1000).optional(),
  cursor: z.string().optional().meta({ description: '`nextCursor` of the page before.' }),
};

/** A number in a query string. */
const number = z
  .string()
  .regex(/^-?\d{1,15}(\.\d{1,15})?$/, 'must be a number')
  .transform(Number)
  .meta({ override: { type: 'number', pattern: undefined } });

const sessions = '/v1/mneme/sessions';

/** Appends turns, and reads and erases their sessions. */
export const sessionRoutes: readonly Route[] = [
  route('post /v1/mneme/episodes', {
    id: 'appendEpisodes',
    summary:
      'Append turns to a session, in order; a turn that its place has already, with the same words, is not added again',
    writes: 'may conflict',
    body: inputOf<
      Pick<AppendOptions, 'session' | 'reason'> & { turns: readonly (TurnInput | MessageInput)[] }
    >()({
      session: z.string(),
      turns: z.array(z.union([message, turn])),
      reason: z.string().optional(),
    }).meta({ id: 'AppendTurns' }),
    answer: objectOf<AppendResult>()({
      session: z.string(),
      appended: z.int(),
      known: z.int(),
      ids: z.array(z.string()),
      learned: z.array(z.string()),
      masked: z.array(z.string()).optional(),
      leftOut: z.int().optional(),
      keptOut: z.int().optional(),
    }).meta({ id: 'AppendResult' }),
    handle: (context, { body: { turns, ...options } }) =>
      context.get('scope').episodes.append(turns, { ...by(context), ...options }),
  }),
  route(`get ${sessions}`, {
    id: 'listSessions',
    summary: 'List the sessions that have a turn',
    query: inputOf<Omit<ListSessionsOptions, 'maxBytes'>>()(paging),
    answer: objectOf<ListSessionsResult>()({
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
    }),
    handle: (context, { query }) =>
      context.get('scope').sessions.list({ ...query, maxBytes: pageBytes }),
  }),
  route(`get ${sessions}/{session}`, {
    id: 'getSession',
    summary: 'Read the turns of a session in order',
    query: inputOf<Omit<GetSessionOptions, 'maxBytes'>>()({
      fromSequence: number.optional().meta({ description: 'From this place on.' }),
      ...paging,
    }),
    answer: objectOf<GetSessionResult>()({
      session: z.string(),
      turns: z.array(recordSchema),
      summary: z.string().optional().meta({ description: 'Of turns that a prune removed.' }),
      nextCursor: z.string().optional(),
    }),
    async handle(context, { query }) {
      const { sessions } = context.get('scope');
      const options = { ...query, maxBytes: pageBytes };
      const found = await sessions.get(parameter(context, 'session'), options);
      const whole = query.fromSequence === undefined && query.cursor === undefined;
      if (whole && found.turns.length === 0 && found.summary === undefined)
        throw notFound('There is no such session in this scope.');
      return found;
    },
  }),
  route(`delete ${sessions}/{session}`, {
    id: 'eraseSession',
    summary: 'Forget a session and what rests on it alone; a missing one is no error',
    writes: 'may conflict',
    query: z.strictObject({ reason: z.string().optional() }),
    answer: objectOf<EraseSessionReceipt>()({
      ...remains,
      session: z.string(),
      turns: z.int(),
      forgotten: z.array(z.string()),
      kept: z.array(z.string()),
      erasedAt: time,
      reason: z.string(),
    }),
    handle: (context, { query }) => {
      const { sessions } = context.get('scope');
      return sessions.erase(parameter(context, 'session'), { ...by(context), ...query });
    },
  }),
];
