import type { SecretKind } from './finding.ts';

export interface SecretLabel {
  kind: SecretKind;
  /** Ends where the label ends. */
  pattern: RegExp;
  /** What counts as a secret behind it. */
  value: 'password' | 'phrase' | 'pin' | 'key';
  /** Told in a language whose sentences go otherwise than English ones. */
  european?: true;
}

/** Words that announce a secret. No `\b`: beside CJK text there is no boundary, and `_` is none here. */
export const secretLabels: readonly SecretLabel[] = [
  {
    kind: 'password',
    value: 'password',
    pattern:
      /(?:pass ?words?|(?<![A-Za-z])pass[ _]?(?:wd|code)|passwd|(?<![A-Za-z])pw(?:d)?|_pass|(?<=[-/])pass|(?<![A-Za-z])pass(?=(?:\\{0,3}["'])?[ \t]?[:=]))(?![A-Za-z0-9])/gi,
  },
  {
    kind: 'password',
    value: 'password',
    pattern:
      /密码(?!学|學)|密碼(?!學)|口令|パスワード|パスコード|暗証番号|비밀번호|비번|패스워드|암호(?!화|학)/g,
  },
  {
    kind: 'password',
    value: 'password',
    european: true,
    // Folded: `contraseña` may be written without its tilde.
    pattern:
      /(?:(?:passw(?:or|ör)t(?:er)?|kennwort)e?s?|(?<![A-Za-z\u00c0-\u024f])(?:contrase(?:ñ|n\u0303?)as?|clave(?: de acceso| secreta| del wifi)?|zugangscode|mots? de passe|mdp|code secret|senhas?|palavras?-passe|código de acesso|wachtwoord|parola d'ordine|hasło)|пароль)(?![A-Za-z\u00c0-\u024f\d])/gi,
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
    pattern: /(?<![A-Za-z])(?:pin(?: (?:code|number|번호))?|cvv2?|cvc2?)(?![A-Za-z0-9])/gi,
  },
  {
    kind: 'api-key',
    value: 'key',
    pattern:
      /(?:api|access|secret|account|encryption|signing|private|shared|master|license|subscription|storage|app|service)[ _-]?key(?: id|_base)?(?![A-Za-z0-9])|api[ _-]?secret(?![A-Za-z0-9])|(?<=[A-Z0-9])_KEY(?==)|API ?密钥|密钥|密鑰|秘钥|APIキー|API ?키|(?:api-)?schl[üu]ssel(?![A-Za-z])|clave (?:de )?api|cl[ée] (?:d')?api|chave (?:de |da )?api/gi,
  },
  {
    kind: 'token',
    value: 'key',
    pattern:
      /(?:token|(?:client|app|consumer|webhook|shared)[ _-]?secret|(?<![A-Za-z])secret|_secret|credentials?|(?<=["'_])auth(?=["'=]))(?![A-Za-z0-9])|令牌|トークン|토큰/gi,
  },
];
