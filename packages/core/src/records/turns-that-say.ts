import { type MemoryKind, type MemoryRecord, MnemeError } from '@mneme/contract';
import { type EngineContext, readMemories, throwIfAborted } from '@mneme/contract/context';
import { mostSaid, shareSaid, takesUp, withoutStatements } from '@mneme/language/claims';
import { analyseQuery, isAssistant, isRole } from '@mneme/language/text';
import { factsRestingOn } from './removal.ts';

/** Turns that say what is to be forgotten. */
export interface TurnsThatSay {
  /** They go whole. */
  removed: MemoryRecord[];
  /** They say something else too: what stays of them. */
  cut: { turn: MemoryRecord; content: string }[];
}

interface Wanted {
  /** What is to be forgotten, in words. */
  statements: readonly Said[];
  /** Facts that are removed too: what they rest on states it. */
  facts: readonly Pick<MemoryRecord, 'id' | 'evidence'>[];
  signal: AbortSignal | undefined;
}

/** `speaker`: nobody else's turn states it. Absent: anybody's does. */
interface Said {
  content: string;
  speaker?: string;
}

/** A turn of somebody else that says the same states it from this share on; an assistant's repeats it. */
const statedShare = 0.7;
const repeatedShare = 0.5;
/** A turn above this length says more than what is to be forgotten. */
const longTurn = 400;
const searched = 50;
/** Answers after a turn that are looked at. */
const answersAfter = 4;

/**
 * The turns that a fact rests on, others that state it, and assistants' answers that repeat it or take it up. A turn that
 * other facts rest on, or a long one, loses only the statement.
 */
export async function turnsThatSay(
  context: EngineContext,
  scope: string,
  { statements, facts, signal }: Wanted,
): Promise<TurnsThatSay> {
  const evidence = [...new Set(facts.flatMap(({ evidence = [] }) => evidence))];
  const cited = (await readMemories(context.backend, scope, evidence)).filter(isTurn);
  const turns = new Map(cited.map((turn) => [turn.id, turn]));
  for (const said of statements) {
    throwIfAborted(signal);
    for (const turn of await turnsNear(context, scope, said.content))
      if (says(context, turn, said)) turns.set(turn.id, turn);
  }
  const leaves = await whatLeaves(context, scope, {
    turns: [...turns.values()],
    statements,
    facts,
  });
  const gone = new Set(
    [...leaves.removed, ...leaves.cut.map(({ turn }) => turn)].map(({ id }) => id),
  );
  for (const [turn, said] of leaves.of)
    for (const answer of await answersThatRepeat(context, scope, [turn], said)) {
      if (gone.has(answer.id)) continue;
      gone.add(answer.id);
      leaves.removed.push(answer);
    }
  return leaves;
}

/** What is damaged can be deleted, though nothing else of its scope is found then. */
async function turnsNear(
  context: EngineContext,
  scope: string,
  text: string,
): Promise<MemoryRecord[]> {
  try {
    return await searchByText(context, scope, { text, kind: 'episode' });
  } catch (error) {
    if (!MnemeError.isInstance(error) || error.code !== 'damaged') throw error;
    context.logger.warn('turns that say what is deleted cannot be searched', { scope, error });
    return [];
  }
}

/** Assistants' answers right after turns, that take up what was said there: by default anything of the turn. */
export async function answersThatRepeat(
  context: EngineContext,
  scope: string,
  turns: readonly MemoryRecord[],
  said?: readonly string[],
): Promise<MemoryRecord[]> {
  const found: MemoryRecord[] = [];
  for (const turn of turns.filter((one) => isTurn(one) && !isProgram(context, one)))
    for (const answer of await answersTo(context, scope, turn))
      if ((said ?? [turn.content]).some((one) => takesUp(one, answer.content))) found.push(answer);
  return found;
}

/** Whether an assistant said it, under whatever name. */
function isProgram(
  { assistants }: Pick<EngineContext, 'assistants'>,
  { source: { speaker } }: MemoryRecord,
): boolean {
  return (
    speaker !== undefined && (isAssistant(speaker) || assistants.has(speaker.trim().toLowerCase()))
  );
}

/** Of each turn that a person said: what of it leaves, in `of`. */
async function whatLeaves(
  context: EngineContext,
  scope: string,
  {
    turns,
    statements,
    facts,
  }: { turns: readonly MemoryRecord[]; statements: readonly Said[]; facts: Wanted['facts'] },
): Promise<TurnsThatSay & { of: Map<MemoryRecord, string[]> }> {
  const going = new Set(facts.map(({ id }) => id));
  const ids = turns.map(({ id }) => id);
  const others = (await factsRestingOn(context, { scope, ids, signal: undefined })).filter(
    ({ id }) => !going.has(id),
  );
  const contents = statements.map(({ content }) => content);
  const found = {
    removed: [] as MemoryRecord[],
    cut: [] as TurnsThatSay['cut'],
    of: new Map<MemoryRecord, string[]>(),
  };
  for (const turn of turns) {
    const keep = others.flatMap(({ evidence, content }) =>
      evidence?.includes(turn.id) ? [content] : [],
    );
    const isWhole = keep.length === 0 && turn.content.length <= longTurn;
    const rest = isWhole
      ? undefined
      : (withoutStatements(turn.content, { statements: contents, keep }) ??
        [...new Set(keep)].join(' '));
    if (rest === undefined || rest === '') found.removed.push(turn);
    else if (rest !== turn.content) found.cut.push({ turn, content: rest });
    if (!isProgram(context, turn)) found.of.set(turn, isWhole ? [turn.content] : contents);
  }
  return found;
}

function isTurn({ kind }: MemoryRecord): boolean {
  return kind === 'episode';
}

/** Whether a turn that was found states it or, as an assistant's, repeats it. */
function says(context: EngineContext, turn: MemoryRecord, { content, speaker }: Said): boolean {
  const { speaker: by } = turn.source;
  if (isProgram(context, turn)) return mostSaid(content, turn.content) >= repeatedShare;
  if (
    by !== undefined &&
    speaker !== undefined &&
    !isRole(by) &&
    !isRole(speaker) &&
    by !== speaker
  )
    return false;
  return (
    mostSaid(content, turn.content) >= statedShare ||
    (turn.content.length <= longTurn && shareSaid(content, turn.content) >= statedShare)
  );
}

/** Records with the words of a text, or near to it in meaning; replaced and expired ones too. */
export async function searchByText(
  { backend, embedding, now, logger }: EngineContext,
  scope: string,
  { text, kind }: { text: string; kind: MemoryKind },
): Promise<MemoryRecord[]> {
  const { terms } = analyseQuery(text);
  const every = { includeExpired: true, includeSuperseded: true };
  const filter = { now: now(), kinds: [kind], ...every };
  // What cannot be embedded now is found by its words: a deletion does not wait for a model.
  const asked =
    embedding.identity &&
    (await embedding.queries([text], undefined).catch((error: unknown) => {
      logger.warn('what says the deleted fact is searched by words only', { scope, error });
      return undefined;
    }));
  const { candidates } = await backend.search({
    scope,
    filter,
    embedder: asked?.owners.embedder,
    queries: [{ vector: asked?.vectors[0]?.vector, terms, limit: searched }],
  });
  return candidates.map(({ record }) => record);
}

/** The assistant's turns right after a turn, up to the next turn of somebody else. */
async function answersTo(
  context: EngineContext,
  scope: string,
  { source: { session, sequence } }: MemoryRecord,
): Promise<MemoryRecord[]> {
  if (session === undefined || sequence === undefined) return [];
  const { records } = await context.backend.list({
    scope,
    filter: { now: context.now(), includeExpired: true },
    order: 'first',
    turns: { session, from: sequence },
    limit: answersAfter + 1,
  });
  const after = records.filter(({ source }) => (source.sequence ?? 0) > sequence);
  const end = after.findIndex((turn) => !isProgram(context, turn));
  return end < 0 ? after : after.slice(0, end);
}
