import { bundledVectors } from '@mneme/language/vectors';
import { cachedByText } from '../text/index.ts';
import tables from './disclosure-tables.json' with { type: 'json' };
import { kindTableFrom } from './kind-table.ts';
import { type FactKind, factKinds, kindChances, messageKinds, privateFields } from './kinds.ts';

/** What a fact is about, and how surely it is private. */
export interface FactNature {
  /** The likeliest kind: if the fact is private a field, else an open kind. */
  kind: FactKind;
  /** The probability that it is private: of a field of private life, or an opinion. */
  private: number;
  /** If it is not private: the probability that it says who the user is, and not just something about them. */
  standing: number;
  /** The probability of each private field. */
  fields: readonly number[];
  vector: Float32Array;
}

/** What a message is about. */
export interface MessageNature {
  /** The probability that it asks for all that is known of the user. */
  aboutUser: number;
  /** The probability of each private field. */
  fields: readonly number[];
  /** The user speaks of himself or of his own people. */
  isPersonal: boolean;
  /** It speaks of nobody, in a language that would say so. */
  isNeutral: boolean;
  vector: Float32Array;
}

const facts = kindTableFrom(tables.facts);
const messages = kindTableFrom(tables.messages);
const fieldCount = privateFields.length;

/** Facts that stay cached: about those of the profiles of some scopes. */
const cachedFacts = 2000;

/** The nature of a fact, by its words in twelve languages. Cached, since a profile asks it for each of its facts. */
export const factNature: (text: string) => FactNature = cachedByText((text) => {
  const chances = kindChances(facts(), text);
  const fields = chances.slice(0, fieldCount);
  const isPrivate = fields.reduce((sum, chance) => sum + chance, 0);
  const among = isPrivate >= 0.5 ? fields : chances.slice(fieldCount);
  const first = isPrivate >= 0.5 ? 0 : fieldCount;
  const kind = factKinds[first + among.indexOf(Math.max(...among))] as FactKind;
  const more = chances[factKinds.indexOf('more')] as number;
  const standing = 1 - more / Math.max(1 - isPrivate, Number.MIN_VALUE);
  return { kind, private: isPrivate, standing, fields, vector: bundledVectors().encode(text) };
}, cachedFacts);

/** The nature of a message. */
export function messageNature(text: string): MessageNature {
  const chances = kindChances(messages(), text);
  const isPersonal = speaksOfSelf(text);
  return {
    aboutUser: chances[messageKinds.indexOf('self')] as number,
    fields: chances.slice(0, fieldCount),
    isPersonal,
    isNeutral: !isPersonal && !dropsPronouns.test(text),
    vector: bundledVectors().encode(text),
  };
}

/** Whether a text speaks of its author, or of the author's own people. */
export function speaksOfSelf(text: string): boolean {
  return firstPerson.test(text);
}

/** Languages in which people seldom say `I`. */
const dropsPronouns = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const firstPerson =
  /(?<![\p{L}'])(?:i|i['’]\p{L}+|me|my|mine|we|us|our|ich|mich|mir|meine?[mnrs]?|wir|uns|unsere?|je|j['’]\p{L}+|moi|mon|ma|mes|nous|nos|notre|yo|mi|mis|mí|conmigo|nosotr[oa]s|eu|meu|minha|nós|io|mio|mia|miei|noi|nostr[aoei]|я|мне|меня|мой|моя|мою|мои|мы|нам|нас)(?![\p{L}'])|[我咱俺私僕俺]|うち|제가|저는|저도|나는|내가|우리|나의|제 |내 /iu;

/** Weights of the sum that decides whether a message asks for a private fact, and its minimum. */
const asking = { field: 3, nearness: 3, personal: 0.5, floor: 1.5 };

/**
 * Whether a message is about what a private fact says: of the same field, near in meaning, in the user's own matter.
 * `Where is the tropic of cancer?` is not about an illness; `can I take ibuprofen?` is.
 */
export function asksFor(message: MessageNature, fact: FactNature): boolean {
  // A neutral question gets nobody's opinion or secret.
  if (message.isNeutral) return false;
  const sum =
    asking.field * dotProduct(fact.fields, message.fields) +
    asking.nearness * nearnessOf(message, fact) +
    (message.isPersonal ? asking.personal : 0);
  return sum >= asking.floor;
}

/** How near a message and a fact are in meaning: the cosine of their vectors. */
export function nearnessOf(message: MessageNature, fact: FactNature): number {
  return dotProduct(message.vector, fact.vector);
}

function dotProduct(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] as number) * (b[at] as number);
  return sum;
}
