import { sentencesIn } from '../text/index.ts';
import { readCues } from './read-cues.ts';

const clauseEnd =
  /(?<=[，：—–])|(?<=[,:;])(?=\s)|(?<=\s[-–—])(?=\s)|(?<=,)(?=\p{Script=Han})|(?=\sbecause\s)/u;
const fenced = /```[\s\S]*?(?:```|$)/gu;
const questionMark = /[?？]["'”’」』»）)\]]*$/u;
const edges = /^[\s,，;:：、.!！…—–-]+|[\s,，:：、—–-]+$/gu;
const letters = /[\p{L}\p{N}]/u;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** A longer part without punctuation contains more than its question. */
const longestClause = { spaced: 120, unspaced: 30 };

/** The statements in a turn: its sentences without the clauses that ask the listener for something. */
export function statementsIn(turn: string): string[] {
  const said = turn.replace(fenced, ' ');
  const found = sentencesIn(said);
  const sentences = found.length === 0 ? [said] : found;
  return sentences
    .flatMap((text) => statementRuns(text.trim()))
    .map((run) => {
      const text = run.replace(edges, '');
      const rest = withoutOpening(behindOpening(text));
      // `Right now I live in a hotel` is not said of always.
      const isOfNow = /\bnow\b/i.test(text.slice(0, text.length - rest.length));
      return readCues(rest).starts.has('tells') && !isOfNow ? rest : text;
    })
    .filter((run) => letters.test(run));
}

/** Statements; neighbouring ones are joined. */
function statementRuns(text: string): string[] {
  const clauses = text.split(clauseEnd);
  const isQuestion = questionMark.test(text);
  const runs: string[] = [];
  let [isAsking, goesOn] = [false, false];
  for (const [place, clause] of clauses.entries()) {
    const kind = kindOf(clause, { isQuestion, isLast: place === clauses.length - 1 });
    // A clause without a subject after a request belongs to the request.
    isAsking =
      kind === 'asks' || (isAsking && kind === undefined && (isQuestion || runs.length === 0));
    if (!isAsking && goesOn) runs.push(`${runs.pop()}${clause}`);
    else if (!isAsking) runs.push(clause);
    goesOn = !isAsking;
  }
  return runs;
}

function kindOf(
  clause: string,
  { isQuestion, isLast }: { isQuestion: boolean; isLast: boolean },
): 'asks' | 'tells' | undefined {
  const isUnspaced = unspaced.test(clause);
  if (clause.length > longestClause[isUnspaced ? 'unspaced' : 'spaced']) return 'tells';
  const { counts, starts } = readCues(withoutOpening(clause.trim()));
  const asks = isUnspaced ? counts.has('asks') : isQuestion && starts.has('asks');
  if (asks || (isQuestion && isLast) || starts.has('requests')) return 'asks';
  return starts.has('tells') ? 'tells' : undefined;
}

/** `That reminds me, by the way: I'm coeliac` becomes `I'm coeliac`. `She said, now: …` stays, since it tells more. */
function behindOpening(text: string): string {
  const [, lead = '', rest] = /^([^:：]*)[:：]\s*(.+)$/su.exec(text) ?? [];
  if (rest === undefined || readCues(lead).counts.has('people')) return text;
  const last = lead.split(/[,，]/u).at(-1)?.trim() ?? '';
  return last !== '' && withoutOpening(last) === '' ? rest : text;
}

/** `So I'm coeliac` becomes `I'm coeliac`. At most a few filler words are removed. */
export function withoutOpening(text: string, most = 4): string {
  const length = most === 0 ? undefined : readCues(text).starts.get('opens');
  if (length === undefined) return text;
  return withoutOpening(text.slice(length).replace(edges, ''), most - 1);
}
