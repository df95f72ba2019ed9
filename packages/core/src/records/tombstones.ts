import type { ExpectedVersion, MemoryRecord, StoredRecord } from '@mneme/contract';
import type { EngineContext } from '@mneme/contract/context';
import { nameBasedUuid } from '@mneme/contract/ids';
import { type ClaimForms, claimFormsOf } from '@mneme/language/claims';
import { type EngineNote, forgottenNotes, notePut, readNotes } from './engine-notes.ts';
import { type Keyed, recordKey } from './record-keys.ts';

/**
 * What was forgotten in a scope: of each claim keyed hashes of its forms, never its words. They are in the engine's
 * notes, so every store keeps, copies and erases them like the notes on sessions. One note has the key; a scope without
 * it has no tombstones. The others are sorted by the rarest word, so a claim is looked up in a few small notes, however
 * much was forgotten.
 */

/** A claim to ask about: what is said, by whom, and when. */
export type Claimed = Pick<MemoryRecord, 'content' | 'occurredAt'> & {
  source: Pick<MemoryRecord['source'], 'speaker'>;
};

/** One forgotten claim. Short names, because there may be many. */
interface Tombstone {
  /** When. */
  at: string;
  /** Present: a correction replaced it. */
  corrected?: 1;
  /** Hash of the text. */
  text: string;
  /** Hash of subject, attribute and value. */
  claim?: string;
  /** Hashes and weights of the content words. */
  stems: [hash: string, weight: number][];
  denies: boolean;
}

interface HashedForms extends Omit<Tombstone, 'at' | 'corrected'> {
  changed: boolean;
}

const [keyName, ...names] = forgottenNotes as [string[], ...string[][]];

/** Share of their words, by weight, from which on two claims are the same. */
const sameClaim = 0.72;

/** What a commit adds. */
export interface NotePuts {
  puts: StoredRecord[];
  expect: ExpectedVersion[];
}

type Context = Pick<EngineContext, 'backend' | 'now'>;

/** What a commit writes so that these claims stay forgotten. */
export async function buried(
  { backend, now }: Context,
  scope: string,
  {
    claims,
    corrected = false,
    turns = [],
  }: { claims: readonly Claimed[]; corrected?: boolean; turns?: readonly MemoryRecord[] },
): Promise<NotePuts> {
  if (claims.length + turns.length === 0) return { puts: [], expect: [] };
  const [keyNote] = await readNotes(backend, { scope, names: [keyName] });
  const isNew = keyNote?.content === '';
  const key = isNew ? newKey() : (keyNote?.content ?? '');
  const at = now();
  const graves = claims.map((claim): [Tombstone, number[]] => {
    const { changed: _, ...forms } = hashed(claim, key);
    const mark = corrected ? { corrected: 1 as const } : {};
    return [{ at, ...mark, ...forms }, placesOf(forms)];
  });
  for (const turn of turns) {
    const text = turnHash(turn, key);
    graves.push([{ at, text, stems: [], denies: false }, [placeOf(text)]]);
  }
  const notes = await notesAt(
    backend,
    scope,
    graves.flatMap(([, places]) => places),
  );
  for (const [grave, places] of graves)
    for (const place of new Set(places)) {
      const note = notes.get(place);
      note?.graves.push(grave);
    }
  const changed = [...notes.values()].map(withGraves);
  if (isNew && keyNote !== undefined) changed.push({ ...keyNote, content: key });
  return putsOf({ scope, now: at }, changed);
}

/** The tombstones that these claims meet. */
export interface Met {
  /** Of each claim, whether it was forgotten; `when`: only the tombstones for which it answers true. */
  isForgotten(
    index: number,
    when?: (grave: { at: string; corrected: boolean }) => boolean,
  ): boolean;
  /** Whether the claim says itself that it changes something. */
  saysChange(index: number): boolean;
  /** What a commit writes so that these claims may be learned again. */
  lifted(indices: readonly number[]): NotePuts;
}

/** Undefined: nothing of it was forgotten. Costs one read where nothing was forgotten at all. */
export async function tombstonesOf(
  { backend, now }: Context,
  scope: string,
  claims: readonly Claimed[],
): Promise<Met | undefined> {
  if (claims.length === 0) return undefined;
  const [keyNote] = await readNotes(backend, { scope, names: [keyName] });
  const key = keyNote?.content ?? '';
  if (key === '') return undefined;
  const asked = claims.map((claim) => hashed(claim, key));
  const notes = await notesAt(
    backend,
    scope,
    asked.flatMap((forms) => [...forms.stems.map(([stem]) => placeOf(stem)), ...placesOf(forms)]),
  );
  const all = [...notes.values()];
  const met = asked.map((forms) =>
    all.flatMap(({ graves }) => graves.filter((grave) => isSame(grave, forms))),
  );
  if (met.every((graves) => graves.length === 0)) return undefined;
  return {
    isForgotten: (index, when = () => true) =>
      met[index]?.some(({ at, corrected }) => when({ at, corrected: corrected !== undefined })) ??
      false,
    saysChange: (index) => asked[index]?.changed ?? false,
    lifted(indices) {
      const gone = new Set(indices.flatMap((index) => met[index] ?? []).map(identity));
      const changed = all.flatMap((note) => {
        const graves = note.graves.filter((grave) => !gone.has(identity(grave)));
        return graves.length === note.graves.length ? [] : [withGraves({ ...note, graves })];
      });
      return putsOf({ scope, now: now() }, changed);
    },
  };
}

/**
 * Which of these turns were removed or cut: at the same place with the same words they are known, so that a repeated
 * append or import does not bring them back.
 */
export async function removedTurns<Turn extends Keyed>(
  { backend }: Pick<Context, 'backend'>,
  scope: string,
  turns: readonly Turn[],
): Promise<Set<Turn>> {
  if (turns.length === 0) return new Set();
  const [keyNote] = await readNotes(backend, { scope, names: [keyName] });
  const key = keyNote?.content ?? '';
  if (key === '') return new Set();
  const hashes = turns.map((turn) => turnHash(turn, key));
  const notes = await notesAt(backend, scope, hashes.map(placeOf));
  const kept = new Set([...notes.values()].flatMap(({ graves }) => graves.map(({ text }) => text)));
  return new Set(turns.filter((_, at) => kept.has(hashes[at] as string)));
}

interface ReadNote extends EngineNote {
  graves: Tombstone[];
}

async function notesAt(
  backend: Context['backend'],
  scope: string,
  places: readonly number[],
): Promise<Map<number, ReadNote>> {
  const wanted = [...new Set(places)];
  const read = wanted.map((place) => names[place] as string[]);
  const notes = await readNotes(backend, { scope, names: read });
  return new Map(
    notes.map((note, at) => {
      const graves = note.content === '' ? [] : (JSON.parse(note.content) as Tombstone[]);
      return [wanted[at] as number, { ...note, graves }];
    }),
  );
}

function withGraves({ graves, ...note }: ReadNote): EngineNote {
  return { ...note, content: JSON.stringify(graves) };
}

function putsOf(place: { scope: string; now: string }, notes: readonly EngineNote[]): NotePuts {
  return {
    puts: notes.map((note) => notePut(place, note)),
    expect: notes.map(({ id, version }) => ({ id, version })),
  };
}

function identity({ at, text }: Tombstone): string {
  return `${at} ${text}`;
}

function hashed({ content, source }: Claimed, key: string): HashedForms {
  const forms: ClaimForms = claimFormsOf({ content, speaker: source.speaker });
  return {
    text: keyedHash(key, 'text', forms.text),
    ...(forms.claim === undefined ? {} : { claim: keyedHash(key, 'claim', forms.claim) }),
    stems: forms.stems.map(({ stem, weight }) => [
      keyedHash(key, 'stem', stem).slice(0, 10),
      Math.round(weight * 100) / 100,
    ]),
    denies: forms.denies,
    changed: forms.changed,
  };
}

function turnHash(turn: Keyed, key: string): string {
  return keyedHash(key, 'turn', recordKey(turn));
}

/** It begins with a key of fixed length, and only a part of it is kept. */
function keyedHash(key: string, kind: string, form: string): string {
  return nameBasedUuid(JSON.stringify([key, kind, form]))
    .replaceAll('-', '')
    .slice(0, 24);
}

/** Where a claim is kept: by its rarest word, and by subject, attribute and value. */
function placesOf({ text, claim, stems }: Omit<HashedForms, 'changed'>): number[] {
  const [rarest = text] = stems.map(([stem]) => stem);
  return [rarest, ...(claim === undefined ? [] : [claim])].map(placeOf);
}

function placeOf(hash: string): number {
  return Number.parseInt(hash.slice(0, 4), 16) % names.length;
}

function isSame(grave: Tombstone, forms: HashedForms): boolean {
  if (grave.text === forms.text) return true;
  if (grave.denies !== forms.denies) return false;
  if (grave.claim !== undefined && grave.claim === forms.claim) return true;
  const said = new Set(forms.stems.map(([stem]) => stem));
  const sum = (stems: Tombstone['stems']) => stems.reduce((all, [, weight]) => all + weight, 0);
  const shared = sum(grave.stems.filter(([stem]) => said.has(stem)));
  const either = sum(grave.stems) + sum(forms.stems) - shared;
  return shared > 0 && shared / either >= sameClaim;
}

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
