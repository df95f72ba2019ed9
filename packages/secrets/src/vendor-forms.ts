import { isBasicLogin } from './encoded.ts';
import type { SecretFinding } from './finding.ts';
import { findPatterns, type SecretPattern } from './matches.ts';
import { isPlaceholder } from './placeholders.ts';
import { hasDigit, isRandom } from './strength.ts';

/** Keys, tokens and addresses recognised by their whole form. */
const forms: readonly SecretPattern[] = [
  {
    kind: 'api_key',
    pattern:
      /(?<![A-Za-z0-9])(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA|AROA|AIDA|AGPA|AIPA|ANPA|ANVA)[A-Z0-9]{16}(?![A-Za-z0-9])/g,
    accept: (secret) => !isPlaceholder(secret),
  },
  {
    kind: 'api_key',
    pattern:
      /(?<![\w.-])(?:s\.[A-Za-z0-9]{24}|secret_[A-Za-z0-9]{43}|sk_[0-9a-f]{40,64}|live_[0-9a-f]{32,64}|oy2[a-z0-9]{43}|cio[A-Za-z0-9]{32}|SCW[A-Z0-9]{17}|DO00[A-Z0-9]{16}|API-[A-Z0-9]{26}|cflt[A-Za-z0-9]{60}|dG9rO[A-Za-z0-9=]{40,}|A[CK][0-9a-f]{32}|SK[0-9a-f]{32}|2[A-Za-z0-9]{26}_[A-Za-z0-9]{21}|pk_\d{6,9}_[A-Z0-9]{32}|pa-[\w-]{43}|u\+[\w-]{18}|00[\w-]{40}|FlyV1 f[mo]\d_[\w+/=,]{40,}|K00\d[A-Za-z0-9+/]{27}|(?:prod|dev):[a-z]{2,16}-[a-z]{2,16}-\d{1,4}\|[A-Za-z0-9+/=]{40,120}|st\.[0-9a-f]{8}\.[0-9a-f]{32}|[0-2]\/(?:\d{13,17}(?:\/\d{13,17})?:)?[0-9a-f]{32}|pk_[0-9a-f]{34}|sk-lf-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|00D[A-Za-z0-9]{12,15}![\w.]{40,}|0\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[A-Za-z0-9]{30}:[\w+/=]{20,}|A3(?:-[A-Z0-9]{6}){2}(?:-[A-Z0-9]{5}){4}|1000\.[0-9a-f]{32}\.[0-9a-f]{32}|(?:sdk|api|mob)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?![\w.-])/g,
    accept: (secret) =>
      hasDigit(secret) && (/^[\da-f-]*$/.test(secret.slice(4)) || isRandom(secret)),
  },
  {
    kind: 'token',
    hint: /\.atlasv1\./,
    pattern: /(?<![A-Za-z0-9])[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,}/g,
  },
  {
    kind: 'token',
    hint: /JQQJ99/,
    pattern: /(?<![A-Za-z0-9])[A-Za-z0-9]{75}JQQJ99[A-Z0-9]{3,4}(?![A-Za-z0-9])/g,
  },
  // Azure: client secrets, and signatures of shared access.
  { kind: 'api_key', pattern: /(?<![\w~.-])[\w~.-]{3}\dQ~[\w~.-]{31,34}(?![\w~.-])/g },
  { kind: 'token', hint: /sig=/, pattern: /(?<=[?&;]sig=)[\w%+/=-]{30,}/g },
  // Keys of wallets: extended ones, and such for import.
  { kind: 'private_key', pattern: /(?<![A-Za-z0-9])[xyztuv]prv[1-9A-HJ-NP-Za-km-z]{100,}/g },
  {
    kind: 'private_key',
    pattern: /(?<![A-Za-z0-9])[5KL][1-9A-HJ-NP-Za-km-z]{50,51}(?![A-Za-z0-9])/g,
    accept: (secret) => /[a-z]/.test(secret) && hasDigit(secret),
  },
  {
    kind: 'private_key',
    hint: /Private-Lines/,
    pattern: /(?<=Private-Lines: \d{1,3}\s{1,2})[\w+/=]{40,}(?:\r?\n[\w+/=]{1,64}(?!:))*/g,
  },
  // Tokens in addresses: before the host, and in a query.
  {
    kind: 'token',
    hint: /:\/\/[\w-]{20}/,
    pattern: /(?<=https?:\/\/)[\w-]{20,}(?=(?::x-oauth-basic)?@[\w.-]+)/g,
    accept: (secret) => isRandom(secret),
  },
  {
    kind: 'token',
    hint: /[?&#;](?:auth|key|code|jwt|sid|session|signature|ticket)=/,
    pattern: /(?<=[?&#;](?:auth|key|code|jwt|sid|session|signature|ticket)=)[\w.%+/=-]{24,}/g,
    accept: (secret) => isRandom(secret),
  },
  // A word for a key right before it, and cookies of a session.
  {
    kind: 'api_key',
    hint: /(?:key|pat) \S{20}/i,
    pattern:
      /(?<=(?<![A-Za-z]|(?:cache|public|primary|foreign|partition|sort|object|idempotency|lookup|hash|row|index|map|route|query|page|item|s3|storage|idempotence|dedupe)[ _-])(?:key|pat) )[\w+/-]{20,}={0,2}(?![\w.])/gi,
    accept: (secret) => isHexKey(secret) || isRandom(secret, { span: 20, changes: 6 }),
  },
  {
    kind: 'token',
    hint: /cookie/i,
    pattern:
      /(?<=(?<![A-Za-z])cookie["']?: ?["']?(?:[^\s;]{1,200}; ){0,4}[\w.-]{0,24}(?:auth|sess|sid|token|login|jwt|remember)[\w.-]{0,16}=)[\w.%+/=-]{20,}/gi,
    accept: (secret) => isHexKey(secret) || isRandom(secret),
  },
  // Keys in the paths of services for chains.
  {
    kind: 'api_key',
    hint: /alchemy|infura|quiknode|ankr\.com/,
    pattern:
      /(?<=(?:alchemy\.com|alchemyapi\.io|infura\.io|quiknode\.pro|rpc\.ankr\.com\/\w{1,20})\/(?:ws\/)?(?:v[23]\/)?)[\w-]{32,64}(?![\w-])/g,
  },
  // Zhipu, Mailchimp, Airtable.
  {
    kind: 'api_key',
    hint: /[0-9a-f]{32}\./,
    pattern: /(?<![\w.-])[0-9a-f]{32}\.[A-Za-z0-9]{16}(?![\w.-])/g,
    accept: (secret) => isRandom(secret),
  },
  {
    kind: 'api_key',
    hint: /-us\d/,
    pattern: /(?<![A-Za-z0-9])[0-9a-f]{32}-us\d{1,2}(?![A-Za-z0-9])/g,
  },
  { kind: 'token', pattern: /(?<![A-Za-z0-9])pat[A-Za-z0-9]{14}\.[0-9a-f]{64}/g },
  // Telegram and Discord bots.
  { kind: 'token', pattern: /(?<=(?<![A-Za-z0-9])(?:bot)?)(?<!\d)\d{8,10}:[\w-]{35}(?![\w-])/g },
  { kind: 'token', pattern: /(?<![\w-])[MNO][\w-]{22,27}\.[\w-]{6}\.[\w-]{27,}/g },
  // JSON Web Tokens, with or without a signature, and encrypted ones of five parts.
  {
    kind: 'token',
    hint: /eyJ/,
    pattern:
      /(?<![\w-])eyJ[\w-]{8,}\.(?:eyJ[\w-]{8,}(?:\.[\w-]*){0,3}|[\w-]*\.[\w-]{8,}\.[\w-]{4,}\.[\w-]{16,})/g,
  },
  {
    kind: 'token',
    hint: /bearer/i,
    pattern: /(?<=(?<![A-Za-z])bearer\s{1,3})[\w.~+/=-]{16,}/gi,
    accept: hasDigit,
  },
  {
    kind: 'token',
    hint: /authorization/i,
    pattern:
      /(?<=authorization["']?\s{0,2}[:=]\s{0,2}["']?(?:[a-z-]{2,20} )?)[\w.~+/-]{20,}={0,2}(?![\w ])/gi,
    accept: (secret) => hasDigit(secret) && (/^[\da-f-]{32,}$/.test(secret) || isRandom(secret)),
  },
  {
    kind: 'password',
    hint: /basic/i,
    pattern: /(?<=authorization["']?\s{0,2}[:=]\s{0,2}["']?basic\s{1,3})[A-Za-z0-9+/=]{8,}/gi,
  },
  {
    kind: 'password',
    hint: /basic/i,
    pattern: /(?<=(?<![A-Za-z])basic\s{1,3})[A-Za-z0-9+/]{8,}={0,2}(?!\w)/gi,
    accept: isBasicLogin,
  },
  // Recovery keys of FileVault and Apple, BitLocker and Matrix.
  {
    kind: 'password',
    hint: /filevault|recovery|apple/i,
    pattern: /(?<![\w-])[A-Z0-9]{4}(?:-[A-Z0-9]{4}){5,6}(?![\w-])/g,
    accept: (secret) => hasDigit(secret) && /[A-Z]/.test(secret),
  },
  { kind: 'password', hint: /\d{6}-\d{6}-/, pattern: /(?<![\w-])\d{6}(?:-\d{6}){7}(?![\w-])/g },
  {
    kind: 'webhook',
    pattern:
      /https?:\/\/(?:hooks\.slack\.com\/(?:services|workflows)|(?:\w{2,8}\.)?discord(?:app)?\.com\/api\/webhooks|open\.(?:feishu\.cn|larksuite\.com)\/open-apis\/bot\/v2\/hook|\w{1,30}\.webhook\.office\.com\/webhookb2|hooks\.zapier\.com\/hooks\/catch|maker\.ifttt\.com\/trigger\/[\w-]{1,60}\/(?:json\/)?with\/key|hook\.(?:\w{2,6}\.)?make\.com|outlook\.office\.com\/webhook|[\w.-]{3,60}\/hooks(?=\/[a-z0-9]{26}(?![a-z0-9])))\/[\w/@-]{8,}/gi,
  },
  {
    kind: 'webhook',
    pattern: /https?:\/\/[\w.:-]{3,80}\/webhook(?:-test|s)?\/[0-9a-f]{8}-[0-9a-f-]{27}/gi,
  },
  {
    kind: 'webhook',
    pattern:
      /https?:\/\/(?:oapi\.dingtalk\.com\/robot\/send|qyapi\.weixin\.qq\.com\/cgi-bin\/webhook\/send|chat\.googleapis\.com\/v1\/spaces\/[\w-]{1,60}\/messages|[\w.-]{3,60}\.logic\.azure\.com[\w:/.-]{1,200})\?[\w=&%.+~-]{16,}/gi,
  },
];

function isHexKey(text: string): boolean {
  return /^(?=.*\d)(?=.*[a-f])[\da-f]{32,}$/.test(text);
}

/** The recovery key of Matrix, which has spaces. */
const inGroups: SecretPattern = {
  kind: 'private_key',
  hint: /Es[A-Za-z1-9]{2} /,
  pattern: /(?<!\w)Es[1-9A-HJ-NP-Za-km-z]{2}(?: [1-9A-HJ-NP-Za-km-z]{4}){11}(?!\w)/g,
};

/** Every other match has a run of at least this many characters that words rarely have. */
const secretRun = /[\w.:/+=~-]{12}/;

export function findByForm(text: string): SecretFinding[] {
  return findPatterns(text, secretRun.test(text) ? [inGroups, ...forms] : [inGroups]);
}
