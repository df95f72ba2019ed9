import { forms, stemmed } from './word-list.ts';

/** Things that used to be so: `no longer smokes`, `stopped smoking`, `戒烟`. */
export const endings = stemmed(`
longer anymore stop quit cease discontinue abandon gave
不再 再也不 戒 戒掉 戒了 停止 放弃 不干了 辞职 不想再
`);

/** What a speaker says who corrects an earlier value. */
export const changes = stemmed(`
now new newly change switch move reschedule postpone update adjust increase decrease raise reduce extend shorten
replace instead rename shift swap revise push delay improve become recently upgrade expand bump correction
anymore longer
现在 改 改成 改为 改到 改在 换 换成 换到 换了 变成 变为 搬 搬到 搬去 搬家 调整 更新 推迟 提前 延期 增加到 增加 减少 提高 降低 涨到
降到 升到 如今 目前 不再 最近 转 转到 转为 跳槽 已经 取消 延长
`);

/** An attribute that has one value at a time. */
export const attributes = stemmed(`
birthday birthdate name surname nickname age address phone number email mail title role position employer company boss
manager city town hometown home house residence budget limit quota target goal deadline price cost rent fee salary
income wage weight height size score rating rate accuracy coverage grade average total count allowance cap duration
length schedule time date timezone language password username account favourite favorite prefer preference status
version port branch color colour theme font format model brand wife husband spouse partner girlfriend boyfriend capacity
revenue temperature blood pressure headcount
生日 名字 姓名 昵称 年龄 地址 住址 电话 手机号 号码 邮箱 职位 职业 职务 公司 老板 老家 家乡 预算 上限 目标 截止 价格 价钱 成本 房租
租金 费用 工资 薪水 收入 体重 身高 尺码 分数 成绩 评分 总数 时区 语言 密码 用户名 账号 版本 端口 颜色 主题 字体 格式 型号 品牌 妻子
丈夫 老婆 老公 对象 男朋友 女朋友 血压 最喜欢 最爱 更喜欢 偏好 偏爱 血型
`);

/** An event that stands in a calendar and may be moved to another time. */
export const appointments = stemmed(`
meeting appointment call deadline flight exam examination interview party wedding trip visit session class lesson
inspection launch release reservation booking dinner lunch breakfast checkup surgery conference webinar workshop
delivery demo standup review train concert game match event visa test quiz due
会议 开会 会面 约会 面试 考试 航班 飞机 聚会 婚礼 旅行 出差 上课 课程 培训 检查 体检 手术 发布 上线 预约 晚餐 午餐 聚餐 演唱会 比赛 截止
例会 周会 火车 高铁 答辩 讲座
`);

export interface Frame {
  kind: string;
  /** The word that must follow. */
  next: string | undefined;
  /** The object stands before. */
  before: boolean;
}

/**
 * Ways to say a fact of which one holds at a time, by kind of fact: `lives in Porto`, `moved to Lisbon`. A word after
 * `+` must follow, if there is one. What comes next is the object; before the Chinese verbs marked `<` it comes first.
 */
export const frames = frameTable(`
residence: live+in live+at reside+in reside+at base+in move+to relocate+to 住 住在 居住在 定居 定居在 搬到 搬去 搬到了 家在
employment: work+at work+for employ+by job+at join 入职 加入 跳槽到 跳槽 上班< 工作< 任职< 就职<
preference: prefer favourite rather 最喜欢 最爱 更喜欢 偏好 偏爱 喜欢用
name: name nickname 名叫 名字叫 改名
relation: relationship+status 感情状态
study: study+at enroll+at enroll+in major+in 就读 就读于 主修
`);

/** Verbs whose object tells one fact from another: with another object it is not the same, however near. */
export const verbs = stemmed(`
like love enjoy prefer hate dislike want need use own speak learn study work live know 喜欢 爱 讨厌 想 用 学 住
`);

/** Say too little to tell what a clause is about. */
export const fillers = stemmed(`
thing something anything way lot bit kind sort sure able really even ever yet still else more much any all some other
actual before after help make let know think feel see try do done time day days month week year use need want guy
person people good great well new old first far weird kinda everything nothing too at moment these idea question advice
best worry wonder stuck recommend suggestion support love feedback start look thanks nice happy number
过 了 做 事 人 时候 东西 再
`);

/** Plans, wishes, guesses and hearsay: how things may be, not how they are. */
export const unsettled = stemmed(`
will would might may could should plan want wish hope consider think thinking maybe perhaps if almost wonder 想 打算 计划 可能 也许 如果 考虑
希望
`);

function frameTable(lines: string): ReadonlyMap<string, Frame[]> {
  const found = new Map<string, Frame[]>();
  for (const line of lines.trim().split('\n')) {
    const [kind, list] = line.split(':') as [string, string];
    for (const entry of list.trim().split(/\s+/)) {
      const [word, next] = entry.replace('<', '').split('+') as [string, string | undefined];
      const frame = { kind, next, before: entry.endsWith('<') };
      const key = forms(word).at(-1) ?? word;
      found.set(key, [...(found.get(key) ?? []), frame]);
    }
  }
  return found;
}
