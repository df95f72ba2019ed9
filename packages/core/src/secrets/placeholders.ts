/** `<password>`, `${PASSWORD}`, `$PASSWORD`, `{{password}}`, `%s`, `[hidden]`. */
const template =
  /^(?:[<{[(]|\$\{|\$\(|\$[A-Za-z_]{3,}$|%[A-Za-z(]|process\.env|os\.environ|import\.meta)/;
/** `your-password`, `my_api_key_here`, `example`. */
const sample = /^(?:your|the|insert|enter|example|sample|dummy|placeholder|todo|tbd)(?:[-_. ]|$)/i;
/** `****`, `xxxx`, `........`. */
const blanked = /^[*•x.?#_-]+$/i;
/** A name in program code: `user.password`, `req.body.password`, `getPassword(`. */
const codeName =
  /^(?:[A-Za-z_]+\.)+[A-Za-z_]+[[(]?$|^[A-Za-z_]\w*[([]|^[A-Za-z_]*_(?:password|passwd|pwd|secret|token|key|hash)$/;

/** Whether a text stands where a secret would be without being one. */
export function isPlaceholder(value: string): boolean {
  return template.test(value) || sample.test(value) || blanked.test(value) || codeName.test(value);
}
