import { accepts, endsClause } from './accepts.ts';
import { isChosen, mayBeChosen } from './chosen.ts';
import type { SecretFinding } from './finding.ts';
import { findPatterns, matchesOf, type SecretPattern } from './matches.ts';
import { readValue, type Value } from './values.ts';

const code = '(?<![\\w.-])([#*]?[A-Z]?\\d{3,10}[A-Z]?[#*]?)(?![\\w%-]|[.,:/]\\d)';
/** `4-9-1-3`, `31-7-22`. */
const combination = '(?<![\\w.-])(\\d{1,2}(?:-\\d{1,2}){2,5})(?![\\w%-]|[.,:/]\\d)';
/** After a name: `ada / winter77`. */
const value = '(?:[\\w.@\\u00c0-\\u024f-]{2,30} / )?(?<![!-~])["\'`]?([!-~\\u00c0-\\u024f]{4,64})';
/** The text before a position, read backwards. */
const before = '(?<![!-~])([!-~\\u00c0-\\u024f]{4,64})';
const opening =
  '(?:unlock|open|get (?:in(?! touch)|inside|into|through|past)|enter|access|disarm|be let in|let yourself in|log ?in|go in|verify|confirm your|sign in)';

/** A group at the beginning must not begin inside a word. */
function placeOf(source: string): SecretPattern {
  const whole = source.replace(/^\(\?:(?=[a-z])/, '(?<![a-z])(?:');
  return { kind: 'password', pattern: new RegExp(whole, 'dgi') };
}

/** A code of digits, recognised by what it opens. The group is the secret. */
const codes = [
  // type 774120 to unlock, key in 6190 at the door, 4471 opens the gate, to get in, dial 4471
  `(?:(?:type|enter|dial|press|punch|key|input)(?: in)?(?: the)?(?: code| number| pin| digits)?|use|(?:put in|tap|give)(?: the)? (?:code|number|pin)|use(?: the)? (?:code|number|pin)):? ${code}(?: (?:in|and|then|on|at|the|#|hash|star|pound|key|keypad|panel|phone|intercom|pad|door|gate|lock|box|entrance)){0,6}(?: to ${opening}| (?:at|on|into) the (?:door|gate|key ?pad|lock|entrance|panel|intercom|safe))`,
  `to ${opening}(?: [a-z']{1,12}){0,4},? (?:just |simply |please )?(?:type|enter|dial|press|punch|key|tap|input|use)(?: in)?(?: the)?(?: code| number)? ${code}`,
  `(?:opens|unlocks|will (?:open|unlock)|gets (?:you|me|us|him|her|them) in|lets (?:you|me|us) in|disarms)(?![a-z]| touch| no )(?<=${code} [a-z ]{5,12})`,
  `(?:opens|unlocks|gets (?:you|me|us|them) in(?:side)?|lets (?:you|me|us) in|disarms) (?:with|using|by typing|by dialling)(?: the)?(?: code| number)? ${code}(?=\\s*(?:$|[.,;:!?)\\n]))`,
  `(?:opens|unlocks|lets you in|disarms)(?: itself)? (?:if|when|once|as soon as) you (?:type|enter|dial|press|punch|key|tap)(?: in)? ${code}`,
  // get into the office with code 5523#, the alarm is disarmed with 9081
  `(?:${opening}|getting in(?:to)?|got in(?:to)?|(?:go|come|walk)(?:es|ing)? in(?:to)?)(?: [a-z']{1,12}){0,4}? (?:with|using|via|by (?:typing|entering|dialling|dialing))(?: the)? (?:code|number|pin|digits):? ${code}`,
  `(?:disarm|deactivat|unlock|switch off|turn off)(?:e?d|e?s|ing)?(?: [a-z']{1,12}){0,3}? (?:with|using|via|by (?:typing|entering|dialling|dialing))(?: the)?(?: code| number| pin| digits)?:? ${code}(?=\\s*(?:$|[.,;:!?)\\n]))`,
  // CVV 991, cvc: 318
  `(?:cvv2?|cvc2?)(?: code| number)?[ :#]{1,2}(\\d{3,4})(?![\\w%]|[.,]\\d| ?-? ?(?:digit|char|stellig))`,
  `(?:combination|combo)(?: is|:)? ${combination}`,
  `(?<![a-z])(?:locker|padlock|lock ?box|key ?safe|key ?pad)(?: is|:) ${code}(?=\\s*(?:$|[.,;:!?)\\n]|if |and |or ))`,
  // la alarma se desactiva con el 5521, a porta abre com 4471, ça s'ouvre avec le 4471
  `(?:abre|desactiva|desativa|desbloquea|destrava|entra|ouvre|désactive|déverrouille)[a-z]{0,2} (?:con|com|avec)(?: el| la| le| o)?(?: código| code)? ${code}(?=\\s*(?:$|[.,;:!?)\\n]))`,
  // the bike lock is 4-9-1-3, the vault: 31-7-22
  `(?<![a-z])(?:lock|padlock|locker|safe|vault|lockbox|suitcase)(?: (?:combo|combination|code))?(?:,? (?:is|was|opens with|it is|it's)|:| =) ${combination}`,
  `(?:密码锁|保险箱|保险柜|门锁|车锁|金庫|자물쇠|금고)[^。\\n\\d]{0,8}${combination}`,
  // pin del móvil 2468, PIN for my card 4410
  `(?<![a-z])(?:pin|nip|puk)(?:-code)? (?:de(?:l| la)?|d[aou]|du|of|for|vom|von|für)(?: (?:the|my|mi|ma|mon|meu|minha|la|die|das|den|meine?))? (?:m[óo]vil|celular|tel[ée](?:m[óo]vel|fono|fone|phone)|tarjeta|cart(?:ão|e)|card|phone|ipad|iphone|tablet|sim|karte|handy|banco|bank|banque)[ :]{1,2}(\\d{4,8})(?![\\w%]|[.,]\\d)`,
  // WLAN: FritzBox / Schlüssel 12345678901234567890
  `(?:wlan|wi-?fi)[^.\\n]{0,40}?(?:schlüssel|key|clave|clé|chave)[ :]{1,3}(\\d{8,24})(?!\\w)`,
  // スマホのロックは 1984, 핸드폰 잠금은 4821, 手机锁屏 1357
  `(?:スマホ|携帯|iPhone|iPad|タブレット|パソコン)の(?:画面)?(?:ロック|解除)(?:番号|コード)?[はが:：][ ]?${code}`,
  `(?:휴대폰|핸드폰|아이폰|폰|태블릿|노트북) ?(?:잠금|락)(?: ?해제)?(?: ?번호)?[은는:] ?${code}`,
  `(?:手机|平板|iPad|iPhone|电脑)的?(?:锁屏|解锁)[ :：是为]{1,3}${code}`,
  // marca 7741 para abrir, digite 7741 pra entrar, tapez 4417B pour ouvrir
  `(?:marc[ae]|marque|tecle[ae]?|introduce|introduzca|ingres[ae]|pulsa|pulse|digit[ae]|mete|escrib[ae]|pon|usa|apert[ae]|disqu?[ae]|insira|coloqu?[ae])(?: o| el)?(?: código| número)? ${code}(?: (?:y|e|no|en el|na) [a-zç]{1,12}){0,2} (?:(?:y|e|que) se abre|e abre|(?:para|pra) (?:abrir|entrar|desbloquear|acceder|pasar|desactivar|destrancar|destravar|acessar|desarmar))`,
  `(?:tape[rz]?|composez?|composer|entrez?|saisi(?:s|r|ssez)|fai(?:s|re|tes)|appuyez sur)(?: le)?(?: code| numéro)? ${code}(?: (?:sur|et) [a-zé' ]{1,20})? pour (?:ouvrir|entrer|rentrer|déverrouiller|débloquer|accéder|désactiver|passer)`,
  // tippe 4471 ein, um die Tür zu öffnen; mit 4471 kommt man rein
  `(?:tippe?n?|gib|geben|drücken?|drück|wählen?|wähl)(?: Sie)?(?: den| die)?(?: Code| Nummer| Zahl)? ${code}(?: ein)?,? (?:um|dann)[^.\\n]{0,40}?(?:öffnen|aufmachen|aufzumachen|reinzukommen|hineinzukommen|entsperren|aufzuschließen|aufzusperren|öffnet|auf(?![a-zß])|rein(?![a-z]))`,
  `(?:geht|öffnet(?: sich)?|entsperrt) mit ${code}(?: auf(?=\\s*(?:$|[.,;:!?)\\n]))|(?=\\s*(?:$|[.;!?)\\n])))`,
  `mit ${code} (?:geht|öffnet|kommt?|komm(?:e|st)|lässt|entsperrt)[^.\\n]{0,40}?(?:auf|rein|hinein|öffnen|sich|man|entsperren|das|die)(?![a-z])`,
  // 输入8842开门, 4821を入力すると開きます, 4821 누르면 문이 열려요
  `(?:输入|輸入|键入|按|拨|输|打|用|密码)[ ]?${code}[ ]?[\\u4e00-\\u9fff#，]{0,6}?(?:开|開|[进進](?:门|門|去|来|來|小区|楼|屋|家|单元|$)|解锁|解鎖|入内)`,
  `[をと](?=[ ]?(?:入力|押|打|入れ|ダイヤル)[^。\\n]{0,10}?(?:開|入れ|入る|解除|解錠))(?<=${code}[ 」]?[をと])`,
  `(?:누르|눌러|입력|치면|치고|찍)(?=[^.\\n]{0,10}?(?:열|들어|풀|해제))(?<=${code}[ ]?[번을를]{0,2}[ ]?[가-힣]{1,2})`,
].map(placeOf);

/** A made-up word, recognised by its use. The group is the secret. */
const words = [
  `(?:opens|opened|unlocks|unlocked|gets? (?:you|me|us|them|him|her) in(?:to [a-z' ]{1,30}?)?|gets in|lets (?:you|me|us|them) in|(?:log|sign)(?:s|ged|ed|ging|ing)?[ -]?(?:in|on)(?: ?to [a-z' ]{1,30}?)?) (?:with|using|via|by typing|by entering):? ${value}`,
  `(?:gets (?:you|me|us|him|her|them) in|lets (?:you|me|us) in|logs (?:you|me|us) in|unlocks (?:it|the|my|our))(?! touch)(?<=(?:^|[\\s"'\`])${before} [a-z ]{5,14})`,
  // DriverManager.getConnection(url, "shop", "winter77"), smtp.login("ada", "winter77")
  `(?:login|auth|authenticate|connect|getconnection|credentials?|basicauth)\\((?:[^()\\n]{0,80}, ?)?["'][^"'\\n]{1,60}["'], ?${value}`,
  `(?:use|try|enter) [\\w.@+-]{2,40} / ${value}`,
  `(?:use|enter|type|try) ${value} to (?:log|sign) ?(?:in|on)(?![a-z])`,
  // login maria:winter77 for the forum
  `(?:log-?in|creds?|credentials)[ :]{1,2}[\\w.@+-]{2,40}:(?! )([!-~]{6,64})`,
  // jwt.sign(payload, "winter77"), new PDO(dsn, 'shop', 'winter77'), ConvertTo-SecureString "winter77"
  `(?:\\.sign|createhmac|new pdo|new mysqli)\\([^()\\n]{0,80}?, ?${value}(?=["'][,)])`,
  `convertto-securestring (?:-string )?${value}`,
  // session.auth = ("ada", "winter77"), os.getenv("DB_PASSWORD", "winter77")
  `(?:auth|credentials?) ?= ?\\(["'][^"'\\n]{1,60}["'], ?${value}`,
  `(?:getenv|environ\\.get|env|config)\\(["'][a-z_.]{0,40}(?:password|passwd|pass|secret|token|key)["'], ?${value}`,
  `(?:connecte[rz]?(?:-(?:toi|vous))?|ouvre|entre|identifie[rz]?|déverrouille) avec ${value}`,
  `(?:abre|entra[rs]?|entro|sesión|accede[rs]?|accedo|ingresa[rs]?|desbloquea) con ${value}`,
  `(?:abre|entr[ae]r?|entro|acess[ae]r?|login|log[ao]r?|desbloqueia) com ${value}`,
  `(?:geht|öffnet|öffnen|sich|einloggen|anmelden|loggt|logge|log|kommst?|kommt|entsperrt|dich) (?:[a-zäöüß]{1,12} ){0,3}?mit ${value} (?:auf|an|ein|rein|öffnen|anmelden|einloggen|entsperren|hinein)(?![a-z])`,
  `(?:用|使用|以)[ ]?${value}[ ]?(?:来|就能|就可以|可以|能)?(?:登录|登陆|登入|登錄|进入|打开|解锁)`,
  `で(?=ログイン|サインイン|入れ|入り|開|解除|ロック)(?<=${before}[ 」]?で)`,
  `로 ?(?=로그인|접속|들어|열|잠금)(?<=${before} ?(?:으)?로 ?)`,
].map(placeOf);

const name = '(?:["\'`]?[\\w.@+\\\\-]{2,40}["\'`]?|"[^"\\n]{2,40}")';
const account =
  '(?:(?<![A-Za-z])(?:user(?: ?name)?|log-?in|account|e-?mail|usuario|usuário|benutzer(?:name)?|nutzer(?:name)?|identifiant|utilisateur|compte|cuenta|conta|konto|correo|id|network|ssid|wlan|wi-?fi)|[账帐]号|用户名?|邮箱|ユーザー名?|アカウント|メール|아이디|계정|이메일)';
const short =
  '(?:(?:pass(?:word|code|wd)?|pwd?|psw|mdp|mot de passe|clave|contraseña|senha|passwort|kennwort)(?![A-Za-z])|密码|密碼|口令|パスワード|パス|비번|비밀번호|암호)';
/** A password after any short label, if a name is before it: `user ada pass x`, `ID：ken パス x`. */
const passwordOf = new RegExp(
  `(?<=[\\s,;/|、-])${short}([\\s:=]{1,3}|(?<=[\\u3000-\\uffff]))(?=["'\`]?[!-~\\u00c0-\\u024f])`,
  'gi',
);
const nameBefore = new RegExp(
  `(?:${account}(?: is| ist| es| est| é|は|是|는|은)?[\\s:=]{0,3}${name}|[\\w.+-]{1,40}@[\\w-]{1,40}\\.[\\w.-]{2,20})[\\s,;/|、，-]{1,4}(?:and |und |y |et |e |con |mit |avec |com |with )?$`,
  'i',
);

/** Secrets recognised by what they open, or by a name in the same row. */
export function findSecretsByUse(text: string): SecretFinding[] {
  const findings = aroundDigits(text).flatMap(({ from, to }) =>
    findPatterns(text.slice(from, to), codes).map(({ kind, start, end }) => ({
      kind,
      start: from + start,
      end: from + end,
    })),
  );
  const add = ({ start, end }: Value) => findings.push({ kind: 'password', start, end });
  for (const { pattern } of mayBeChosen.test(text) ? words : [])
    for (const { index, 0: whole, indices } of matchesOf(text, pattern)) {
      const start = indices?.[1]?.[0] ?? 0;
      const found = readValue(text, /["'`]/.test(text.charAt(start - 1)) ? start - 1 : start);
      if (!found || !isChosen(found.text)) continue;
      const goesOn = /[^!-~]/.test(text.slice(found.end, index + whole.length));
      if (goesOn || endsClause(found.after)) add(found);
    }
  for (const { index, 0: label, 1: sign = '' } of matchesOf(text, passwordOf)) {
    const found = readValue(text, index + label.length);
    const firmness = /[:=]/.test(sign) ? 'assigned' : 'said';
    if (!found || !accepts(passwordOfAccount, found, firmness)) continue;
    if (nameBefore.test(text.slice(Math.max(0, index - 90), index))) add(found);
  }
  return findings;
}

const reach = 90;

/**
 * The parts of a text where codes are possible, because trying all patterns everywhere would be slow. Parts begin after
 * a space, if one is near.
 */
function aroundDigits(text: string): { from: number; to: number }[] {
  const parts: { from: number; to: number }[] = [];
  for (const { index } of text.matchAll(/\d{3}|\d-\d/g)) {
    const last = parts.at(-1);
    const to = index + reach;
    if (last !== undefined && index - reach <= last.to) last.to = to;
    else {
      const from = Math.max(0, index - reach);
      const space = text.slice(from, from + 20).search(/\s/);
      parts.push({ from: from === 0 || space < 0 ? from : from + space, to });
    }
  }
  return parts;
}

const passwordOfAccount = {
  kind: 'password',
  value: 'password',
  pattern: passwordOf,
  european: true,
} as const;
