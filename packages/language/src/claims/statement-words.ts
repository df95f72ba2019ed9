import { table, words } from './word-list.ts';

/** Say nothing that a comparison should notice: articles, auxiliaries, fillers, particles, Chinese measure words. */
export const weakWords = words(`
a an the this that these those is are was were be been being am 's do does did has have had having
and just really very quite so too lot much even also actually kinda sorta basically simply please well oh hey ok okay
there it its got get gonna going any some both each currently recently
的 了 呢 吧 啊 呀 哦 嘛 哈 啦 喔 着 地 得 个 是 正 正在 请 很 非常 特别 真 真的 一 一个 一下 一些 一只 一名
一位 一条 一种 一直 那 这 那个 这个 就 都 也 还 所 之 而 与 和 及 且 只 位 名 条 种 件 张 把 被 将 们 其 该 此
`);

/** Say how things hang together. Their order counts, and their absence counts less than that of other words. */
export const linkingWords = words(`
of to in on at by for from with as than or into onto about through via after before during near per over under
between can could may might must should will would shall up out off down then when while if because since though but
在 从 到 对 给 向 用 由 于 以 为 跟 让 叫 比 使 因 但 如果 能 会 可以 应该 要 想 里 上 下 中 时 后 前
`);

/** Whose statement it is. Two different ones are two different facts. */
export const persons = table(`
i: i me my mine myself user 我 我的 我们 咱 咱们 俺 we us our ours ourselves 用户
you: you your yours yourself 你 您 你们
he: he him his himself 他
she: she her hers herself 她
they: they them their theirs themselves 他们 她们 它们
`);

export const negations = words(`
not no never without none neither nor nobody nothing cannot nowhere hardly
不 没 没有 无 别 非 未 勿 毫无 从不 从未 从没 从来没 从来没有 从来不 不是 不要 不用 不会 不能 不再 再也不 没法 无法 并非 并未
`);

export const numberWords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    zero: '0',
    one: '1',
    two: '2',
    three: '3',
    four: '4',
    five: '5',
    six: '6',
    seven: '7',
    eight: '8',
    nine: '9',
    ten: '10',
    eleven: '11',
    twelve: '12',
    thirteen: '13',
    fourteen: '14',
    fifteen: '15',
    sixteen: '16',
    seventeen: '17',
    eighteen: '18',
    nineteen: '19',
    twenty: '20',
    thirty: '30',
    forty: '40',
    fifty: '50',
    sixty: '60',
    seventy: '70',
    eighty: '80',
    ninety: '90',
    hundred: '100',
    thousand: '1000',
    million: '1000000',
    billion: '1000000000',
    once: '1',
    twice: '2',
    third: '3',
    fourth: '4',
    fifth: '5',
    sixth: '6',
    seventh: '7',
    eighth: '8',
    ninth: '9',
    tenth: '10',
    dozen: '12',
    half: '0.5',
    半: '0.5',
    俩: '2',
    quarter: '0.25',
    double: '2',
  }),
);

/** Units that are written together with their number. */
export const units = words(
  'km kg g mg m cm mm mi lb lbs ft h hr hrs min mins s ms am pm gb mb kb tb k px usd eur gbp kcal mph kmh pct percent dollar euro pound yuan minut hour',
);

export const questionWords = words(
  'what who whom whose where when why how which do does did is are can could would should will 什么 谁 哪 哪里 哪儿 怎么 为什么 几 多少 吗 怎样 如何 是否 能不能 是不是 有没有',
);
