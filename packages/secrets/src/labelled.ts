import { accepts } from './accepts.ts';
import {
  announcedBelow,
  asked,
  assignment,
  cjk,
  cjkFar,
  contracted,
  dashed,
  emphasis,
  enclosed,
  english,
  european,
  type Firmness,
  inHex,
  lineBelow,
  maybeSpace,
  ofWhat,
  space,
  spelledOut,
  stepBefore,
  stepBehind,
} from './connectors.ts';
import type { Place, SecretFinding } from './finding.ts';
import { type SecretLabel, secretLabels } from './labels.ts';
import { further, furtherBeside, furtherLabels } from './languages.ts';
import { findPatterns, matchesOf, type SecretPattern } from './matches.ts';
import { findAfter, findBefore, findKeyBefore } from './nearby.ts';
import { Spelled } from './spelled.ts';
import {
  matchEnd,
  readCodes,
  readGroups,
  readHexGroups,
  readLogin,
  readPhrase,
  readValue,
  type Value,
} from './values.ts';

/** All words that announce a secret. */
export const labels: readonly SecretLabel[] = [...secretLabels, ...furtherLabels];

/** A Chinese word after a label: `口令：芝麻开门`. */
const spokenWord =
  /(?![请請无無没沒忘不见見问問同未需必已待空暂暫如稍联聯保重是为為要由用])[\u3400-\u9fff]{2,12}(?=\s|$|[,.;!。，；！、])/y;

/** The seeds of one-time codes, in base32: `TOTP secret JBSWY3DPEHPK3PXP`, `jbsw y3dp ehpk 3pxp`. */
const oneTimeSeed: SecretPattern = {
  kind: 'token',
  pattern:
    /(?<![A-Za-z])(?:[Tt][Oo][Tt][Pp]|[Oo][Tt][Pp]|2[Ff][Aa]|[Mm][Ff][Aa]|[Tt]wo-factor|[Aa]uthenticator)(?:[ _-](?:[A-Za-z]{2,12} ){0,2}?(?:secret|seed|key|SECRET|SEED|KEY))?(?: is)?["']?[ :=]{1,3}["']?((?=[A-Z2-7]*[2-7])[A-Z2-7]{16,64}|(?=[A-Z2-7 ]*[2-7])[A-Z2-7]{4}(?: [A-Z2-7]{4}){3,15}|(?=[a-z ]*[2-7])[a-z2-7]{4}(?: [a-z2-7]{4}){3,15})(?![A-Za-z0-9])/dg,
};

const ofMany =
  /(?:common(?:ly|est)?|popular|worst|typical|häufigst|beliebtest|schlechtest)[a-z ]{0,20} pass|passwords? (?:like|such as)|más (?:comun|usad|frecuent|utilizad)|mais (?:comun|usad|utilizad)|plus (?:courant|utilisé|fréquent|répandu)|(?:最常[见用]|常见|よくある|よく使われる|最も多い|가장 (?:흔|많)|흔한)/i;

/** Secrets with a label: `password: x`, `my API key is x`, `密码是x`, `x is my password`. */
export function findLabelledSecrets(text: string): SecretFinding[] {
  const findings = findPatterns(text, [oneTimeSeed]);
  const spelled = new Spelled(text);
  for (const label of labels) {
    for (const { index, 0: name } of matchesOf(text, label.pattern)) {
      const end = index + name.length;
      const start = nameStart(text, index);
      if (label.whole && /[\p{L}]/u.test(text.charAt(index - 1))) continue;
      if (isStep(text, { start: index, end })) continue;
      const place =
        findBehind(text, end, { label, spelled }) ??
        (isSpoken(text, { start, end })
          ? (findBefore(text, { start, label }) ??
            findNear(text, end, label) ??
            findKeyBefore(text, start, label, end) ??
            spelled.before(start))
          : undefined);
      if (place && !isOfMany(text, index)) findings.push({ kind: label.kind, ...place });
    }
  }
  return findings;
}

/** `CO_API_KEY` begins before its label. */
function nameStart(text: string, index: number): number {
  return (
    index - (/[A-Z\d]{1,20}_$/.exec(text.slice(Math.max(0, index - 21), index))?.[0].length ?? 0)
  );
}

/** A step through menus: `Settings -> Password -> Change`. */
function isStep(text: string, { start, end }: Place): boolean {
  return (
    matchEnd(stepBehind, text, end) !== undefined &&
    stepBefore.test(text.slice(Math.max(0, start - 6), start))
  );
}

/** Talk about other people's passwords: `the most common passwords are 123456 and qwerty`. */
function isOfMany(text: string, index: number): boolean {
  return ofMany.test(text.slice(Math.max(0, index - 30), index + 30).split(/[\n。]/, 1)[0] ?? '');
}

/** Whether a label is a word of a sentence, not part of a name in a program. */
function isSpoken(text: string, { start, end }: Place): boolean {
  if (text.charAt(start - 1) === '(' && text.charAt(end) === ')') return true;
  return !/[\w.'"`$/@<{(=-]/.test(text.charAt(start - 1)) || text.charCodeAt(start) > 0x2fff
    ? !/["'`\w.=<>(){}[\]/\\]/.test(text.charAt(end))
    : text.charAt(start - 1) === '-' && /[A-Za-z]/.test(text.charAt(start - 2));
}

const nearby: ReadonlySet<string> = new Set(['password', 'login', 'phrase']);

function findNear(text: string, end: number, label: SecretLabel) {
  return nearby.has(label.value) ? findAfter(text, end, label) : undefined;
}

function findBehind(
  text: string,
  end: number,
  { label, spelled }: { label: SecretLabel; spelled: Spelled },
): Place | undefined {
  if (label.value === 'codes') return readCodes(text, end);
  if (label.value === 'login') {
    const value = readLogin(text, end);
    if (value && accepts(label, value, 'adjacent')) return { start: value.start, end: value.end };
  }
  const isCjk = text.charCodeAt(end - 1) > 0x2fff;
  for (const [connector, firmness] of connectorsOf(label, isCjk)) {
    const connected = matchEnd(connector, text, end);
    if (connected === undefined) continue;
    const from = matchEnd(emphasis, text, connected) ?? connected;
    const saidSlowly = isSpellable.has(label.value) ? spelled.from(from) : undefined;
    if (saidSlowly !== undefined) return saidSlowly;
    for (const value of readings(text, from, label)) {
      if (accepts(label, value, firmness)) return { start: value.start, end: value.end };
    }
    if (firmness === 'assigned' && text.startsWith('口令', end - 2)) {
      const spoken = matchEnd(spokenWord, text, from);
      if (spoken !== undefined) return { start: from, end: spoken };
    }
  }
  return undefined;
}

function connectors(isCjk: boolean): readonly (readonly [RegExp, Firmness])[] {
  return [
    [assignment, 'assigned'],
    [lineBelow, 'line'],
    [announcedBelow, 'announced'],
    isCjk ? [cjk, 'said'] : [english, 'said'],
    isCjk ? [english, 'said'] : [cjk, 'said'],
    [contracted, 'said'],
    [european, 'said'],
    [ofWhat, 'assigned'],
    [dashed, 'dashed'],
    [asked, 'asked'],
    ...(isCjk ? ([[cjkFar, 'adjacent']] as const) : []),
    [enclosed, 'asked'],
    [spelledOut, 'said'],
    [isCjk ? maybeSpace : space, 'adjacent'],
  ];
}
const behindCjk = connectors(true);
const behindOthers = connectors(false);
const behindFurther = [[further, 'said'], ...behindOthers] as const;
const behindFurtherCodes = [[furtherBeside, 'adjacent'], ...behindFurther] as const;
/** `PIN ke kartě mám 6604`: the label is the same in most languages. */
const behindCodes = [...behindOthers, [further, 'said']] as const;
const behindKeys = [[inHex, 'assigned'], ...behindOthers] as const;
const isSpellable: ReadonlySet<string> = new Set(['password', 'pin', 'phrase', 'spelled']);

function connectorsOf({ further: isFurther, value }: SecretLabel, isCjk: boolean) {
  if (isFurther) return value === 'pin' ? behindFurtherCodes : behindFurther;
  if (isCjk) return behindCjk;
  return value === 'pin' ? behindCodes : value === 'key' ? behindKeys : behindOthers;
}

/** Possible values at that position, the more likely first: a word, or words to the end of the line. */
export function readings(text: string, from: number, { value }: SecretLabel): Value[] {
  const read = (reader: (text: string, from: number) => Value | undefined) =>
    [reader(text, from)].filter((reading) => reading !== undefined);
  if (value === 'login') return read(readLogin);
  if (value === 'phrase') return read(readPhrase);
  if (value === 'spelled') return [];
  const groups = value === 'pin' ? read(readGroups) : value === 'key' ? read(readHexGroups) : [];
  const [single] = read(readValue);
  if (single === undefined) return groups;
  const goesOn = value === 'password' && !single.quoted && text[single.end] === ' ';
  return [...groups, single, ...(goesOn ? read(readPhrase) : [])];
}
