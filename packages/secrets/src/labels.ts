import type { SecretKind } from './finding.ts';

export interface SecretLabel {
  kind: SecretKind;
  /** Ends at the end of the label. */
  pattern: RegExp;
  /** Which values after it count as a secret. */
  value: 'password' | 'phrase' | 'pin' | 'key' | 'login' | 'codes' | 'spelled';
  /** In a language with another word order than English. */
  european?: true;
  /** It has other meanings too, so only made-up words count. */
  ambiguous?: true;
  /** Not at the end of a longer word. A look back in the pattern would be slower. */
  whole?: true;
  /** Of the table of further languages, with their words for `is`. */
  further?: true;
}

/** Things that a code of digits opens, in the languages that say `the code of the door` and `Türcode`. */
const opened = {
  english:
    'door|gate|alarm|garage|pairing|homekit|entry|entrance|safe|vault|unlock|lock|padlock|locker|opener|door opener|lock ?box|key ?pad|cabin|gym|lift|elevator|front door|shed|intercom|barn|luggage|suitcase|bike|bike lock|apartment|flat|card|sim|screen',
  /** After `code for the`. */
  also: 'building|bank|phone|tablet|ipad|iphone|laptop|house',
  romance:
    'alarma?|puerta|portal|portón|portão|porta|prédio|caja fuerte|cofre|coffre(?:-fort)?|garaje|garage[mn]?|candado|cadeado|cadenas|alarme|porte|portail|immeuble|entrada|entrée|trastero|casillero|casier|armário|tarjeta|cartão|carte(?: bleue| bancaire)?|móvil|celular|telemóvel|teléfono|téléphone|portable|desbloqueo|desbloqueio|déverrouillage|acceso|acesso|accès|sim|banco|banque|edificio',
  german:
    'tür|haustür|tor|garagen?|garagentor|alarm(?:anlage)?|tresor|safe|schließfach|spind|schloss|fahrradschloss|handy|eingang|ec-karte|karte|bank|keller|büro',
};

/**
 * Words that announce a secret. Without `\b`: beside CJK text there is no word boundary, and `_` counts as a letter.
 */
export const secretLabels: readonly SecretLabel[] = [
  {
    kind: 'password',
    value: 'password',
    pattern:
      /(?:(?<!forgot(?:ten)?[_-]?)p[a@4áÁ][s$5]{2}[ -]?w[o0óÓ]rds?|p a s s w o r d|(?<![A-Za-z])pass[ _]?(?:wd|code)s?|passwd|(?<![A-Za-z])(?:pwd?|psw|passw|p\/w)|[_.]pass|(?<=[-/])pass|requirepass|(?<![A-Za-z])(?:wi-?fi|wlan|network|wpa2?)[ _-]?(?:key|psk)|psk|(?<=(?:db|user|smtp|mail|admin|root|login|wifi|ftp|http))pass(?=["']?[ \t]?[:=])|(?<![A-Za-z])pass(?=(?:\\{0,3}["'])?[ \t]?[:=]| ?(?:[-=]>|→)| - | is | (?:changed|updated|reset|rotated) (?:to|[-=]>|→)))(?![A-Za-z0-9])/gi,
  },
  {
    kind: 'password',
    value: 'password',
    pattern:
      /密码(?!学|學)|密碼(?!學)|口令|パスワード|パスコード|パスは|暗証番号|비밀번호|비번|패스워드|암호(?!화|학)/g,
  },
  {
    kind: 'password',
    value: 'password',
    european: true,
    // Folded: `contraseña` may be written without its tilde.
    pattern:
      /(?:(?:passw(?:or|ör)t(?:er)?|kennwort)e?s?|(?<![A-Za-z\u00c0-\u024f])(?:geheimwort|losungswort|contrase(?:ñ|n\u0303?)as?|(?:code|código|c[óo]de) (?:du |de la |de |del |do )?wi-?fi|(?:wlan|wi-?fi)-?code|clave (?:de acceso|secreta|del wi-?fi|wi-?fi)|zugangscode|mots? de passe|mdp|code secret|cl[ée] (?:du |de la |de )?(?:wi-?fi|box|réseau)|(?:wlan|wi-?fi|netzwerk)[ -]?schlüssel|clave (?:de la red|de red)|chave (?:do|da|de) (?:wi-?fi|rede)|senhas?|palavras?-passe|c[óo]digo de acesso))(?![A-Za-z\u00c0-\u024f\d])/gi,
  },
  {
    kind: 'password',
    value: 'password',
    european: true,
    ambiguous: true,
    pattern: /(?<![A-Za-z\u00c0-\u024f])(?<!palabras? )claves?(?![A-Za-z\u00c0-\u024f\d])/gi,
  },
  {
    kind: 'password',
    value: 'phrase',
    pattern:
      /(?:pass ?phrase|master ?passwor[dt]|(?:wallet |seed |recovery |backup |mnemonic |secret )(?:phrase|seed)|(?:secret|security) (?:answer|question)|frase(?:-senha| secreta| semilla| semente| de (?:recuperaci[óo]n|recuperação|acceso|acesso|paso|segurança|seguridad))|phrase (?:secr[èe]te|de r[ée]cup[ée]ration|de passe)|wiederherstellungs(?:phrase|wörter|satz)|contraseña maestra|senha mestra|masterkennwort|mot de passe maître)(?![A-Za-z0-9])|助记词|助記詞|リカバリーフレーズ|シードフレーズ|ニーモニック|合言葉|복구 ?(?:문구|구문)|시드 ?(?:문구|구문)|니모닉/gi,
  },
  {
    kind: 'password',
    value: 'pin',
    pattern: new RegExp(
      [
        'PIN ?[码碼号]|PIN ?コード|ロック解除コード|(?:金庫|ロッカー|玄関|ドア|門|物置|自転車|スーツケース|宅配ボックス|ポスト)(?:の(?:鍵|錠|ダイヤル))?の(?:番号|暗証|コード)|핀 ?번호|(?:금고|사물함|도어락) ?번호',
        `(?:codes?|combination|combo|pin)(?<=(?<![A-Za-z])(?:${opened.english}|access|security|parking) ?-?(?:codes?|combination|combo|pin))(?: number| code)?(?![A-Za-z])`,
        `(?<![A-Za-z]|(?:postal|zip|post|area|error|source|qr|bar|sort|tax|dress) )(?:codes?|combination|combo|pin|number) (?:for|to|of|on) (?:the|my|our|his|her|your|their)(?: [a-z']{1,15}){0,2}? (?:${opened.english}|${opened.also})(?: (?:card|account|box|door|lock|app|code))?(?![A-Za-z])`,
        '(?<![A-Za-z])(?:pin(?: (?:code|number|번호))?|puk(?: code)?|cvv2?|cvc2?|key ?code|key ?pad|digicode|geheimzahl|kombination)(?![A-Za-z0-9])',
        `(?<![A-Za-z])c[óo]d(?:igo|e)(?: pin)? (?:d[aoeu]s?|del|pour|para|d')(?: ?(?:la|el|le|l'|o|a|os|as|mi|ma|mon|minha|meu))? ?(?:[a-zé']{1,12} ){0,2}?(?:${opened.romance})(?![a-z])`,
        '(?<![A-Za-z])(?:combinaci[óo]n|combinaison|combinação) d(?:e|el|u|o|a)(?: la| le)? [a-z]{4,12}',
        `(?:code|kombination|pin|puk)(?<=(?<![A-Za-zü])(?:${opened.german})-?(?:code|kombination|pin|puk))(?![a-z])`,
        `(?<![A-Za-zü])(?:code|kombination|pin|nummer) (?:für|fürs|vom|von|zum|zur|der|des|meiner|unserer)(?: (?:den|die|das|dem|der|meine[nmrs]?|unsere[nmrs]?))?(?: [a-z]{2,12}){0,1}? (?:${opened.german})(?![a-z])`,
        'entsperr(?:code|pin|muster)',
        '(?<![A-Za-z])(?:(?:verification|confirmation|one-?time|login|log-in|sign-in|authentication|two-factor|2fa|sms|otp) (?:pass)?codes?|otp|tan)(?![A-Za-z0-9])|验证码|驗證碼|校验码|动态码|認証(?:コード|番号)|確認(?:コード|番号)|ワンタイム(?:コード|パスワード)|인증 ?(?:번호|코드)|확인 ?(?:번호|코드)',
        '(?<![A-Za-z])c[óo]d(?:igo|e) de (?:verifica[cç](?:i[óo]n|ão)|confirma[cç](?:i[óo]n|ão)|autentica[cç](?:i[óo]n|ão)|v[ée]rification|confirmation|validation|un solo uso|uso único|seguridad|segurança|s[ée]curit[ée])(?![A-Za-z])|(?:best[äa]tigungs|verifizierungs|einmal|anmelde|sicherheits|freischalt)-?codes?(?![A-Za-z])',
      ].join('|'),
      'gi',
    ),
  },
  {
    kind: 'password',
    value: 'codes',
    pattern:
      /(?:(?:backup|recovery|rescue|emergency|scratch|2fa|mfa)[ -](?:backup |recovery )?codes?|(?:2fa|mfa)[ -]backups?(?=:)|(?:recovery|restore|bitlocker|filevault) (?:recovery )?keys?|wiederherstellungs-?(?:codes?|schlüssel)|backup-codes?|c[óo]digos? de (?:recuperaci[óo]n|recuperação|respaldo|backup|segurança)|codes? de (?:secours|récupération)|app[ -]passwords?)(?![A-Za-z0-9])|(?:バックアップ|リカバリー)コード|恢复(?:代?码|密钥)|备用(?:验证)?码|验证码备份|복구 ?코드|백업 ?코드/gi,
  },
  {
    kind: 'password',
    value: 'login',
    pattern:
      /(?<![A-Za-z])(?:credentials?|creds|log-?ins?|zugangsdaten|anmeldedaten|identifiants?|credenciais|credenciales|credencial|credenziali|datos de acceso|dados de acesso)(?![A-Za-z])|账号密码|账密|ログイン情報|로그인 ?정보|계정 ?정보/gi,
  },
  {
    kind: 'api_key',
    value: 'key',
    pattern:
      /(?:api|access|secret|aes(?:-?\d{3})?|hmac|luks|wallet|account|admin|write|deploy|server|consumer|auth|encryption|signing|private|shared|master|license|product|activation|subscription|storage|app|service)[ _-]?key(?: id|_base)?(?![A-Za-z0-9])|api[ _-]?secret(?![A-Za-z0-9])|accesskeysecret|(?<=[A-Z0-9])_KEY(?==)|API ?密钥|密钥|密鑰|秘钥|APIキー|API ?키|(?:api-)?schl[üu]ssel(?![A-Za-z])|clave (?:de )?api|cl[ée] (?:d')?api|chave (?:de |da )?api|(?<!(?:public|primary|foreign|cache|sort|partition|row|index)[ _-])(?<![A-Za-z])key(?= ?\(?(?:in )?hex)/gi,
  },
  {
    kind: 'token',
    value: 'key',
    pattern:
      /(?:token|(?<![A-Za-z])bearer(?=["']?:)|(?:client|app|consumer|webhook|shared|jwt|totp|2fa|otp)[ _-]?secret|(?<![A-Za-z])secret|_secret|credentials?|(?<=[A-Z]_)(?:AUTH|SALT)(?==)|(?<=["'_])auth(?=["'=])|session_?id|sessid|connect\.sid|(?<=authorization:? ?)token)(?![A-Za-z0-9])|令牌|トークン|토큰/gi,
  },
  {
    kind: 'password',
    value: 'spelled',
    pattern:
      /(?<![A-Za-z])(?:codes?|c[óo]digo|codice|kode?|code pin)(?=,? (?:is|est|es|ist|é|è|c'est|lautet|er|är)(?![a-z]))/gi,
  },
];
