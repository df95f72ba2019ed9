const whenQuestion =
  /\b(?:when|what (?:time|day|date|month|year)|which (?:day|date|month|year)|how long|since when)\b|什么时候|什么时间|几点|几号|几月|哪天|哪一天|哪年|哪个月|何时|日期|いつ|何時|何日|何曜日|언제|몇 ?시|며칠|\bwann\b|\bseit wann\b|\bcuándo\b|\bquand\b|\bquelle (?:date|heure)\b/iu;

const timeWords =
  /\b(?:yesterday|today|tonight|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|ago|recently|january|february|march|april|may|june|july|august|september|october|november|december|(?:last|next|this|past|few|couple of|\d+|two|three|four|five|six) (?:days?|nights?|weeks?|weekends?|months?|years?|summer|winter|spring|fall|autumn|morning|afternoon|evening)|weekend|since|just|(?:19|20)\d\d|\d{1,2}(?::\d\d)? ?(?:am|pm))\b|昨天|前天|今天|明天|后天|上周|下周|这周|周末|上个月|下个月|去年|今年|明年|\d+\s*[年月日号点]|[一二三四五六七八九十]+[月日号点]/iu;

/** Only the beginning of a long text is read. */
const longest = 1000;

/** Whether a query asks for a time. */
export function asksWhen(query: string): boolean {
  return whenQuestion.test(query);
}

/** Whether a memory contains a time: `yesterday`, `in May`, `three weeks ago`. */
export function containsTime(content: string): boolean {
  return timeWords.test(content.length > longest ? content.slice(0, longest) : content);
}
