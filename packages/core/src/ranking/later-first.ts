import { type AnalysedQuery, analyse } from '@mneme/language/text';
import { type Ranked, scoreOf } from './rank.ts';

/** Number of best results that are looked at. Later ones are about something else, and would push out answers. */
const most = 10;
/** Two facts whose totals differ more are about different things, however alike they sound. */
const reach = 1;
/** From this share of common words on, two facts give different values of the same thing, or nearly so. */
const alike = 0.5;
/** A longer text is not a single statement. */
const longestStatement = 300;

interface Compared {
  entry: Ranked;
  /** Undefined until they are compared. */
  words?: ReadonlySet<string>;
}

/**
 * If two values are among the best, the later one comes first: it takes the place of the older one if that ranks
 * higher. Two values are a contested pair, or two facts that share most of their words and every word of the query that
 * the older one has. Both are about the same matter, so the later one is as relevant too.
 */
export function laterFirst(ranked: readonly Ranked[], { terms }: AnalysedQuery): Ranked[] {
  const best = new Map(ranked.slice(0, most).map((entry) => [entry.record.id, entry]));
  const compared = comparedOf([...best.values()]);
  const lifted: Ranked[] = [];
  const placed = new Set<string>();
  const place = (entry: Ranked, value = entry): void => {
    const { id, contestedBy = [] } = entry.record;
    if (placed.has(id)) return;
    placed.add(id);
    const take = (newer: Ranked | undefined, contests: boolean) => {
      if (newer !== undefined) place(newer, raised(newer, { older: value, contests }));
    };
    for (const newer of contestedBy) take(best.get(newer), true);
    const own = compared.get(id);
    if (own !== undefined)
      for (const newer of compared.values())
        if (
          newer.entry.total >= value.total - reach &&
          newer.entry.total <= value.total &&
          saysItLater(newer, own, terms)
        )
          take(newer.entry, false);
    lifted.push(value);
  };
  for (const entry of best.values()) place(entry);
  return [...lifted, ...ranked.slice(most)];
}

function comparedOf(ranked: readonly Ranked[]): Map<string, Compared> {
  const facts = ranked.filter(
    ({ record: { kind, content } }) => kind === 'fact' && content.length <= longestStatement,
  );
  return new Map(facts.map((entry) => [entry.record.id, { entry }]));
}

function wordsOf(compared: Compared): ReadonlySet<string> {
  compared.words ??= new Set(analyse(compared.entry.record.content));
  return compared.words;
}

function saysItLater(newer: Compared, older: Compared, terms: readonly string[]): boolean {
  if (whenSaid(newer) <= whenSaid(older)) return false;
  const [later, before] = [wordsOf(newer), wordsOf(older)];
  if (terms.some((term) => before.has(term) && !later.has(term))) return false;
  let common = 0;
  for (const word of later) if (before.has(word)) common++;
  return common >= alike * Math.max(later.size, before.size);
}

/** Same times in the order in which they were written. */
function whenSaid({ entry: { record } }: Compared): string {
  return `${record.occurredAt} ${record.createdAt}`;
}

function raised(newer: Ranked, { older, contests }: { older: Ranked; contests: boolean }): Ranked {
  const value = older.total - newer.total;
  return {
    record: newer.record,
    nearness: newer.nearness,
    total: older.total,
    score: scoreOf(older.total),
    get relevance() {
      return Math.max(newer.relevance, older.relevance);
    },
    explanation() {
      const explanation = newer.explanation();
      const [day, before] = [newer, older].map(({ record }) => record.occurredAt.slice(0, 10));
      const part = contests
        ? { name: 'contests', value, why: `said ${day}, contests what was said ${before}` }
        : {
            name: 'later',
            value,
            why: `newer than nearly the same words of ${before}`,
          };
      const { relevance } = older.relevance > newer.relevance ? older.explanation() : explanation;
      return {
        ...explanation,
        parts: [...explanation.parts, part],
        total: explanation.total + value,
        relevance,
      };
    },
  };
}
