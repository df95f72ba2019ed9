import type { MnemeError } from '@mneme/core';
import type { Document, DocumentStore, DocumentVersion, StoreInfo } from '@mneme/core/documents';
import { type Html, html } from '../html.ts';
import { problemText } from '../page/failure.ts';
import { emptyState, field, form, grouped, hidden, options } from '../page/parts.ts';
import { moment, momentText } from '../page/time.ts';
import { wordDiff } from '../page/word-diff.ts';
import type { Page, View, Visit } from '../visit.ts';

/** The documents of a scope: stores, their files, and one file with its versions. */
export const documentsView: View = (visit) => documentsPage(visit);

/** A text that was not saved, and why. `moved`: somebody else was faster. */
export interface Unsaved {
  store: string;
  path: string;
  content: string;
  /** It is of a new document. */
  isNew?: boolean;
  problem: MnemeError | 'moved';
}

const mostFiles = 1000;

export async function documentsPage(visit: Visit, unsaved?: Unsaved): Promise<Page> {
  const { words, memory, scope, query } = visit;
  const page = (main: Html, status: Page['status'] = 200): Page => ({
    title: unsaved?.path ?? query('path') ?? words.documents.title,
    place: 'documents',
    status,
    main: html`<header class="head"><h1>${words.documents.title}</h1></header>${main}`,
  });
  if (!memory.keepsDocuments)
    return page(emptyState(words.documents.unsupported, words.documents.unsupportedHow));
  const { stores } = await scope.stores.list({ includeArchived: true, limit: 100 });
  const wanted = unsaved?.store ?? query('store');
  const info = stores.find(
    ({ id, name }) => wanted === undefined || id === wanted || name === wanted,
  );
  if (info === undefined && wanted !== undefined)
    return page(
      html`${emptyState(words.documents.noStore(wanted))}<p class="line">${stores.map(({ id, name }) => html`<a class="button" href="${visit.at('/documents', { store: id })}" dir="auto">${name}</a>`)}</p>`,
      404,
    );
  if (info === undefined) return page(emptyState(words.documents.none, words.documents.noneHow));
  const store = scope.stores.at(info.id);
  const path = unsaved?.isNew ? undefined : (unsaved?.path ?? query('path'));
  const document = path === undefined ? undefined : await store.read(path).catch(notFound);
  const right =
    query('new') !== undefined || unsaved?.isNew
      ? newForm(visit, info, unsaved)
      : path === undefined
        ? await recent(visit, { store, info })
        : await documentPanel(visit, { store, info, document, path, unsaved });
  const status = unsaved
    ? unsaved.problem === 'moved'
      ? 409
      : 400
    : path !== undefined && document === undefined
      ? 404
      : 200;
  return page(
    html`<div class="columns files${path !== undefined && ' opened'}">${await tree(visit, { stores, info, store, path })}<div>${right}</div></div>`,
    status,
  );
}

/** An invalid path has no document. */
function notFound(error: { code?: string }): undefined {
  if (error.code !== 'invalid_input' && error.code !== 'not_found') throw error;
}

async function tree(
  visit: Visit,
  {
    stores,
    info,
    store,
    path,
  }: { stores: StoreInfo[]; info: StoreInfo; store: DocumentStore; path?: string },
): Promise<Html> {
  const { words, at } = visit;
  const { items, nextCursor } = await store.list({ limit: mostFiles });
  const folders = Map.groupBy(items, ({ path: own }) => own.slice(0, own.lastIndexOf('/') + 1));
  const names = stores.map(
    ({ id, name, archivedAt }) =>
      html`<li><a href="${at('/documents', { store: id })}"${id === info.id && html` aria-current="true"`} dir="auto">${name}</a>${archivedAt !== undefined && html` <span class="badge">${words.documents.archived}</span>`}</li>`,
  );
  const groups = [...folders].map(
    ([folder, files]) =>
      html`<li><span class="muted" dir="auto">${folder}</span><ul>${files.map(
        (file) =>
          html`<li><a data-row href="${at('/documents', { store: info.id, path: file.path })}"${file.path === path && html` aria-current="true"`} dir="auto">${file.path.slice(folder.length)}</a></li>`,
      )}</ul></li>`,
  );
  return html`<nav class="panel tree" aria-label="${words.documents.files}"><ul>${names}</ul><ul>${groups}</ul>
${nextCursor !== undefined && html`<p class="muted">${words.documents.more}</p>`}
${isWritable(visit, info) && html`<p><a class="button" href="${at('/documents', { store: info.id, new: 1 })}">${words.documents.newDocument}</a></p>`}</nav>`;
}

function isWritable({ readOnly }: Visit, { archivedAt }: StoreInfo): boolean {
  return !readOnly && archivedAt === undefined;
}

function newForm(visit: Visit, info: StoreInfo, unsaved?: Unsaved): Html {
  const { words, at } = visit;
  return html`<section class="panel"><h2>${words.documents.newDocument}</h2>${unsaved !== undefined && html`<p class="notice bad" role="alert">${problemText(words, unsaved.problem)}</p>`}${form(
    visit,
    '/documents/create',
    html`${field(words.documents.path, html`<input name="path" dir="auto" required placeholder="/notes/plan.md" autofocus value="${unsaved?.path ?? ''}">`)}${contentField(visit, unsaved?.content ?? '')}<p class="line"><button class="main">${words.documents.create}</button><a class="button" data-leave href="${at('/documents', { store: info.id })}">${words.documents.cancel}</a></p>`,
    { store: info.id },
  )}</section>`;
}

function contentField({ words }: Visit, content: string): Html {
  return field(
    words.documents.content,
    html`<textarea class="code" name="content" rows="18" dir="auto" spellcheck="false">
${content}</textarea>`,
  );
}

/** The newest changes of a store, with links to deleted documents. */
async function recent(
  visit: Visit,
  { store, info }: { store: DocumentStore; info: StoreInfo },
): Promise<Html> {
  const { words, at } = visit;
  const { versions } = await store.versions({ limit: 20 });
  const rows = versions.map(
    (version) =>
      html`<li><a data-row href="${at('/documents', { store: info.id, path: version.path, document: version.documentId })}" dir="auto">${version.path ?? words.documents.redacted}</a><p class="meta">${versionMeta(visit, version)}</p></li>`,
  );
  return html`<section class="panel"><h2>${words.documents.recent}</h2><ol class="history">${rows}</ol></section>`;
}

function versionMeta(visit: Visit, version: DocumentVersion): Html {
  const { words } = visit;
  const { createdBy } = version;
  const author = createdBy === undefined ? undefined : Object.values(createdBy).at(-1);
  return html`<span>#${version.number} ${words.documents.operations[version.operation]}</span><span>${moment(visit, version.createdAt)}</span>${author !== undefined && html`<bdi>${author}</bdi>`}${version.redactedAt !== undefined && html`<span class="badge">${words.documents.redacted}</span>`}`;
}

const versionsOnPage = 50;

interface Shown {
  store: DocumentStore;
  info: StoreInfo;
  document: Document | undefined;
  path: string;
  unsaved?: Unsaved;
}

async function documentPanel(visit: Visit, shown: Shown): Promise<Html> {
  const { words, query, at } = visit;
  const { store, info, document, path, unsaved } = shown;
  const documentId = document?.id ?? query('document');
  if (documentId === undefined) return emptyState(words.documents.missing);
  const { versions, nextCursor } = await store.versions({
    documentId,
    limit: versionsOnPage,
    cursor: query('versions'),
  });
  const writable = isWritable(visit, info);
  const link = (given: Record<string, string | number | undefined>) =>
    at('/documents', { store: info.id, path, document: documentId, ...given });
  const editForm = ({ path, content, contentSha256: sha }: Document) =>
    form(
      visit,
      '/documents/save',
      html`${contentField(visit, unsaved?.content ?? content)}<p class="line"><button class="main">${words.documents.save}</button><a class="button" data-leave href="${link({})}">${words.documents.cancel}</a></p>`,
      { store: info.id, path, sha },
    );
  const hasText = (of: DocumentVersion) =>
    of.redactedAt === undefined && of.operation !== 'deleted';
  const row = (version: DocumentVersion, index: number) => {
    const before = versions[index + 1];
    const current = version.id === document?.versionId;
    const comparable = hasText(version) && before !== undefined && hasText(before);
    const fields = {
      store: info.id,
      version: version.id,
      path: version.path,
      document: documentId,
    };
    const restore = html`<button class="plain">${words.documents.restore}</button>`;
    const redact = html`<p>${words.documents.redactHow}</p><button class="bad">${words.documents.redact}</button>`;
    return html`<li${current && html` class="own"`}><p class="meta">${versionMeta(visit, version)}${current && html`<span class="badge">${words.documents.current}</span>`}</p>
<div class="line">${comparable && html`<a data-row href="${link({ from: before.id, to: version.id })}">${words.documents.compare}</a>`}${hasText(version) && html`<a href="${link({ version: version.id })}">${words.documents.show}</a>`}${hasText(version) && !current && writable && form(visit, '/documents/restore', restore, fields)}${hasText(version) && !current && (writable || document === undefined) && !visit.readOnly && html`<details><summary>${words.documents.redact}…</summary>${form(visit, '/documents/redact', redact, fields)}</details>`}</div></li>`;
  };
  // The document goes first: only an earlier version can be redacted.
  const redactNow =
    document !== undefined &&
    !visit.readOnly &&
    html`<details><summary>${words.documents.redactNow}</summary>${form(visit, '/documents/redact', html`<p>${words.documents.redactCurrent}</p><button class="bad">${words.documents.redact}</button>`, { store: info.id, version: document.versionId, path, document: documentId, sha: document.contentSha256 })}</details>`;
  const older = link({ versions: nextCursor });
  const texts = versions.filter(hasText);
  const select = (name: string, label: string, at: number) =>
    field(
      label,
      html`<select name="${name}">${options(
        texts.map(({ id, number, createdAt }) => [
          id,
          `#${number} · ${momentText(visit, createdAt)}`,
        ]),
        query(name) ?? texts[at]?.id,
      )}</select>`,
    );
  const chooser =
    texts.length > 1 &&
    html`<form class="line" action="${at('/documents').split('?')[0]}">${hidden({ scope: visit.scope.name, store: info.id, path, document: documentId })}${select('from', words.memory.older, 1)}${select('to', words.memory.newer, 0)}<button>${words.memory.compareTwo}</button></form>`;
  const editing =
    writable && document !== undefined && (query('edit') !== undefined || unsaved !== undefined);
  return html`<section class="panel"><h2 class="path" dir="auto">${path}</h2>
${document === undefined ? html`<p class="notice">${words.documents.missing}</p>` : html`<p class="meta"><span>${words.documents.size(grouped(visit, document.contentSizeBytes))}</span><span>${moment(visit, document.updatedAt)}</span></p>`}
${unsaved !== undefined && document !== undefined && (unsaved.problem === 'moved' ? await conflictOf(visit, document, unsaved) : html`<p class="notice bad" role="alert">${problemText(words, unsaved.problem)}</p>`)}
${unsaved !== undefined && document === undefined && html`<h3>${words.documents.yours}</h3><pre class="block" dir="auto">${unsaved.content}</pre>`}
${editing ? editForm(document) : document !== undefined && html`<pre class="block" dir="auto">${visit.masked(document.content)}</pre>${writable && html`<div class="line"><a class="button main" data-key="e" href="${link({ edit: 1 })}">${words.documents.edit} <kbd>e</kbd></a>${form(visit, '/documents/delete', html`<button class="bad">${words.documents.delete}</button>`, { store: info.id, path, sha: document.contentSha256 })}</div>`}`}</section>
${await oldVersion(visit, store)}
${await difference(visit, store)}
<section class="panel"><h2>${words.documents.versions}</h2>${chooser}<ol class="history">${versions.map(row)}</ol>${nextCursor !== undefined && html`<p class="more"><a class="button" href="${older}">${words.browse.older}</a></p>`}${redactNow}</section>`;
}

/** Shows both texts, so that nothing is lost. */
async function conflictOf({ words }: Visit, document: Document, unsaved: Unsaved): Promise<Html> {
  return html`<div class="notice bad" role="alert"><p><strong>${words.documents.conflict}</strong> ${words.documents.conflictHow}</p></div>
<h3>${words.documents.stored}</h3><pre class="block" dir="auto">${document.content}</pre><h3>${words.documents.compare}</h3><pre class="block diff" dir="auto">${await wordDiff(document.content, unsaved.content)}</pre><h3>${words.documents.yours}</h3>`;
}

/** The text of one version. */
async function oldVersion(visit: Visit, store: DocumentStore): Promise<Html | false> {
  const { words, query } = visit;
  const id = query('version');
  if (id === undefined) return false;
  const { number, content, createdAt } = await store.version(id);
  return html`<section class="panel"><h2>${words.memory.versionName(number)}</h2><p class="meta">${moment(visit, createdAt)}</p>${content === undefined ? html`<p>${words.documents.redacted}</p>` : html`<pre class="block" dir="auto">${visit.masked(content)}</pre>`}</section>`;
}

/** Two versions line by line, as a patch. */
async function difference(visit: Visit, store: DocumentStore): Promise<Html | false> {
  const { words, query } = visit;
  const [from, to] = [query('from'), query('to')];
  if (from === undefined || to === undefined) return false;
  const [older, newer] = [await store.version(from), await store.version(to)];
  const { added, removed, patch } = await store.diff(from, to);
  const lines = visit
    .masked(patch)
    .split('\n')
    .slice(2)
    .map((line) => {
      const kind = line.startsWith('+')
        ? 'ins'
        : line.startsWith('-')
          ? 'del'
          : line.startsWith('@')
            ? 'muted'
            : '';
      return html`<span class="${kind}">${line}
</span>`;
    });
  return html`<section class="panel"><h2>${words.documents.compare}: ${words.memory.compared(older.number, newer.number)}</h2>${patch === '' ? html`<p>${words.documents.same}</p>` : html`<p class="muted">${words.documents.diff(added, removed)}</p><pre class="block patch" dir="auto">${lines}</pre>`}</section>`;
}
