import type { z } from 'zod';
import { check } from '../check.ts';
import { answerJson } from './answer-json.ts';
import { ApiError } from './api-error.ts';
import type { AppContext } from './environment.ts';
import { readJson } from './read-json.ts';
import type { ServerLimits } from './server-options.ts';

export type Method = 'get' | 'post' | 'patch' | 'delete';

/** The part of an operation that the server and its description share. */
interface Operation {
  method: Method;
  /** In OpenAPI's form: `/v1/memory_stores/{store}`. */
  path: string;
  /** Its name in generated clients. */
  id: string;
  summary: string;
  /** It changes something, so `read_only` keys may not call it. One that may conflict may be answered 409. */
  writes?: true | 'may conflict';
  /** Needs no key. */
  open?: boolean;
  /** The answer has a tag, and is 304 if the client has it already. */
  tagged?: boolean;
}

interface RouteDefinition<
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Answer extends z.ZodType,
> extends Omit<Operation, 'method' | 'path'> {
  query?: Query;
  body?: Body;
  /** The body in the newer version, if that accepts less. */
  newerBody?: z.ZodType<z.output<Body>>;
  answer: Answer;
  /** Gets the checked request. Returns the body of the answer, or a whole `Response`. */
  handle(
    context: AppContext,
    request: { query: z.output<Query>; body: z.output<Body> },
  ): Promise<z.input<Answer> | Response>;
}

/** One operation, ready to be mounted and to be described. */
export interface Route extends Operation {
  query?: z.ZodObject;
  body?: z.ZodType;
  answer: z.ZodType;
  run(context: AppContext, limits: ServerLimits): Promise<Response>;
}

/** An operation whose request is checked by the schemas that describe it. `place`: `post /v1/memory_stores/{store}`. */
export function route<
  Query extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Body extends z.ZodType = z.ZodUndefined,
  Answer extends z.ZodType = z.ZodType,
>(place: `${Method} ${string}`, definition: RouteDefinition<Query, Body, Answer>): Route {
  const [method, path] = place.split(' ') as [Method, string];
  const { query, body, newerBody = body, handle, ...operation } = definition;
  return {
    ...operation,
    method,
    path,
    query,
    body,
    async run(context, { bodyBytes: maxBytes, requestTimeoutMs: timeoutMs }) {
      if (operation.writes && context.get('key').access === 'read_only') {
        throw new ApiError(403, 'permission_error', 'The key is read_only.');
      }
      const bodySchema = context.get('olderDialect') ? body : newerBody;
      const checked = {
        query: query && check(query, context.req.query(), 'query'),
        body:
          bodySchema && check(bodySchema, await readJson(context, { maxBytes, timeoutMs }), 'body'),
      };
      const answer = await handle(context, checked as Parameters<typeof handle>[1]);
      return answer instanceof Response ? answer : answerJson(context, answer);
    },
  };
}

/** A part of the path. The router matches only if it is present. */
export function parameter(context: AppContext, name: string): string {
  return context.req.param(name) ?? '';
}
