import { isUser } from '../text/index.ts';
import { normaliseContent } from './content-key.ts';
import { claimOf } from './read-claim.ts';
import { readStatement } from './read-statement.ts';

/** The forms of a statement by which the same claim is recognised in other words. */
export interface ClaimForms {
  /** The text without differences of case, white space and punctuation. */
  text: string;
  /** Subject, attribute and value, if the statement makes only one claim. */
  claim?: string;
  /** Its content words without endings, the rarest first, with their weights: about 1 for `coffee`. */
  stems: { stem: string; weight: number }[];
  /** Whether something is denied. A claim and its denial are two claims. */
  denies: boolean;
  /** The statement itself says that something has changed: `moved to Oslo`. */
  changed: boolean;
}

/** The rest of a longer text says more than one claim. */
const mostStems = 12;

/** The forms of what a speaker says. */
export function claimFormsOf({
  content,
  speaker,
}: {
  content: string;
  speaker?: string;
}): ClaimForms {
  const { content: words, signs } = readStatement(content);
  const whose =
    speaker === undefined || isUser(speaker) ? '' : ` (${speaker.trim().toLowerCase()})`;
  const about = words.filter(({ surface }) => !isUser(surface));
  const stems = new Map(about.map(({ key, weight }) => [key, weight]));
  const claim = claimOf({ content, speaker });
  return {
    text: normaliseContent(content) + whose,
    ...(claim === undefined ? {} : { claim: claim.form }),
    stems: [...stems]
      .map(([stem, weight]) => ({ stem: stem + whose, weight }))
      .sort((a, b) => b.weight - a.weight || (a.stem < b.stem ? -1 : 1))
      .slice(0, mostStems),
    denies: signs.counts.deny > 0,
    changed: claim?.changed ?? false,
  };
}
