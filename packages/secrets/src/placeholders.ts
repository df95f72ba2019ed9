/** `<password>`, `${PASSWORD}`, `$PASSWORD`, `{{password}}`, `%s`, `[hidden]`. */
const template =
  /^(?:[<{[(]|\$\{|\$\(|\$[A-Za-z_]{3,}(?:$|\[)|&\w+(?:$|\[)|%[A-Za-z(](?![^%)]{4})|:?\?\w|process\.env|os\.environ|import\.meta)/;
/** `your-password`, `my_api_key_here`, `example`. */
const sample =
  /^(?:your|the|insert|enter|example|sample|dummy|placeholder|todo|tbd|change-?me|replace-?me)(?:[-_. ]|$)/i;
/** `****`, `xxxx`, `........`, `sk-...abcd`. */
const blanked = /^[*•x.?#_-]+$|\.{3}|\*{4}|x{6}/i;
/** A name in program code: `user.password`, `req.body.password`, `getPassword(`, `z.string().min(8`. */
const codeName = /^(?:[a-z_]\w*\.)+[A-Za-z_]+[[(]?$|^[*&]{0,2}[A-Za-z_]\w*(?:(?:\.|::|->)\w+)*[([]/;
/** A program's description of a secret's type: `string`, `String!`, `str | None`. */
const typeName =
  /^(?:secret)?(?:string|str|int(?:eger)?|bool(?:ean)?|text|varchar|bytes|bytea|any|object|char)(?:\(\d+\)|\[\])?[!?;,]*$/i;
/** Names for a secret: `readPassword`, `api_token`. */
const namedAfter =
  /^[A-Za-z_.]*(?:passw(?:or)?d|passwort|pwd|secret|token|key|hash|credentials?|getpass|_pass|auth|psk)$/i;

/** Whether a text is in a secret's place without being one. */
export function isPlaceholder(value: string): boolean {
  return template.test(value) || sample.test(value) || blanked.test(value);
}

/** Whether it is a program's name for a secret. */
export function isCodeName(value: string): boolean {
  return codeName.test(value) || typeName.test(value) || namedAfter.test(value);
}
