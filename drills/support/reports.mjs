import { setTimeout as pause } from 'node:timers/promises';
import { pages } from '@mneme/core/contract';

/** What a writer has reported, compared with what is in the store afterwards. */
export class Reports {
  acknowledged = 0;
  erased = false;
  wrong = [];
  #records = new Map();
  #documents = new Map();
  #redacted = new Set();
  #pending;

  /** @param {string} lines of a process; without them, call {@link take} for each report */
  constructor(lines = '') {
    for (const line of lines.split('\n').slice(0, -1)) this.take(...JSON.parse(line));
  }

  /** `begin`: what it is going to do; `done`: that was acknowledged; `refused`: it was not carried out. */
  take(kind, report = {}) {
    if (kind === 'done' && this.#pending !== undefined) {
      this.#carryOut(this.#pending, report);
      this.acknowledged += 1;
    }
    if (kind !== 'ready') this.#pending = kind === 'begin' ? report : undefined;
  }

  #carryOut({ stored, updated, deleted, forgotten = [], ...document }, { ids = [] }) {
    const { path, content, redacted, erased } = document;
    for (const [index, id] of ids.entries()) this.#records.set(id, stored[index]);
    if (updated !== undefined) this.#records.set(updated.id, updated.content);
    for (const id of [...forgotten, deleted]) this.#records.delete(id);
    if (path !== undefined) this.#documents.set(path, content);
    if (redacted !== undefined) this.#redacted.add(redacted);
    if (!erased) return;
    this.erased = true;
    for (const known of [this.#records, this.#documents, this.#redacted]) known.clear();
  }

  /** `cutOff`: what happened to the interrupted write; `erased`: nothing of the scope may be left in the file. */
  compare(there) {
    const pending = this.#pending ?? {};
    const removal = pending.erased === true || pending.redacted !== undefined;
    const seen = { wrong: this.wrong, removal, erased: this.erased, cutOff: undefined };
    const isEmpty = there.records.size === 0 && there.documents.size === 0;
    if (pending.erased && isEmpty) return { ...seen, erased: true, cutOff: 'there' };
    const known = [
      this.#compareRecords(there.records, pending, seen.wrong),
      this.#compareDocuments(there.documents, pending, seen.wrong),
    ];
    for (const id of this.#redacted)
      if (there.texts.has(id)) seen.wrong.push(`the redacted version ${id} can be read`);
    if (pending.redacted !== undefined) known.push(!there.texts.has(pending.redacted));
    if (this.#pending !== undefined) seen.cutOff = known.includes(true) ? 'there' : 'not there';
    for (const id of this.#records.keys())
      if (!there.lines.has(`create ${id}`)) seen.wrong.push(`there is no audit line of ${id}`);
    return seen;
  }

  /** True if the records are as after the interrupted write. */
  #compareRecords(there, { stored, updated, deleted, forgotten = [] }, wrong) {
    const left = forgotten.filter((id) => there.has(id));
    if (left.length > 0 && left.length < forgotten.length)
      wrong.push(`${left.length} of ${forgotten.length} turns of an erased session are left`);
    let done = false;
    for (const [id, content] of this.#records) {
      const text = there.get(id);
      if (text === content) continue;
      if ((deleted === id || forgotten.includes(id)) && text === undefined) done = true;
      else if (updated?.id === id && text === updated.content) done = true;
      else wrong.push(`${id} says ${JSON.stringify(text)} instead of ${JSON.stringify(content)}`);
    }
    const more = [...there].filter(([id]) => !this.#records.has(id)).map(([, content]) => content);
    if (more.length === 0) return done;
    if (JSON.stringify(more.sort()) === JSON.stringify([...(stored ?? [])].sort())) return true;
    wrong.push(`there is ${JSON.stringify(more)}, which was never written so`);
    return done;
  }

  #compareDocuments(there, { path, content }, wrong) {
    let done = false;
    for (const at of new Set([...there.keys(), ...this.#documents.keys()])) {
      if (there.get(at) === this.#documents.get(at)) continue;
      if (at === path && there.get(at) === content) done = true;
      else wrong.push(`the document ${at} is not what was written`);
    }
    return done;
  }
}

/** Counts of drills that kill writers. */
export const killFigures = () => ({
  'acknowledged writes': 0,
  'writes cut off, and there': 0,
  'writes cut off, and not there': 0,
  'erasures and redactions cut off': 0,
  lost: 0,
  'half written': 0,
});

/** Counts what one killed writer had reported, and what of it is wrong. */
export function countReports({ figures, broken }, { scope, reports, seen }) {
  figures['acknowledged writes'] += reports.acknowledged;
  if (seen.cutOff !== undefined) figures[`writes cut off, and ${seen.cutOff}`] += 1;
  if (seen.removal) figures['erasures and redactions cut off'] += 1;
  figures.lost += seen.wrong.length;
  broken.push(...seen.wrong.map((wrong) => `${scope}: ${wrong}`));
}

/** Everything in a scope. */
export async function readScope(memory, name) {
  const scope = memory.scope(name);
  const records = new Map();
  for await (const { memories } of pages((cursor) => scope.list({ limit: 200, cursor })))
    for (const { id, content } of memories) records.set(id, content);
  const documents = new Map();
  const texts = new Set();
  for (const { id } of (await scope.stores.list()).stores) {
    const store = scope.stores.at(id);
    for (const document of (await store.list({ withContent: true, depth: 0 })).items)
      documents.set(document.path, document.content);
    const list = (cursor) => store.versions({ withContent: true, limit: 100, cursor });
    for await (const { versions } of pages(list))
      for (const version of versions) if (version.content !== undefined) texts.add(version.id);
  }
  const audit = await memory.audit({ scope: name, limit: 100_000 });
  const lines = new Set(audit.map(({ action, id }) => `${action} ${id}`));
  return { records, documents, texts, lines };
}

/** What a killed writer has said, compared with its scope. A server may still finish its last write, so differences are checked again a moment later. */
export async function compareTwice(memory, { scope, text }) {
  for (const isLast of [false, true]) {
    const reports = new Reports(text);
    try {
      const seen = reports.compare(await readScope(memory, scope));
      if (isLast || seen.wrong.length === 0) return { seen, reports };
    } catch (error) {
      // Erased while it was read.
      if (isLast || error.code !== 'not_found') throw error;
    }
    await pause(1000);
  }
}
