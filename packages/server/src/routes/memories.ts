import { type Document, DocumentError, type DocumentPrecondition } from '@mneme/core';
import { Hono } from 'hono';
import { answerJson, answerText } from '../http/answer-json.ts';
import { ApiError, notFound } from '../http/api-error.ts';
import type { AppContext, AppEnvironment } from '../http/environment.ts';
import { requireWrite } from '../http/middleware.ts';
import { readJson } from '../http/read-json.ts';
import type { ServerLimits } from '../http/server-options.ts';
import { toWireItem, toWireMemory, type View } from '../wire/objects.ts';
import {
  createMemoryBody,
  deleteMemoryQuery,
  listMemoriesQuery,
  olderUpdateMemoryBody,
  parse,
  updateMemoryBody,
  upsertMemoryBody,
  viewQuery,
} from '../wire/requests.ts';
import { storeOf } from './stores-of.ts';

const defaultPage = 20;
const fullPage = 20;

export function memoryRoutes({ bodyBytes }: ServerLimits): Hono<AppEnvironment> {
  const routes = new Hono<AppEnvironment>();
  /** What a document is read as, for as long as the backend answers the same one. */
  const texts = new WeakMap<Document, string>();
  const textOf = (document: Document, view: View): string => {
    if (view === 'basic') return JSON.stringify(toWireMemory(document, view));
    const text = texts.get(document) ?? JSON.stringify(toWireMemory(document, view));
    texts.set(document, text);
    return text;
  };

  routes.post('/', requireWrite, async (context) => {
    const { view = 'basic' } = parse(viewQuery, context.req.query());
    const body = await readJson(context, { maxBytes: bodyBytes });
    const document = context.get('olderDialect')
      ? await upsert(context, body)
      : await storeOf(context).create(parse(createMemoryBody, body));
    return answerJson(context, toWireMemory(document, view));
  });

  routes.get('/', async (context) => {
    const query = parse(listMemoriesQuery, context.req.query());
    const { view = 'basic' } = query;
    const most = view === 'full' ? fullPage : Number.POSITIVE_INFINITY;
    const { items, nextCursor } = await storeOf(context).list({
      pathPrefix: query.path_prefix,
      depth: query.depth,
      withContent: view === 'full',
      limit: Math.min(query.limit ?? defaultPage, most),
      cursor: query.page,
    });
    const data = items.map((item) => toWireItem(item, view));
    return answerJson(context, { data, next_page: nextCursor ?? null });
  });

  routes.get('/:memory', async (context) => {
    const { view = 'full' } = parse(viewQuery, context.req.query());
    const id = context.req.param('memory');
    const document = await storeOf(context).read({ id });
    if (document === undefined) throw notFound(`There is no memory ${id} in this store.`);
    return answerText(context, textOf(document, view));
  });

  const update = async (context: AppContext) => {
    const { view = 'basic' } = parse(viewQuery, context.req.query());
    const schema = context.get('olderDialect') ? olderUpdateMemoryBody : updateMemoryBody;
    const body = parse(schema, await readJson(context, { maxBytes: bodyBytes }));
    const { path, content } = body;
    const precondition = toPrecondition(body.precondition);
    const document = await storeOf(context).update(
      { id: context.req.param('memory') ?? '' },
      {
        ...(path == null ? {} : { path }),
        ...(content == null ? {} : { content }),
        ...(precondition === undefined ? {} : { precondition }),
      },
    );
    return answerJson(context, toWireMemory(document, view));
  };
  routes.post('/:memory', requireWrite, update);
  routes.patch('/:memory', requireWrite, update);

  routes.delete('/:memory', requireWrite, async (context) => {
    const { expected_content_sha256: contentSha256 } = parse(
      deleteMemoryQuery,
      context.req.query(),
    );
    const precondition: DocumentPrecondition | undefined =
      contentSha256 === undefined ? undefined : { type: 'content_sha256', contentSha256 };
    const { id } = await storeOf(context).delete(
      { id: context.req.param('memory') },
      { precondition },
    );
    return answerJson(context, { id, type: 'memory_deleted' });
  });

  return routes;
}

type WirePrecondition =
  | { type: 'content_sha256'; content_sha256: string }
  | { type: 'not_exists' }
  | null
  | undefined;

function toPrecondition(precondition: WirePrecondition): DocumentPrecondition | undefined {
  if (precondition == null) return undefined;
  if (precondition.type === 'not_exists') return { type: 'not_exists' };
  return { type: 'content_sha256', contentSha256: precondition.content_sha256 };
}

/** In the older dialect a create writes over what is at the path, unless its precondition forbids it. */
async function upsert(context: AppContext, body: Record<string, unknown>) {
  const { path, content, precondition } = parse(upsertMemoryBody, body);
  const store = storeOf(context);
  if (precondition == null) return (await store.write({ path, content })).document;
  try {
    return await store.create({ path, content });
  } catch (error) {
    if (DocumentError.isInstance(error) && error.conflicting?.path === path) {
      throw new ApiError(409, 'memory_precondition_failed_error', error.message, { cause: error });
    }
    throw error;
  }
}
