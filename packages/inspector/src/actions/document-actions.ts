import { MnemeError } from '@mneme/core';
import { DocumentError, type DocumentStore } from '@mneme/core/documents';
import { documentsPage, type Unsaved } from '../views/documents.ts';
import type { Action, Page, Visit } from '../visit.ts';
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
  const { field } = visit;
  const typed = { store: field('store'), path: field('path'), content: contentOf(visit) };
  const created = await orAgain(visit, { ...typed, isNew: true }, () =>
    storeOf(visit).create({ path: typed.path, content: typed.content }),
  );
  return 'main' in created ? created : done(visit, created.path, (words) => words.documents.saved);
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
  const precondition = { type: 'content_sha256', contentSha256: field('sha') } as const;
  const saved = await orAgain(visit, { store: field('store'), path, content }, () =>
    store.update(path, { content, precondition }),
  );
  return 'main' in saved ? saved : done(visit, path, (words) => words.documents.saved);
};

/** What was done, or the form again with what was typed, and why it was refused. */
async function orAgain<T extends object>(
  visit: Visit,
  typed: Omit<Unsaved, 'problem'>,
  work: () => Promise<T>,
): Promise<T | Page> {
  try {
    return await work();
  } catch (error) {
    if (!MnemeError.isInstance(error)) throw error;
    visit.noteProblem(error);
    const isMoved = DocumentError.isInstance(error) && error.reason === 'precondition_failed';
    return documentsPage(visit, { ...typed, problem: isMoved ? 'moved' : error });
  }
}

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

/**
 * Redacts a version. Of the current one the document is deleted first: only an earlier version can be redacted, and a
 * new version with the same text would keep it.
 */
export const redactVersion: Action = async (visit) => {
  const { field, at, session } = visit;
  const store = storeOf(visit);
  const path = field('path');
  if (field('sha') !== '') {
    const precondition = { type: 'content_sha256', contentSha256: field('sha') } as const;
    await store.delete(path, { precondition });
  }
  await store.redact(field('version'));
  session.notice = (words) => words.documents.redactDone;
  return at('/documents', { store: field('store'), path, document: field('document') });
};
