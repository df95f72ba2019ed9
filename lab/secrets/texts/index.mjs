import { generator, helpers } from '../generator.mjs';
import { formats } from './formats.mjs';
import { harmless } from './harmless.mjs';
import { harmlessFormats } from './harmless-formats.mjs';
import { cleanInUse, fill, inUse } from './seen-in-use.mjs';
import { cleanLast, cleanLater, inUseLast, inUseLater } from './seen-later.mjs';
import { told } from './told.mjs';
import { harmlessInLists, toldInLists } from './told-in-lists.mjs';
import { harmlessLater, toldLater } from './told-later.mjs';

/**
 * One of two halves (1: to tune on, 2: only reported) of the texts that were written before the rules were looked at.
 * No line and no form is in both halves.
 */
export function freelyWritten(half) {
  const tools = helpers(generator(half));
  return {
    positives: [
      ...lines(told, half).map(({ kind, line }) => marked(kind, line)),
      ...made(formats(tools), { half, times: 3 }).map(({ kind, line }) => marked(kind, line)),
    ],
    negatives: [
      ...lines(harmless, half).map(({ kind, line }) => ({ kind, text: line })),
      ...made(harmlessFormats(tools), { half, times: 8 }).map(({ kind, line }) => ({
        kind,
        text: line,
      })),
    ],
  };
}

/** Sentences that were written when the first ones were found: all of them, in no halves. */
export function writtenLater() {
  return {
    positives: lines(toldLater).map(({ kind, line }) => marked(kind, line)),
    negatives: lines(harmlessLater).map(({ kind, line }) => ({ kind, text: line })),
  };
}

/** Lists, numbers of persons, codes to type, entries and commands, in two halves as above. */
export function toldAsLists(half) {
  return {
    positives: lines(toldInLists, half).map(({ kind, line }) => marked(kind, line)),
    negatives: lines(harmlessInLists, half).map(({ kind, line }) => ({ kind, text: line })),
  };
}

/** Mail, chat, logs, code, settings and vendors' keys, in two halves as above; each line filled twice. */
export function seenInUse(half) {
  return filledTwice({ secret: inUse, clean: cleanInUse }, { half, seed: half + 10 });
}

/** The same of another day, all of it. */
export function seenLater() {
  return filledTwice({ secret: inUseLater, clean: cleanLater }, { seed: 21 });
}

/** The same of a third day. */
export function seenLast() {
  return filledTwice({ secret: inUseLast, clean: cleanLast }, { seed: 31 });
}

function filledTwice({ secret, clean }, { half, seed }) {
  const tools = helpers(generator(seed));
  const filled = (texts) =>
    lines(texts, half).flatMap(({ kind, line }) =>
      [1, 2].map(() => ({ kind, line: fill(line, tools) })),
    );
  return {
    positives: filled(secret).map(({ kind, line }) => marked(kind, line)),
    negatives: filled(clean).map(({ kind, line }) => ({ kind, text: line })),
  };
}

/** Whether all letters and digits of a secret are found: half of one that is left is one that is left. */
export function isFound({ text, start, end }, findings) {
  for (let at = start; at < end - 1; at++)
    if (/[\p{L}\p{N}]/u.test(text[at]) && !findings.some((one) => one.start <= at && one.end > at))
      return false;
  return true;
}

function lines(languages, half) {
  return Object.entries(languages).flatMap(([kind, text]) =>
    halfOf(
      text
        .trim()
        .split('\n')
        .map((line) => ({
          kind,
          line: line.replaceAll('\\n', '\n').replaceAll('\\`', '`').replaceAll('\\$', '$'),
        })),
      half,
    ),
  );
}

function made(kinds, { half, times }) {
  return Object.entries(kinds).flatMap(([kind, forms]) =>
    halfOf(forms, half).flatMap((form) =>
      Array.from({ length: times }, () => ({ kind, line: form() })),
    ),
  );
}

/** A shuffle that depends on nothing but the length, cut in two. */
function halfOf(items, half) {
  if (half === undefined) return items;
  const random = generator(items.length);
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .filter((_, index) => index % 2 === half - 1)
    .map(({ item }) => item);
}

function marked(kind, line) {
  const start = line.indexOf('⟦');
  const text = line.replace(/[⟦⟧]/gu, '');
  return { kind, text, start, end: line.indexOf('⟧') - 1 };
}
