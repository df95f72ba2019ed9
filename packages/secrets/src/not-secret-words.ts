import data from './not-secret-words.json' with { type: 'json' };

const setOf = (rows: readonly string[]): ReadonlySet<string> => new Set(rows.join(' ').split(' '));

/** Words in talk about passwords, or for them in programs. English stop words are added. */
const notSecret = setOf(data.english);
/** The same in German, Spanish, French, Portuguese, Italian and Dutch. */
const notSecretInEurope = setOf(data.european);

/** Names of methods, standards and products with digits, like passwords. */
const technical =
  /^(?:1password|2fa|mfa|otp|totp|sha-?\d+\w*|md5\w*|bcrypt\d*|scrypt|argon2\w*|pbkdf2\w*|base\d\d|oauth2?(?:\.0)?|utf-?\d+|aes-?\w*|rsa-?\d*|https?\d?|win32|v\d[\w.-]*|wpa\d?(?:-\w+)?|wi-?fi\d?|[345]g|ipv[46]|x509|ed\d{3,5}\w*|secp\d+\w\d|fido2|log4j|k8s|i18n|keepass\w*|erc-?\d+|\w*(?:private|public)key)$/i;
const product =
  /^(?:windows|iphone|ipad|office|galaxy|pixel|macbook|android|ios|macos|ubuntu|debian|python|node|java|postgres|mysql|php|vue|angular|covid|web|gpt|claude|llama|gemini|playstation|xbox|airpods|fedora|chrome|firefox|sqlserver|rtx|gtx)-?\d[\w.-]{0,6}$/i;

/** Endings of adjectives and participles. */
const english =
  /(?:[a-z]{2}(?<!e)ed|[a-z]{3}ing|(?<!f)ly|able|ible|less|ful|ous|sive|tive|ical|ional|tion|sion|ment|ness|ity|like|proof|wise|free)$/i;
const otherLanguages =
  /(?:[aái]d[oa]s?|bles?|veis|vel|[oó]ri[oa]s?|mente|[íi]simas?|iv[oa]s?|[çc][ãi][oó]n?|dad|dade|tivas?|és?|ées?|oires?|eux|euses?|if|ives?|iques?|els?|elles?|iert|lich|bar|haft|isch|los|[a-zäöü]ig|igt|tet|tzt|sam|heit|keit|ung)$/i;

export function isCommonWord(value: string): boolean {
  return notSecret.has(value.toLowerCase());
}

export function isCommonInEurope(value: string): boolean {
  return notSecretInEurope.has(value.toLowerCase());
}

/** Whether a word after `is` describes a password, instead of being one. */
export function isSaidOfPasswords(word: string, inEurope: boolean): boolean {
  if (!inEurope) return english.test(word);
  return isCommonInEurope(word) || otherLanguages.test(word) || /^ge[a-zäöüß]+(?:en|t)$/.test(word);
}

export function isTechnicalName(value: string): boolean {
  return technical.test(value) || product.test(value);
}
