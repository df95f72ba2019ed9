import { join } from 'node:path';
import { randomFrom } from '../../tools/random.mjs';
import { readLines } from '../frame.mjs';
import { ownData } from './read-data.mjs';

/** Pairs of each kind for one frame. */
const draws = 3;
const folds = 5;

/**
 * Pairs of one wording, made from frames such as `{s} was started by {v}` and names for both: another value of the same
 * subject is an update, if the frame takes one value at a time; all others are distinct. Whole frames are left out of a
 * fit.
 */
export function framePairs() {
  const lines = readLines(join(ownData, 'frames-g.jsonl'));
  const pools = new Map(
    lines.flatMap(({ lang, pool, names }) =>
      pool === undefined ? [] : [[`${lang} ${pool}`, names]],
    ),
  );
  const frames = lines.filter(({ frame }) => frame !== undefined);
  const next = randomFrom(11);
  const one = (some) => some[Math.floor(next() * some.length)];
  return frames.flatMap((frame, place) => {
    const { lang, of, value, several = false } = frame;
    const [subjects, values] = [of, value].map((pool) => pools.get(`${lang} ${pool}`));
    const other = (some, ...not) => one(some.filter((name) => !not.includes(name)));
    const alike = frames.filter(
      (found) => found !== frame && found.lang === lang && found.of === of,
    );
    const behind = frames.filter((found) => found.lang === lang && found.of === value);
    const rest = {
      lang,
      file: `${lang}-pairs-g`,
      author: 'g',
      style: 'frame',
      fold: place % folds,
    };
    const made = (relation, [older, newer]) => ({ ...rest, older, newer, relation });
    return Array.from({ length: draws }, () => {
      const subject = one(subjects);
      const first = other(values, subject);
      const second = other(values, subject, first);
      const stranger = other(subjects, subject, first, second);
      const older = said(frame, subject, first);
      const isSame = several ? 'distinct' : 'update';
      return [
        made(isSame, [older, said(frame, subject, second)]),
        made('distinct', [older, said(frame, stranger, second)]),
        made('distinct', [older, said(frame, stranger, first)]),
        ...drawn(alike, one, (found) => {
          const own = pools.get(`${lang} ${found.value}`);
          const shares = found.value === value && next() < 0.5;
          return made('distinct', [
            older,
            said(found, subject, shares ? first : other(own, subject)),
          ]);
        }),
        ...drawn(behind, one, (found) => {
          const own = pools.get(`${lang} ${found.value}`);
          return made('distinct', [older, said(found, first, other(own, first))]);
        }),
      ];
    }).flat();
  });
}

function drawn(some, one, make) {
  return some.length === 0 ? [] : [make(one(some))];
}

function said({ frame }, subject, value) {
  return frame.replace('{s}', subject).replace('{v}', value);
}
