/** Words in talk about passwords, or for them in programs. English stop words are added. */
const words = `
able about above absent access account active again alike alphanumeric always annoying anonymous another anything apparently ask asked
asking attached automatic available awful bad banned based basic below best better big birthday blank bogus boolean bool both bytes case
cached careful changed char character characters check checked clear click close code coded common compliant complicated compromised
complex company confidential confirm constant convenient copied correct corrupt critical cryptic current custom daily dead default delicate
deliberate dependent different difficult digital dictionary disabled done due dynamic each easier easy either eight eighteen eleven else empty
encrypted enough equal essential every everything everywhere exact exposed expected expire expires expiring external extra fail failed fails false far
fatal field fifteen file fine five fixed forever forget forgot forgotten four fourteen free fresh fun full funny general generated
generator gibberish given global gone good great guessable half hack handy hard hash hashed hashes hashing headache hell here hereby hers hidden hint his history hopeless huge human
identical ignored illegal immutable important impossible in inactive incorrect input insecure inside instead int integer internal invalid irrelevant
issued its keep kept key known last later leaked legacy legal length less letters like limited local locked lockout long longer lost lower lowercase mandatory
manager many master match matches maximum meaningless memorable mine minimum missing mixed moot more
must mystery na need needed needs never new next nil nine nobody none nonsense normal nope note nothing null number numeric oauth obsolete obvious odd off
offline old ok okay one online only open opaque optional ours out outdated over own overdue part past pending people
permanent perfect personal phishing plain plaintext please pointless policy poor possible preset present pretty previous printed private probably problem process property protected protection
public quick random rather ready real really recent recorded recovery related relevant reliable remember
reminder removed request required requirements reset resettable reused revoked right robust rotated rubbish same safe salted saved sacred secret secrets secure secured see send
sensitive sent separate set seven shared short shorter should show silly similar simple simplistic six sixteen somewhere somehow soon special standard stale static sticky still stolen store stored str strange
strict string strong stronger stuff stupid such suitable super sure synced tbd temporary ten terrible test text that theirs there thing three tied tight time tiny to today together tomorrow
too top tough tricky trivial true trustworthy twelve twenty two type ugly undefined unavailable unbreakable unclear unguessable unchanged unhashed uniform unique universal unknown unreadable unsafe unset unusable up update updated upper uppercase use used
useful useless user using usual vague valid value varchar variable vault verified very via vital
void vulnerable weak what whatever where wherever whole wifi wonky word work working works worse worst worthless written wrong yes yesterday yet yours
password passwords passwd pwd passcode token apikey secretkey username login value pin email name none nil read readable
`;

/** The same in German, Spanish, French, Portuguese, Italian and Dutch. */
const european = `
abgelaufen aktiv aktuell alt admin anders auch ausgeblendet automatisch bekannt beim besser bitte blöd da dasselbe defekt deaktiviert dein dieselbe doof dort drin dran durch egal ein eine
einfach eingegeben eindeutig einmalig elementar endlich entscheidend erforderlich erfragen erraten ersetzt extrem falsch fest fertig fehlerhaft geändert geheim geheimsache genau gelöscht gesetzt gespeichert gespeerrt gesperrt
gestohlen gleich groß gut gültig gehackt hier hinfällig identisch ihr immer individuell jetzt kein keine kompliziert kompromittiert korrekt kryptisch kurz lang lange länger leer leicht leider lächerlich
manchmal mein meins mies mindestens nämlich neu nicht nichts nie nirgends noch nötig nur nutzlos notiert obligatorisch offen okay optional persönlich pflicht pflichtfeld privat privatsache recht richtig schlecht
schlimm schon schwach schwer schwierig schützenswert sehr sein seins sensibel sicher sicherer simpel so sofort stark statisch sichtbar streng super tabu teil temporär top total toll überall überflüssig
überholt unbekannt unbrauchbar unbedingt uneingeschränkt ungeeignet ungültig unknackbar unnötig unser unsicher unsichtbar unverändert unverschlüsselt uralt veraltet vergessen verboten vergeben verloren verschlüsselt verschieden
vertraulich verständlich voll vorgegeben vorhanden vorläufig wahrscheinlich weg weit weiter wertlos wichtig wie wieder willkürlich wirklich wo wohl zu zufällig zulässig zurückgesetzt zweitrangig ganz ziemlich standard bald groß klein
abc absoluta absoluto aceptable activa adecuada ahora ajena aleatoria algo alguna antigua así aún bastante bien breve buena cada caducada cambiada casi clara clave común complicada compleja como con confidencial conocida correcta corta
crucial cualquiera cuando débil debil demasiado desconocida diferente distinta difícil dificil dura en errónea erronea el ella ellos esa esencial esta esta está estándar este eterna exacta exclusiva extraña extremadamente facil fácil falsa fatal
fija floja frágil fuerte genérica global grande grave gratis hackeable horrible idéntica igual importante imposible inadecuada incorrecta individual inútil inválida invalida insegura invisible irrelevante justo la larga legible ligera lo los
mala malísima más mas me media mejor mi mía mía mínima misma mismo mixta mucha muy necesaria ni ninguna no normal nueva nula numérica o obligatoria obligatorio obvia olvidada opcional original otra para pareja peor pequeña perfecta permanente
personal pésima poco por previsible privada pronto propia provisional provisoria pública que química rara recomendada recordable requerida ridícula robusta sagrada secreta secreto segura seguro sencilla sensible si sí siempre similar simple solo
sólida sólo su suficiente sumamente suya tal tan también temporal toda todo todavía trivial tu tuya un una única unica usada útil vacía vacia valida válida vieja visible vital vulnerable ya yo
absolument actif adapté aléatoire ancien assez au aussi autre avec ailleurs banal bancal bien bientôt bon bonne caché cassé celui certain chiffré cher ci clair complexe complet compliqué compris confidentiel connu conservé convenable correct court
crypté dangereux dans de déjà demandé dépassé derrière devenu différent difficile dur efficace égal encore enregistré ennuyeux erroné essentiel exact exigé expiré excellent facile faible faux fort fixe foutu générique gentil grand gratuit ici identique ignoré illisible immuable important
impossible inactif inchangé incomplet inconnu incorrect inutile indispensable insuffisant introuvable invalide invisible inviolable jamais juste la là le lent lié lisible long lourd majeur masqué mauvais meilleur même mien moche modifié mon moyen nécessaire neuf non normal notre noté nouveau nul numérique obligatoire oublié ouvert
obsolète par parfait partagé partout pas perdu périmé permanent personnel peu pire plus possible prêt privé pratique précieux prévu propre protégé provisoire public quelconque quelque qui quoi recommandé réinitialisé requis renouvelé ridicule risqué robuste sacré sauf secret sécurisé sensible
sérieux seulement si simple solide son sous souvent standard stocké sûr sur suffisant super temporaire tel top toujours tout très trop trivial trouvé un une unique urgent usé utile utilisé valable valide variable vide vieux visible vital votre vrai vulnérable
aceita agora aleatória alterada alta ambígua ao assim ativa atual através bem boa certa chata comum comprida complicada confidencial conhecida correta crucial curta da desconhecida desnecessária difícil diferente distinta ela ele em enorme errada esquecida essa essencial estranha
exigida expirada fácil falsa fixa fraca fundamental forte gerada grande guardada horrível idêntica igual importante imprescindível impossível incorreta individual inútil inválida invisível insegura isso longa maior má melhor mesma mesmo meu minha muito nada necessária não nenhuma nova nula numérica
obrigatória obrigatório óbvia opcional original outra padrão parecida particular péssima pequena perfeita pessoal pior pouca previsível privada própria provisória pública qualquer quase recente repetida ridícula robusta ruim sagrada salva secreta segura sempre sensível sensivel sigilosa simples só suficiente sua
tão temporária toda todas tudo tua um uma única usada útil válida vazia velha visível vulnerável
errato giusta sbagliata segreta scaduta debole lunga corta verkeerd vergeten verlopen zwak sterk geheim hetzelfde goed lang kort
incorrect inactive corporativa corporativo pessoal requis requise oubliée nom nome name nombre geburtstag anniversaire cumpleaños aniversário prénom apellido naissance fecha data date fecha wort palabra palavra mot worden werden wurde sido été sein
diferente importante suficiente siguiente reciente evidente corriente permanente constante bastante brillante presente ausente urgente frecuente frequente pendente pendiente equivalente existente inteligente interessante
naturelle personnelle nouvelle habituelle actuelle éternelle réelle quelle telle belle officiel réel actuel habituel naturel visuel
valor valeur wert voir ver vea consulta veja siehe contraseña passwort kennwort senha bitte favor liberté
`;

const notSecret: ReadonlySet<string> = new Set(words.trim().split(/\s+/));
const notSecretInEurope: ReadonlySet<string> = new Set(european.trim().split(/\s+/));

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
