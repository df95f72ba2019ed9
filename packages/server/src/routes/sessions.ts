import { notFound } from '../http/api-error.ts';
import { parameter, type Route, route } from '../http/route.ts';
import {
  appendBody,
  appendResultSchema,
  eraseSessionQuery,
  eraseSessionReceiptSchema,
  getSessionQuery,
  listSessionsQuery,
  sessionSchema,
  sessionsSchema,
} from '../wire/sessions.ts';
import { by, pageBytes } from './stores-of.ts';

const sessions = '/v1/mneme/sessions';

/** Appends turns, and reads and erases their sessions. */
export const sessionRoutes: readonly Route[] = [
  route('post /v1/mneme/episodes', {
    id: 'appendEpisodes',
    summary:
      'Append turns to a session, in order; turns that are at their places with the same words are known',
    writes: 'may conflict',
    body: appendBody,
    answer: appendResultSchema,
    handle: (context, { body: { turns, ...options } }) =>
      context.get('scope').episodes.append(turns, { ...by(context), ...options }),
  }),
  route(`get ${sessions}`, {
    id: 'listSessions',
    summary: 'List the sessions that have a turn',
    query: listSessionsQuery,
    answer: sessionsSchema,
    handle: (context, { query }) =>
      context.get('scope').sessions.list({ ...query, maxBytes: pageBytes }),
  }),
  route(`get ${sessions}/{session}`, {
    id: 'getSession',
    summary: 'Read the turns of a session in order',
    query: getSessionQuery,
    answer: sessionSchema,
    async handle(context, { query }) {
      const session = parameter(context, 'session');
      const found = await context
        .get('scope')
        .sessions.get(session, { ...query, maxBytes: pageBytes });
      const whole = query.fromSequence === undefined && query.cursor === undefined;
      if (whole && found.turns.length === 0 && found.summary === undefined)
        throw notFound('There is no such session in this scope.');
      return found;
    },
  }),
  route(`delete ${sessions}/{session}`, {
    id: 'eraseSession',
    summary: 'Forget a session and what rests on it alone; one that is not there is no error',
    writes: 'may conflict',
    query: eraseSessionQuery,
    answer: eraseSessionReceiptSchema,
    handle: (context, { query }) =>
      context.get('scope').sessions.erase(parameter(context, 'session'), {
        ...by(context),
        ...query,
      }),
  }),
];
