/**
 * How often a prefetch is empty when it should be, and not when it should not, over a range of relevance floors.
 *   node tools/prefetch-report.mjs FOLDER [--embedder=static]
 * FOLDER holds data sets as folders with memories.jsonl (id, scope, text, …) and queries.jsonl (id, scope, text, type,
 * relevant). Empty is right for small talk (the list below), for questions that their scope cannot answer (type
 * `adversarial`), and for questions about another scope's people; of the last two, many share names or subjects with
 * the scope, so they are reported apart.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isSmallTalk } from '../packages/agent/src/index.ts';
import { openMemory } from '../packages/runtime/src/index.ts';

const smallTalk = {
  en: [
    'thanks!',
    'thank you so much',
    'ok',
    'okay, got it',
    'good morning',
    'hi',
    'hello there',
    'hey, how are you?',
    'how is it going?',
    'haha',
    'lol that is funny',
    'sure, go on',
    'one moment please',
    'great',
    'sounds good',
    'nice',
    'bye',
    'see you tomorrow',
    'good night',
    'never mind',
    'please continue',
    'yes',
    'no',
    'maybe',
    'what do you mean?',
    'can you say that again?',
    'tell me a joke',
    'you are right',
    'sorry, my mistake',
    'I see',
  ],
  zh: [
    '谢谢',
    '好的',
    '早上好',
    '你好',
    '你好吗？',
    '哈哈',
    '继续',
    '请稍等',
    '太好了',
    '再见',
    '晚安',
    '没关系',
    '是的',
    '不是',
    '也许',
    '什么意思？',
    '再说一遍',
    '讲个笑话',
    '你说得对',
    '对不起',
    '我明白了',
    '知道了',
  ],
};
/** Written after the rule for small talk and never used to change it. */
const heldOut = {
  en: [
    'no worries at all',
    'cheers mate',
    'have a good weekend',
    "what's new?",
    "that's hilarious",
    "I'm fine, and you?",
    'brilliant',
    'congrats!',
    'ciao',
    'take care',
    "you're welcome",
    'my bad',
    'interesting',
    'tell me more',
    'hmm let me think',
    'good point',
    'talk to you later',
    'happy to hear that',
    'awww',
    'yes please',
  ],
  zh: [
    '麻烦你了',
    '收到',
    '挺好的',
    '嗯哼',
    '真的吗？',
    '有意思',
    '周末愉快',
    '恭喜',
    '祝你好运',
    '我在听',
    '没错没错',
    '好久不见',
    '笑死我了',
    '随便',
    '下次聊',
  ],
};
const floors = [0.3, 0.4, 0.5, 0.6, 0.7];

const folder = process.argv[2];
if (!folder) throw new Error('give the folder of the data sets');
const embedder =
  process.argv.find((argument) => argument.startsWith('--embedder='))?.slice(11) ?? 'static';
const read = (path) =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

console.log(
  `embedder: ${embedder}. A row is the share of blocks that are empty; "relevant" is the share of questions with an answer in the block.\n`,
);
for (const name of readdirSync(folder).sort()) {
  const path = join(folder, name);
  if (!existsSync(join(path, 'queries.jsonl'))) continue;
  const temporary = mkdtempSync(join(tmpdir(), 'mneme-report-'));
  const { memory, close } = await openMemory({
    db: join(temporary, 'a.db'),
    embedder,
    temporary: true,
    settings: { maxStoreItems: 1_000_000 },
  });
  try {
    await report(name, path, memory);
  } finally {
    await close();
    rmSync(temporary, { recursive: true, force: true });
  }
}

async function report(name, path, memory) {
  const byScope = Map.groupBy
    ? Map.groupBy(read(join(path, 'memories.jsonl')), ({ scope }) => scope)
    : groupBy(read(join(path, 'memories.jsonl')));
  for (const [scope, memories] of byScope) {
    const inputs = memories.map(({ id, text, time, speaker, session, sequence }) => ({
      content: text,
      occurredAt: time,
      source: { externalId: id, speaker, session, sequence },
    }));
    await memory.scope(scope).storeMany(inputs, { onConflict: 'keepBoth', onError: 'collect' });
  }
  const queries = read(join(path, 'queries.jsonl'));
  const scopes = [...byScope.keys()];
  const kinds = {
    'small talk': [],
    'small talk, held out': [],
    adversarial: [],
    'other scope': [],
    question: [],
  };
  const language = /_zh|zh_/.test(name) ? 'zh' : 'en';
  for (const [kind, lists] of [
    ['small talk', smallTalk],
    ['small talk, held out', heldOut],
  ]) {
    for (const text of lists[language]) kinds[kind].push(await best(memory, scopes[0], { text }));
  }
  for (const [index, query] of queries.slice(0, 300).entries()) {
    kinds[query.type === 'adversarial' ? 'adversarial' : 'question'].push(
      await best(memory, query.scope, query),
    );
    const other = scopes[(scopes.indexOf(query.scope) + 1) % scopes.length];
    if (other !== query.scope && index % 3 === 0)
      kinds['other scope'].push(await best(memory, other, { text: query.text }));
  }
  console.log(
    `## ${name}\n\n| floor | ${floors.join(' | ')} |\n| --- |${' --- |'.repeat(floors.length)}`,
  );
  for (const [kind, found] of Object.entries(kinds)) {
    if (found.length === 0) continue;
    const share = (test) =>
      floors
        .map(
          (floor) =>
            `${Math.round((found.filter((f) => test(f, floor)).length / found.length) * 100)} %`,
        )
        .join(' | ');
    console.log(
      `| ${kind} empty (${found.length}) | ${share((f, floor) => !f.some(({ relevance }) => relevance >= floor))} |`,
    );
    if (kind === 'question')
      console.log(
        `| question relevant | ${share((f, floor) => f.some(({ relevance, right }) => right && relevance >= floor))} |`,
      );
  }
  console.log('');
}

async function best(memory, scope, { text, relevant = [] }) {
  if (isSmallTalk(text)) return [];
  const { memories } = await memory.scope(scope).retrieve(text, { limit: 5, minImportance: 3 });
  return memories.map(({ relevance, source }) => ({
    relevance,
    right: relevant.includes(source.externalId),
  }));
}

function groupBy(rows) {
  const groups = new Map();
  for (const row of rows) groups.set(row.scope, [...(groups.get(row.scope) ?? []), row]);
  return groups;
}
