import { datesInChinese } from './chinese-dates.ts';
import { chinesePlans, chineseRules } from './chinese-rules.ts';
import { type ExtractRule, takeFirst } from './extract-rule.ts';
import { type Taken, timelessKinds } from './extracted-kinds.ts';

/** A whole turn that plays, asks for work on a text, or takes back what it says. */
const notMeant =
  /开玩笑|骗你|逗你|假的啦|才怪|瞎说的|闹着玩|假装|假设|假如|扮演|翻译|润色|改写|改一下|修改|造句|歌词|台词|作文|剧里|书里|小说里|电影里|梦见|梦到|愚人节|不是真的|比如说?|例如/;
/** A sentence that doubts, supposes, tells what others say, or speaks of what was or is only just now. */
const unsure =
  /["“”「」『』《]?(?:(?<=["“「『])[^"“「『”」』]*["”」』])|[？?]|吗[。.!！~～]*$|呢[。.]*$|吧[。.]*$|可能|也许|大概|好像|似乎|应该|说不定|如果|要是|万一|的话|要不(?!然)|想要?(?:有|去|住|养|当|成为|搬|学|买|做)|好想|希望(?!用|回答|不要)|不知道|不确定|猜|怀疑|以为|以前|曾经?|过去|小时候|当年|原来|原本|本来(?!就)|之前|差点|几乎|哈哈|听说|据说|说是|说我|他说|她说|们说|某人说|恨不得|就算|除非|哪怕|即使|假|暂时|临时|今天|今晚|刚才|现在想|真是的|呵呵|😂|🤣|😏|🙃|狗头|谁知|难道|何必|幻想|考虑|犹豫|纠结|跟[他她]说|跟[\p{Script=Han}]{1,3}说|[怎什]么|哪[里儿个]|谁|多少|几[个号点]|或许|估计|恐怕|反正/u;
const filler =
  /^(?:其实|对了|嗯+|哦+|啊+|诶|哎|唉|嗨|你好|大家好|那个|顺便说一下|顺便说一句|说实话|老实说|另外|而且|还有|不过|但是?|因为|所以|然后|反正|毕竟|而|并且|目前|现在|最近|话说|真的|总之|首先|忘了说|提醒一下|记一下|请记住|麻烦记住|记住)[，,：:]?/;
const ending =
  /(?<!啦|哦|噢|呀|啊|嘛|哈|呢|哟|喔|的说|来着|~|～)(?:啦|哦|噢|呀|啊|嘛|哈|呢|哟|喔|的说|来着|~|～)+$/;
const pronoun =
  /[你您他她它]|这|那(?!个周末|一周)|自己人|上面|下面|前面|刚|又|还没|某|什么|怎|死|一下$/;

/** What a Chinese turn says of its speaker that lasts. */
export function extractChinese(
  text: string,
  { name, told }: { name: string; told: Date },
): Taken[] {
  if (notMeant.test(text)) return [];
  const taken: Taken[] = [];
  for (const sentence of text.match(/[^。！？!?；;\n…]+[。！？!?；;…]*/gu) ?? []) {
    if (unsure.test(sentence) || /(?<!事情?|消息|一下|一句|一点)[:：]\s*我/.test(sentence))
      continue;
    taken.push(...readSentence(sentence, { name, told }));
  }
  return taken;
}

/** Parts are read alone or with the one behind; `我` of the first is whom the later ones speak of. */
function readSentence(sentence: string, { name, told }: { name: string; told: Date }): Taken[] {
  const parts = sentence
    .replace(/(?<![。！!；;…~～\s])[。！!；;…~～\s]+$/u, '')
    .split(/[，,：:]|\s+(?=\p{Script=Han})/u)
    .map(plain)
    .filter((part) => part !== '');
  const taken: Taken[] = [];
  let own = false;
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index] ?? '';
    if (relative.test(part)) own = false;
    else if (/[你您他她它]/.test(part)) own = false;
    else if (/我/.test(part)) own = true;
    else if (/^[^我]{1,4}(?:说|觉得)/.test(part)) own = false;
    const next = parts[index + 1];
    const both = next !== undefined && /^(?:名字)?叫/.test(next) ? `${part}，${next}` : undefined;
    const found =
      (both === undefined ? undefined : read(both, { name, told })) ??
      read(part, { name, told, own }) ??
      (own &&
      index > 0 &&
      !/我/.test(part) &&
      /^(?:也|还)?(?:今年|每[天周晚早年]|做|当|在|是|对|不吃|不喝|喜欢|讨厌|养|住|教|会说)/.test(
        part,
      )
        ? read(`我${part}`, { name, told })
        : undefined);
    if (found !== undefined) taken.push(found);
  }
  return taken;
}

/** What comes next is of them. */
const relative =
  /^我的?(?:[老爸妈爹娘父母哥姐弟妹爷奶]|丈夫|妻子|太太|先生|儿子|女儿|闺|孩子|外[公婆甥]|男朋友|女朋友|男友|女友|对象|叔|姑|舅|阿姨|表|堂|室友|发小|朋友|同[学事]|领导|公公|婆婆|岳|狗|猫|家[狗猫])/;

function plain(part: string): string {
  let rest = part.trim();
  while (filler.test(rest)) rest = rest.replace(filler, '');
  return rest.replace(ending, '').trim();
}

/** No plan, whatever the time. */
const gone = /上|昨|去年|前[年天晚]|[天日周期拜月年](?:以|之)?前|了/;

function read(
  part: string,
  { name, told, own = true }: { name: string; told: Date; own?: boolean },
): Taken | undefined {
  const coming = datesInChinese(part, { at: told, toward: 1 });
  if (
    own &&
    coming.count === 1 &&
    !gone.test(part.replace(/搬家了$|[约订买定为除]了|了解|上[午课班]|晚上|早上/g, ''))
  ) {
    const plan = take(chinesePlans, coming.text, name);
    if (plan !== undefined) return plan;
  }
  const looksAhead = coming.count === 0 || part.includes('决定');
  const dated = looksAhead ? coming : datesInChinese(part, { at: told, toward: -1 });
  const found = take(chineseRules, /生日/.test(part) ? part : dated.text, name);
  return found && timelessKinds.has(found.kind) ? take(chineseRules, part, name) : found;
}

function take(rules: readonly ExtractRule[], part: string, name: string): Taken | undefined {
  return takeFirst(rules, part, (content, groups) => {
    const said = content
      .replace(/\{named:(\d)\}/g, (_, group: string) => after('，叫', groups[Number(group)]))
      .replace(/\$(\d)/g, (_, group: string) => groups[Number(group)] ?? '')
      .replace(/(?:了的|的时候|而已|罢了)$/, '');
    if (said.length > longest || pronoun.test(said.replace(/\{n\}|吉他|其他|他汀/g, '')))
      return undefined;
    return said.replaceAll('我', '{n}').replaceAll('{n}', name);
  });
}

const longest = 60;

function after(word: string, value: string | undefined): string {
  return value === undefined || value === '' ? '' : `${word}${value}`;
}
