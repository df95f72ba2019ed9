import { DocumentError, type DocumentStore } from '@mneme/core/documents';
import { documentsPage } from '../views/documents.ts';
import type { Action, Visit } from '../visit.ts';
import type { Words } from '../words.ts';

/** The store in the form. Its changes name the session and its key. */
function storeOf({ scope, session, field }: Visit): DocumentStore {
  const { key } = session;
  return scope.stores
    .as(
      key === undefined
        ? { type: 'user_actor', userId: 'inspector' }
        : { type: 'api_actor', apiKeyId: key.id },
    )
    .at(field('store'));
}

function done(visit: Visit, path: string, notice: (words: Words) => string): string {
  visit.session.notice = notice;
  return visit.at('/documents', { store: visit.field('store'), path });
}

function contentOf({ field }: Visit): string {
  return field('content').replaceAll('\r\n', '\n');
}

export const createDocument: Action = async (visit) => {
  const { path } = await storeOf(visit).create({
    path: visit.field('path'),
    content: contentOf(visit),
  });
  return done(visit, path, (words) => words.documents.saved);
};

/** Refused if the text has changed since the reader saw it. */
export const saveDocument: Action = async (visit) => {
  const { field } = visit;
  const path = field('path');
  const store = storeOf(visit);
  const { content: stored = '' } = (await store.read(path).catch(() => undefined)) ?? {};
  // A browser sends every line end as CRLF.
  const hasCrlf = stored.includes('\r\n') && !/(?<!\r)\n/.test(stored);
  const content = hasCrlf ? field('content') : contentOf(visit);
  try {
    const precondition = { type: 'content_sha256', contentSha256: field('sha') } as const;
    await store.update(path, { content, precondition });
  } catch (error) {
    if (!DocumentError.isInstance(error) || error.reason !== 'precondition_failed') throw error;
    return documentsPage(visit, { store: field('store'), path, content });
  }
  return done(visit, path, (words) => words.documents.saved);
};

export const deleteDocument: Action = async (visit) => {
  const { field } = visit;
  const precondition = { type: 'content_sha256', contentSha256: field('sha') } as const;
  const { id } = await storeOf(visit).delete(field('path'), { precondition });
  visit.session.notice = (words) => words.documents.deleted;
  return visit.at('/documents', { store: field('store'), path: field('path'), document: id });
};

export const restoreVersion: Action = async (visit) => {
  const { path } = await storeOf(visit).restore(visit.field('version'));
  return done(visit, path, (words) => words.documents.restored);
};

export const redactVersion: Action = async (visit) => {
  await storeOf(visit).redact(visit.field('version'));
  const { field, at } = visit;
  visit.session.notice = (words) => words.documents.redactDone;
  return at('/documents', {
    store: field('store'),
    path: field('path'),
    document: field('document'),
  });
};
