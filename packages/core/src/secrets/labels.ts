import type { SecretKind } from './finding.ts';

export interface SecretLabel {
  kind: SecretKind;
  /** Ends where the label ends. */
  pattern: RegExp;
  /** What counts as a secret behind it. */
  value: 'password' | 'phrase' | 'pin' | 'key';
}

/** Words that announce a secret. No `\b`: beside CJK text there is no boundary, and `_` is none here. */
export const secretLabels: readonly SecretLabel[] = [
  {
    kind: 'password',
    value: 'password',
    pattern:
      /(?:pass ?words?|(?<![A-Za-z])pass[ _]?(?:wd|code)|passwd|(?<![A-Za-z])pw(?:d)?|_pass|(?<=[-/])pass|(?<![A-Za-z])pass(?==))(?![A-Za-z0-9])/gi,
  },
  {
    kind: 'password',
    value: 'password',
    pattern: /密码(?!学|學)|密碼(?!學)|口令|パスワード|パスコード|暗証番号|비밀번호|비번/g,
  },
  {
    kind: 'password',
    value: 'phrase',
    pattern:
      /(?:pass ?phrase|(?:seed|recovery|backup|mnemonic) phrase|助记词|助記詞)(?![A-Za-z0-9])/gi,
  },
  {
    kind: 'password',
    value: 'pin',
    pattern: /(?<![A-Za-z])(?:pin(?: (?:code|number))?|cvv2?|cvc2?)(?![A-Za-z0-9])/gi,
  },
  {
    kind: 'api-key',
    value: 'key',
    pattern:
      /(?:api|access|secret|account|encryption|signing|private|shared|master|license|subscription)[ _-]?key(?: id)?(?![A-Za-z0-9])|api[ _-]?secret(?![A-Za-z0-9])|API ?密钥|密钥|密鑰|秘钥|APIキー/gi,
  },
  {
    kind: 'token',
    value: 'key',
    pattern:
      /(?:token|(?:client|app|consumer|webhook|shared)[ _-]?secret|(?<![A-Za-z])secret|_secret|credentials?)(?![A-Za-z0-9])|令牌|トークン|토큰/gi,
  },
];
