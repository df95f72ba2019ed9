import type { SecretKind } from './finding.ts';
import { entropy, hasDigit, longestRun } from './strength.ts';

interface VendorPattern {
  kind: SecretKind;
  /**
   * Begins behind something that cannot be part of a secret and ends with its only open repetition, so that no
   * text makes it try the same characters twice.
   */
  pattern: RegExp;
  /** Stands in every text that has one. A pattern that begins with what lies before it is slow to try. */
  hint?: RegExp;
  accept?: (secret: string) => boolean;
}

const looksRandom = (secret: string) =>
  longestRun(secret) >= 20 || (hasDigit(secret) && longestRun(secret) >= 12);

/** Behind a prefix that is no word, signs may stand between the letters too. */
const isDense = (secret: string) => hasDigit(secret) && entropy(secret) >= 3.2;

/** Keys and tokens that tell by their first characters who issued them. */
export const vendorPatterns: readonly VendorPattern[] = [
  // OpenAI, Anthropic, OpenRouter, DeepSeek and others in their manner.
  {
    kind: 'api_key',
    pattern: /(?<![A-Za-z0-9])sk-(?:ant|proj|svcacct|admin|or)-[\w-]{10,}/g,
    accept: hasDigit,
  },
  { kind: 'api_key', pattern: /(?<![A-Za-z0-9_-])sk-[\w-]{16,}/g, accept: looksRandom },
  { kind: 'token', pattern: /(?<![A-Za-z0-9])(?:gh[pousr]_[A-Za-z0-9]{16,}|github_pat_\w{16,})/g },
  {
    kind: 'token',
    pattern: /(?<![A-Za-z0-9])gl(?:pat|dt|rt|cbt|ptt|ft|soat|agent|oas|imt|ffct)-[\w.-]{16,}/g,
  },
  {
    kind: 'api_key',
    pattern:
      /(?<![A-Za-z0-9])(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA|AROA|AIDA|AGPA|AIPA|ANPA|ANVA)[A-Z0-9]{16}(?![A-Za-z0-9])/g,
  },
  { kind: 'api_key', pattern: /(?<![A-Za-z0-9])(?:LTAI[A-Za-z0-9]{16,}|AKID[A-Za-z0-9]{32,})/g },
  { kind: 'api_key', pattern: /(?<![A-Za-z0-9])AIza[\w-]{30,}/g },
  { kind: 'token', pattern: /(?<![A-Za-z0-9])(?:ya29\.|GOCSPX-)[\w-]{20,}/g },
  {
    kind: 'token',
    pattern: /(?<![A-Za-z0-9])(?:(?:xoxe\.)?xox[a-eoprs]|xapp)-[\w-]{10,}/g,
    accept: hasDigit,
  },
  { kind: 'token', pattern: /(?<![A-Za-z0-9])(?:hf_|npm_)[A-Za-z0-9]{20,}/g },
  { kind: 'token', pattern: /(?<![A-Za-z0-9])pypi-[\w-]{30,}/g, accept: looksRandom },
  { kind: 'api_key', pattern: /(?<![A-Za-z0-9])(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,}/g },
  { kind: 'api_key', pattern: /(?<![A-Za-z0-9])whsec_[A-Za-z0-9+/=]{16,}/g },
  { kind: 'api_key', pattern: /(?<![A-Za-z0-9])SG\.[\w-]{16,64}\.[\w-]{16,}/g },
  {
    kind: 'api_key',
    pattern:
      /(?<![A-Za-z0-9])(?:gsk_|r8_|lin_api_|ntn_|dop_v1_|shp(?:at|ss|ca|pa)_|sq0[a-z]{3}-|dapi)[\w-]{20,}/g,
    accept: looksRandom,
  },
  {
    kind: 'api_key',
    pattern: /(?<![A-Za-z0-9-])(?:xai|pplx|nvapi|tvly|dckr_pat)-[\w-]{20,}/g,
    accept: looksRandom,
  },
  { kind: 'token', pattern: /(?<![A-Za-z0-9])hv[sbr]\.[\w-]{20,}/g },
  { kind: 'private_key', pattern: /(?<![A-Za-z0-9])AGE-SECRET-KEY-1[0-9A-Z]{40,}/gi },
  {
    kind: 'api_key',
    pattern:
      /(?<![A-Za-z0-9])(?:figd_|pscale_(?:pw|tkn|oauth)_|gl(?:c|sa)_|ph[cx]_|sntry[su]_|AT[AC]TT3|sq0[a-z]{3}-|xkeysib-|GR1348941|NR(?:AK|II|RA)-|PMAK-|duffel_(?:live|test)_|snyk_uat\.|mdb_sa_sk_|wandb_v1_|e2b_|rdme_|fio-u-|pnu_|FLWSECK(?:_TEST)?-|ABSK|AQVN|rzp_(?:live|test)_|access_token\$production\$|tskey-|dp\.(?:pt|st|ct|scim|audit)\.|sb_secret_)[\w$.=-]{14,}/g,
    accept: isDense,
  },
  {
    kind: 'api_key',
    pattern:
      /(?<![\w.-])(?:s\.[A-Za-z0-9]{24}|secret_[A-Za-z0-9]{43}|sk_[0-9a-f]{40,64}|live_[0-9a-f]{32,64}|oy2[a-z0-9]{43}|cio[A-Za-z0-9]{32}|SCW[A-Z0-9]{17}|DO00[A-Z0-9]{16}|API-[A-Z0-9]{26}|cflt[A-Za-z0-9]{60}|dG9rO[A-Za-z0-9=]{40,}|st\.[0-9a-f]{8}\.[0-9a-f]{32}|[12]\/\d{13,17}:[0-9a-f]{32}|(?:sdk|api|mob)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?![\w.-])/g,
    accept: isDense,
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
  // The keys of this project's own server.
  { kind: 'api_key', pattern: /(?<![A-Za-z0-9])mneme-key_[0-9a-f]{24}-[0-9a-f]{48}/g },
  {
    kind: 'api_key',
    pattern:
      /(?<![A-Za-z0-9])(?:dckr_(?:pat|oat)_|pul-|rubygems_|phc_|sntry[su]_|glsa_|figd_|shippo_live_|EAA[A-Z]|tfp_|fly_|fm2_|dp\.pt\.|dt0c01\.|ATATT3|ATCTT3|NRAK-|PMAK-|vercel_|sbp_|re_|key-|rnd_|nfp_|tskey-|ops_(?=eyJ)|glc_|vc[piark]_|sb_secret_|ATBB|HRKU-|pat-(?:na|eu)\d-|CFPAT-|do[or]_v1_|rzp_(?:live|test)_|lsv2_[ps][tk]_|pcsk_|fo1_|[sp]k\.(?=eyJ)|sq[aup]_|bkua_|CCIPAT_|dp\.st\.|jina_|csk-|esecret_|fw_|AKCp|sgp_|1\/\/0|mfa\.|CLOJARS_|secret-(?:live|test)-|hvs\.|EZ[AT]K|sl\.|cfut_|v1\.0-|AC(?=[0-9a-f]{32}(?![0-9a-f]))|SK(?=[0-9a-f]{32}(?![0-9a-f])))[\w.=-]{20,}/g,
    accept: looksRandom,
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
    accept: looksRandom,
  },
  {
    kind: 'token',
    hint: /[?&#;](?:auth|key|code|jwt|sid|session|signature|ticket)=/,
    pattern: /(?<=[?&#;](?:auth|key|code|jwt|sid|session|signature|ticket)=)[\w.%+/=-]{24,}/g,
    accept: (secret) => longestRun(secret) >= 20 && hasDigit(secret),
  },
  // Mailchimp, Airtable.
  {
    kind: 'api_key',
    hint: /-us\d/,
    pattern: /(?<![A-Za-z0-9])[0-9a-f]{32}-us\d{1,2}(?![A-Za-z0-9])/g,
  },
  { kind: 'token', pattern: /(?<![A-Za-z0-9])pat[A-Za-z0-9]{14}\.[0-9a-f]{64}/g },
  // Telegram and Discord bots.
  { kind: 'token', pattern: /(?<=(?<![A-Za-z0-9])(?:bot)?)(?<!\d)\d{8,10}:[\w-]{35}(?![\w-])/g },
  { kind: 'token', pattern: /(?<![\w-])[MNO][\w-]{22,27}\.[\w-]{6}\.[\w-]{27,}/g },
  // JSON Web Tokens, with or without a signature.
  { kind: 'token', pattern: /(?<![\w-])eyJ[\w-]{8,}\.eyJ[\w-]{8,}(?:\.[\w-]*){0,3}/g },
  {
    kind: 'token',
    hint: /bearer/i,
    pattern: /(?<=(?<![A-Za-z])bearer\s{1,3})[\w.~+/=-]{16,}/gi,
    accept: hasDigit,
  },
  {
    kind: 'password',
    hint: /basic/i,
    pattern: /(?<=authorization["']?\s{0,2}[:=]\s{0,2}["']?basic\s{1,3})[A-Za-z0-9+/=]{8,}/gi,
  },
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
