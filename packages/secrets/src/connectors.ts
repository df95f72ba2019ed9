/** What may be between a label and its value, and how firmly it announces a value. */
export type Firmness = 'assigned' | 'said' | 'asked' | 'line' | 'announced' | 'dashed' | 'adjacent';

/** `password: `, `"password" = `, `\\"password\\": `, `**password**: `, `password（...）：`, `password >> `. */
export const assignment =
  /(?: (?:(?:was |has been |is )?(?:changed|updated|reset|rotated|renewed)|now|new|geändert|neu|cambiad[oa]|nueva|changé|nouveau|alterada|mudada|nova))?(?:\\{0,3}["'`*_~\])]){0,4}(?:<\/[a-z]{1,8}>)?(?:\.{2,30})?(?: ?[([][^)\]\n]{0,20}[)\]])?[ \t\u3000\u00a0]{0,3}(?:: ?(?:→|[-=]>)|:=|={1,2}>|-{1,2}>|→|={1,2}|:|>>|(?<=\s)\|(?=[ \t]+[^\s|-][^|\n]{0,80}\|))>?[*_]{0,2}[ \t\u3000\u00a0]{0,3}(?:!!\w{1,10} |\(\s{0,24}(?=["'])|[bfru]{1,2}(?=["']))?/y;
/** A value on the line below its label, and a label's line that ends with a colon. */
export const announcedBelow =
  /["'*_`]{0,2}[ \t]?(?:如下|是|は(?:以下|次)の通り(?:です)?|は|为)?[:=]["'*_`]{0,2}[ \t]{0,2}(?:\r?\n[ \t]{0,8}){1,2}(?:```\w{0,10}\r?\n)?(?![-*>|])/y;
export const lineBelow =
  /["'*_`]{0,2}[ \t]{0,2}[:=]?["'*_`]{0,2}[ \t]{0,2}(?:[|>][-+]?)?[ \t]{0,2}(?:\r?\n[ \t]{0,8}){1,2}(?:```\w{0,10}\r?\n)?[-*>_]{0,3}[ \t]{0,2}(?:["']?(?:value|default)["']?: ?)?/y;
/** `password is `, `password for the router is now: `, `password has been changed to `. */
export const english =
  /(?: ?\([^)\n]{0,30}\))?(?:'s)?(?:,? (?:for|to|of|on|at|in|into|from|there|now|currently|we|i|they|you|which|that)(?: [\w.'@&-]{1,30}){0,5}?)?,? (?:is|was|are|will be|would be|should be|equals|remains|became|reads|goes|stays)(?: (?:now|still|currently|just|simply|always|set to|changed to|literally|actually|again|spelled|called)){0,2}(?: ?[:=])?\s{1,3}|(?: (?:for|to|of|on|at)(?: [\w.'@&-]{1,30}){0,5}?)? (?:has been|was|got|is|been) (?:changed|set|reset|updated) to(?: ?[:=])?\s{1,3}|(?<=(?:changed|set|reset|updated|switched) (?:the|my|our|your|his|her|their|its) [\w -]{3,30}) to\s{1,3}/iy;
export const contracted = /'s\s{1,2}/y;
/** `contraseña del wifi es ahora `, `Passwort für das WLAN lautet `, `mot de passe, c'est `, `senha do banco é `. */
export const european =
  /(?: ?\([^)\n]{0,30}\))?(?: [A-Za-z\u00c0-\u024f'-]{1,20})?(?:,? (?:de|del|para|da|do|dos|das|du|des|pour|sur|von|für|fürs|vom|zum|zur|beim|im|am|der|auf|di|per|en|no|na|au|van|voor|от|для|que|qui|das|ich|uso|j'utilise)(?: [A-Za-z\u00c0-\u024f\d.'@&-]{1,30}){0,5}?)?,?(?: [A-Za-z\u00c0-\u024f'-]{1,20}){0,2}? (?:es|sigue siendo|será|era|ist|lautet|lautete|heißt|heisst|war|bleibt|est|sera|était|reste|vaut|sont|son|são|c'est|é|foi|continua sendo|continua|fica|mudou (?:para|pra)|passou a ser|cambió a|è|будет)(?: (?:ahora|ya|actualmente|simplemente|siempre|jetzt|nun|aktuell|derzeit|einfach|immer|noch|weiterhin|momentan|maintenant|désormais|toujours|simplement|actuellement|agora|ainda|sempre|simplesmente|atualmente|übrigens|por cierto|früher|bisher|antes|avant|jusqu'ici|seit \p{L}{3,12})){0,2}(?: (?:el|le|la|o|a|der|die|das)(?= \d))?(?: ?[:=])?\s{1,3}/iuy;
/** `password for the server: `, `contraseña de Gmail: `. */
export const ofWhat =
  /(?: (?:for|to|of|on|at|de|del|de la|para|da|do|du|des|pour|von|für|fürs|vom|zum|zur|zu|beim|der|im|di|am))(?: [A-Za-z\u00c0-\u024f\d.'@&-]{1,30}){1,4}? ?(?:[:=]|[-=]>|→)\s{1,3}/iy;
/** Before a value: `~~old~~ `, `<code>`, `**` if it ends in `**`. */
export const emphasis =
  /(?:~~[^~\n]{1,40}~~[ \t]{0,2}(?:(?:[-=]>|→)[ \t]{0,2})?)?(?:<(?:code|kbd|b|strong|em|i|tt|mark|var|samp|span)(?: [^<>\n]{0,60})?>)?(?:(\*{1,3}|_{1,2}|\|\|)(?=[^\s*|][^\n*|]{0,80}?\1))?/y;
/** `key (hex): `. */
export const inHex = /,? ?\(?(?:in )?hex(?:adecimal)?\)?(?: is)?[ :=]{1,3}/iy;
/** `password, in words: `. */
export const spelledOut =
  /(?: (?:for|to|of|on|at|de|del|do|du|von|für|vom)(?: [A-Za-z\u00c0-\u024f'-]{1,20}){1,4}?)?,? \(?(?:spell(?:ed|t)(?: out)?|in words|letter by letter|buchstabiert|in worten|deletread[oa]|épelé|soletrad[oa])[ :,-]{1,3}/iy;
/** `password - `, `password for the server … `, `password | `. */
export const dashed =
  /(?: (?:for|to|of|on|at|de|del|de la|para|da|do|du|des|pour|von|für|fürs|vom|zum|zur|zu|beim|der|im|di|am)(?: [A-Za-z\u00c0-\u024f\d.'@&-]{1,30}){1,3}?)?(?: (?:-{1,3}|[|~•·»›])| ?…| ?\.{2,3}|(?<=[\u3000-\uffff]) ?-{1,3})[ \t]{1,2}/iy;
/** A step through menus: `Settings -> Password -> Change`. */
export const stepBehind = /[ \t]?(?:[-=]>|→|›|»|>) ?[A-Z]?[a-z ]{0,30}$/my;
export const stepBefore = /[A-Za-z] ?(?:[-=]>|→|›|»|>)[ \t]{0,2}$/;
/** `<td>Password</td><td>`, `password (`, `password [`. */
export const enclosed =
  /:?(?:\s{0,4}<\/?[a-z][a-z\d]{0,9}(?: [^<>\n]{0,60})?>\s{0,4}){1,4}:?\s{0,2}| [([]/iy;
/** `What is the password? It's `, `Password for the server? `. */
export const asked =
  /(?: (?:for|to|of|on|at|de|del|de la|para|da|do|du|des|pour|von|für|fürs|vom|zum|zur|zu|beim|der|im|di|am)(?: [A-Za-z\u00c0-\u024f\d.'@&-]{1,30}){1,3}?)?["']?\?["']?\s{1,2}(?:(?:it's|it is|that's|that is|es|c'est|das ist|ist|é)\s{1,2})?/iy;
/** `密码是`, `密码现在改成了`, `パスワードは`, `비밀번호는`. */
export const cjk =
  /[^\S\n]{0,2}(?:现在|目前|现|已经|已|一直|还|還|都|仍|应该|应|可能|大概|好像|被|我|重新|后来|統一|统一|暂时|就|现在的){0,4}(?:是|就是|为|為|即|叫做?|等于|设为|设置为|設定為|设成|设置成|改为|改成|改到|更新为|更新成|换成|用的是|设的是|写的是|用|変更は|には|は|が|を|은|는|이|가|을|를)(?:了|「)?[^\S\n]{0,2}(?:现在|現在|今|いま|次の通り|以下の通り|지금|현재|이제|(?:我|他|她|妈妈|爸爸|老婆|老公|孩子|女儿|儿子)?的?生日|手机号|纪念日|誕生日の?|생일)?[^\S\n]{0,2}[:=]?[^\S\n]{0,2}/y;
/** `密码还是以前那个 `, `密码是六个八 `: a description, and a space before the value. */
export const cjkFar = /[\u3040-\u30ff\u4e00-\u9fff]{2,10}[ ,，:：]{1,2}/y;
/** Only a space: `--password hunter22`; beside CJK nothing at all: `密码hunter22`. */
export const space = /[*_`]{0,3}(?: -)?[ \t]{1,2}/y;
export const maybeSpace = /、?[ \t]{0,2}/y;
