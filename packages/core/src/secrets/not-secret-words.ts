/** What is said about passwords, or stands for them in programs, and is none. Stop words come on top. */
const words = `
again alphanumeric ask asked asking bad banned based best better blank boolean bool bytes case char character characters
check click compromised complex confidential confirm correct default different difficult easy either empty encrypted
enough expire expires expiring fail failed fails false field file fine forget forgot forgotten free generated generator
gone good great guessable half hack hard hash hashed hashes hashing hidden hint important incorrect input insecure int
integer invalid keep kept known leaked length less like lockout long lost mandatory manager match matches missing
must mystery na need needed needs never new nil none nope note null number obvious old ok okay one optional outdated
oauth people please plain policy private probably process protected protection public random really recovery remember
reminder request required requirements reset reused same saved secret secrets secure secured see send sent set shared
short show simple somewhere still stolen store stored str string strong stuff sure tbd temporary text that there tied
tough true trivial type undefined unique unknown unset update updated use used useless using valid value varchar very via
void weak what word working works written wrong yes
obligatoria obligatorio requerida incorrecta inválida olvidada segura débil nueva vieja
erforderlich falsch vergessen ungültig sicher schwach neu alt pflichtfeld abgelaufen
requis obligatoire incorrect oublié invalide faible nouveau
password passwd pwd token apikey test value valor valeur wert bitte voir consulta
obrigatória incorreta esquecida fraca nova antiga contraseña passwort kennwort senha
`;

/** Names of methods and standards that hold digits, as passwords do. */
const technical =
  /^(?:1password|2fa|mfa|otp|totp|sha-?\d+|md5|bcrypt\d*|scrypt|argon2\w*|pbkdf2|base64|oauth2?(?:\.0)?|utf-?8|aes-?\d*|rsa-?\d*|http2?|win32|v\d[\d.]*|wpa\d?(?:-\w+)?|wi-?fi\d?|[345]g|ipv[46])$/i;

const notSecret: ReadonlySet<string> = new Set(words.trim().split(/\s+/));

export function isCommonWord(value: string): boolean {
  return notSecret.has(value.toLowerCase());
}

export function isTechnicalName(value: string): boolean {
  return technical.test(value);
}
