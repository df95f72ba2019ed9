import type { SecretLabel } from './labels.ts';

/**
 * Words for secrets in further languages, one a line: passwords | codes of digits | `is`, `now`. Languages with Latin
 * letters first; the others need no boundary of words.
 */
const latin = `
it: parola d'ordine|parola (?:chiave|segreta)|chiave (?:del |della |di )?(?:wi-?fi|rete|accesso)|codice (?:del )?wi-?fi|parola di accesso | codice (?:segreto|pin|(?:d[ie]|del|dello|della|dell'|dei|per|per il|per la|per l') ?(?:mio |mia |nostro )?(?:cancello|porta|portone|allarme|cassaforte|garage|accesso|sblocco|ingresso|citofono|lucchetto|armadietto|carta|bancomat|telefono|cellulare|sim|verifica|sicurezza|conferma|antifurto|cantina))|combinazione(?: (?:del|della|dell'|per) ?(?:mio |mia )?[a-zà-ú]{3,14})? | è|era|adesso è|resta
sv: lösenord(?:et|en|ets)? | pin-?kod(?:en)?|(?:port|dörr|larm|lås|skåps?|garage|grind|entré|ytterdörrs|hänglås|passer|säkerhets|kassaskåps)kod(?:en)?|kod(?:en)? (?:till|för|på) (?:min |vår )?(?:larmet|porten|dörren|garaget|kassaskåpet|låset|skåpet|grinden|hänglåset|cykellåset|kortet|telefonen|bankkortet) | är|var|blev|lyder
da: adgangskode(?:n|r|rne)?|kodeord(?:et)?|passord(?:et|ene)? | pin-?kode(?:n)?|(?:dør|alarm|port|lås|garage|skab|sikkerheds)kode(?:n)?|kode(?:n)? (?:til|på) (?:min |vores |vår )?(?:alarmen|døren|døra|porten|garagen|låsen|skabet|safen|pengeskabet|kortet) | er|var|blev|lyder
vi: mật khẩu|mat khau|pass wi-?fi|mk (?:wi-?fi|e?mail|facebook|zalo) | mã (?:số )?(?:pin|mở cửa|cửa|cổng|khóa|khoá|két|két sắt|bảo mật|xác nhận|xác minh|otp|thẻ|báo động)|số pin | là|thành|bây giờ là
id: (?:kata ?(?:sandi|laluan|kunci)|sandi)(?:nya|ku|mu)?|password(?:nya|ku) | kode (?:pintu|gerbang|pagar|alarm|brankas|gembok|loker|akses|masuk|verifikasi|otp|pin|rumah|kunci|garasi)|pin (?:atm|kartu|saya|hp|bank)|kod (?:pintu|laluan) | adalah|ialah|yaitu|menjadi|jadi|sekarang
tr: [şs]ifre(?:m|n|si|miz|niz|leri|mi|ni|sini|yi)?|parola(?:m|n|sı|mız|yı|mı)? | pin'?[ıi]m?|pin kodu?m?|(?:kasa|banka|kart|kapı|telefon|bina|alarm)(?:n?[ıi]n)? [şs]ifre(?:si|m|miz)|(?:kapı|kasa|bina|garaj|alarm|giriş|kilit|apartman|telefon|dolap|kart)(?:n?[ıi]n)? (?:kodu|pini|pin'i) | artık|şu|şimdi|şöyle
cs: hesl[oaeu]m? | pin (?:k|ke|od) (?:kartě|karty|telefonu|mobilu)|k[óo]d(?:em)? (?:od|k|ke|do|na|pro) (?:domovních |našich |našeho |mého )?(?:dveř|vrat|bran|br[áa]n|trezor|alarm|garáž|zámk|vchod|kart|telefon)[a-zá-ž]{0,4} | je|bylo|zní|mám|máme
pl: has[łl][oaeu]m? | pin do (?:karty|telefonu|bankomatu|konta)|kod(?:em)? (?:do|od) (?:mojej |naszej |mojego |naszego )?(?:bramy|drzwi|domofonu|sejfu|alarmu|klatki|garażu|furtki|szafki|kłódki|karty|telefonu|zamka|piwnicy) | to|jest|brzmi
nl: wachtwoord(?:en)?|toegangswoord | pin-?code|(?:deur|alarm|kluis|poort|toegangs|garage|slot)-?code|code (?:van|voor) (?:de|het|mijn|onze) (?:deur|alarm|kluis|poort|garage|slot|voordeur|fietsslot|kaart|telefoon) | is|wordt|luidt
fi: salasana(?:ni|mme|si|n|t)? | (?:ovi|pin-?|hälytys|hälytin|portti|kassakaappi)koodi(?:ni|n)?|tunnusluku(?:ni)? | on|oli
hu: jelsz(?:ó|avam|ava|avunk|avát|ót) | pin-?kód(?:om|ja)?|(?:kapu|ajtó|riasztó|széf)(?: ?kód(?:ja)?) | az
hr: lozink[aeou]m?|zaporka | pin(?: kod)? (?:kartice|za karticu|mobitela)|(?:kod|šifra) (?:za|od) (?:vrata|ulaz|alarm|sef|ulaza|sefa) | je|glasi
ro: parol[aăe]i? | codul (?:de la|u[sș]ii|por[tț]ii|seifului|alarmei|interfonului)(?: [a-zăîâșț]{2,12})? | este|e|era
`;
const others = `
ar: كلم[ةه] (?:ال)?(?:مرور|سر)|كلمتي السرية|با ?سوو?رد | (?:الرمز|الرقم|رقمي|رمزي) السري|رمز (?:ال)?(?:دخول|باب|قفل|تحقق|بوابة|خزنة|بطاقة|إنذار|مرور)|كود (?:ال)?(?:باب|دخول|تحقق|خزنة|بوابة)|رقم (?:ال)?خزنة | هي|هو|الآن|صارت?|أصبحت?
fa: رمز(?! ?الم)|پسورد|گذرواژه|کلمه عبور | pin(?= [\\u0370-\\u0eff])|رمز (?:کارت|در|گاوصندوق|دوم|پویا|عابر)|کد (?:در|ورود|تایید|تأیید|امنیتی|گاوصندوق)|پین(?: ?کد)? | است|هست|شد|اینه|الان
ru: парол[а-яёіїє]{1,3}|(?<![а-яё])пасс(?![а-яё])|лозинк[аеоу]|кодовое слово | (?:пин|пін)(?:-?код[а-я]{0,2})?|код[а-я]{0,2} (?:от|для|на|від|до|в|с)? ?(?:[а-яё]{3,12} )?(?:двер|сейф|домофон|под[ъь]езд|калитк|ворот|гараж|замк|замок|чемодан|сигнализаци|телефон|карт|шлагбаум|під.їзд|подтвержд)[а-яёії]{0,6} | это|теперь|такой|будет|сейчас|есть|є|це|тепер|был|стоит|мой
el: κωδικ(?:ός|ό|ού|οί)(?! (?:προϊ|προι|ταχ|σφάλμ|σφαλμ|περιοχ|χώρας))|συνθηματικό | κωδικ(?:ός|ό) (?:(?:του|της|για τ[ηο]ν?|στ[ηο]ν?) )?(?:συναγερμ|πόρτ|χρηματοκιβ|γκαράζ|κάρτ|εισόδ|κτηρί|κλειδαρ)[α-ωά-ώ]{1,6} | είναι|ήταν|έγινε|τώρα|πλέον
he: סיסמ(?:ה|ת|תי|א)|ססמ(?:ה|א|ת) | קוד (?:ה|ל)?(?:כניסה|דלת|שער|אזעקה|כספת|סודי|בניין|אימות|בית|חניה|כרטיס)|ה?פין(?: קוד)?|קוד ל(?:דלת|שער|בניין|כספת|אזעקה) | היא|הוא|זה|עכשיו|כרגע
bn: পাসওয়ার্ড|পাস ?ওয়ার্ড | পিন(?: নম্বর)? | হল|হলো
ur: پاس ?ورڈ | پن کوڈ | ہے|اب
ta: கடவுச்சொல் | பின் எண் | தான்
hi: पासवर्ड|पासकोड|कूट ?शब्द | पिन(?! ?कोड)|(?:दरवाज़े|ताले|गेट|तिजोरी|लॉकर|अलार्म) का (?:कोड|नंबर)|ओटीपी | है|अब|यह
th: รหัสผ่าน|พาส ?(?:เวิร์ด|เวิร์ค|เวิด)|รหัส ?(?:ไวไฟ|wi-?fi|เน็ต|ลับ) | รหัส ?(?:ประตู|atm|เอทีเอ็ม|พิน|บัตร|ตู้เซฟ|เซฟ|ล็อก|ล็อค|pin|otp)|พิน|รหัส ?เข้า(?:บ้าน|ห้อง|ตึก|คอนโด|หอ) | คือ|เป็น|ว่า
`;

const [latinPasswords, latinCodes, latinIs] = columns(latin);
const [otherPasswords, otherCodes, otherIs] = columns(others);

/** The letters of words in the table: Latin ones with accents. */
const letters = 'A-Za-z\\u00c0-\\u024f\\u1e00-\\u1eff';
const whole = (words: string) => new RegExp(`(?:${words})(?![${letters}\\d])`, 'gi');

/** Labels of the table. A word in Latin letters after one is rarely a password, unless it is made up. */
export const furtherLabels: readonly SecretLabel[] = [
  {
    kind: 'password',
    value: 'password',
    ambiguous: true,
    further: true,
    whole: true,
    european: true,
    pattern: whole(latinPasswords),
  },
  { kind: 'password', value: 'pin', further: true, whole: true, pattern: whole(latinCodes) },
  { kind: 'password', value: 'pin', further: true, pattern: new RegExp(otherCodes, 'gi') },
  { kind: 'password', value: 'password', further: true, pattern: new RegExp(otherPasswords, 'gi') },
];

/** The rest of the label's word, and up to so many words. */
const words = (most: number) => `[^\\s\\d!-/:-@]{0,30}?(?:[ -][^\\s\\d!-/:-@]{1,16}){0,${most}}?`;
/** `mật khẩu wifi là `, `пароль от почты теперь `, `رمز عبور من `. */
export const further = new RegExp(
  `${words(5)}[ ,]{0,2}(?:(?<![${letters}])(?:${latinIs})|${otherIs}|[-]{1,2})(?: (?:${latinIs}|${otherIs}))?(?: ?[:=])?[ \\u200c]{1,3}`,
  'iy',
);
/** A code of digits after a label of its own: `kod do bramy 4471`, `รหัสประตู 4471`. */
export const furtherBeside = new RegExp(`(?:${words(3)}[ :='"-]{1,3})?(?=\\d)`, 'iy');

/** The three columns of a table, each as alternatives. */
function columns(table: string): [passwords: string, codes: string, is: string] {
  const rows = table
    .normalize('NFKC')
    .trim()
    .split('\n')
    .map((row) => row.slice(4).split(' | '));
  const column = (at: number) => rows.map((row) => row[at]?.trim()).join('|');
  return [column(0), column(1), column(2)];
}
