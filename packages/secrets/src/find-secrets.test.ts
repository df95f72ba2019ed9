import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findSecrets } from './find-secrets.ts';
import { maskSecrets } from './mask-secrets.ts';

/** Made at run time, so that secret scanners do not report this file. */
const made = (prefix: string, length: number) =>
  prefix + 'a1B2c3D4e5F6g7H8j9K0'.repeat(5).slice(0, length);
const pem = (label: string) =>
  `-----BEGIN ${label}-----\n${made('MII', 61)}\n${made('', 40)}\n-----END ${label}-----`;

const passwords: [text: string, secret: string][] = [
  ['password: hunter2', 'hunter2'],
  ['My password is hunter2.', 'hunter2'],
  ['my password is swordfish', 'swordfish'],
  ['the password to the wifi is Tr0ub4dor', 'Tr0ub4dor'],
  ['The password for my mail account is now: Blue!42', 'Blue!42'],
  ['I changed my password to Summer2031!', 'Summer2031!'],
  ['My bank password’s MonkeyBusiness7', 'MonkeyBusiness7'],
  ['the wifi password is "open sesame"', 'open sesame'],
  ['Password: correct horse battery staple', 'correct horse battery staple'],
  ['pwd=abc123', 'abc123'],
  ['DB_PASSWORD=s3cret', 's3cret'],
  ['--password hunter22', 'hunter22'],
  ['{"password": "hunter2", "user": "bob"}', 'hunter2'],
  ['user=sa;password=Str0ng!Pass;db=x', 'Str0ng!Pass'],
  ['pw: letmein', 'letmein'],
  ['my pin is 4821', '4821'],
  ['cvv: 123', '123'],
  ['passphrase: winter coffee purple elephant', 'winter coffee purple elephant'],
  ['我的密码是hunter2请记住', 'hunter2'],
  ['Wi-Fi密码现在改成了abcd1234，别忘了', 'abcd1234'],
  ['密码：12345678', '12345678'],
  ['账号bob密码hunter2', 'hunter2'],
  ['密碼為 abc123', 'abc123'],
  ['口令是“芝麻开门”', '芝麻开门'],
  ['口令：芝麻开门', '芝麻开门'],
  ['パスワードはhunter2です', 'hunter2'],
  ['비밀번호는 hunter2 입니다', 'hunter2'],
  ['ｐａｓｓｗｏｒｄ：ｈｕｎｔｅｒ２', 'ｈｕｎｔｅｒ２'],
  ['pass\u200bword: hun\u200bter2', 'hun\u200bter2'],
  ['postgres://bob:p4ss@host/db', 'p4ss'],
  ['redis://:foobared@localhost:6379', 'foobared'],
  ['Mi contraseña es Girasol88', 'Girasol88'],
  ['La contraseña nueva del wifi es "Verano2024!"', 'Verano2024!'],
  ['mi contraseña de Gmail: fl0resRojas', 'fl0resRojas'],
  ['Das WLAN-Passwort lautet Sonne#12.', 'Sonne#12'],
  ['Ich habe mein Passwort auf Regen2022! geändert', 'Regen2022!'],
  ["Mon mot de passe, c'est Lune88", 'Lune88'],
  ['Le mot de passe a été changé en Neige2023', 'Neige2023'],
  ['A senha do banco agora é Mar@2021', 'Mar@2021'],
  ['Mudei a senha para Chuva_99', 'Chuva_99'],
  ['パスワードを「Sakura2020」に変更しました', 'Sakura2020'],
  ['비밀번호는 현재 Bada2021 입니다', 'Bada2021'],
  ['我把密码改成了Zhu2021!', 'Zhu2021!'],
  ['hunter2! is my password', 'hunter2!'],
  ['{\\"password\\":\\"hunter22\\"}', 'hunter22'],
  ['Password:\nhunter2!', 'hunter2!'],
  ['password: |\n  hunter2!', 'hunter2!'],
  ['curl -s -u ada:hunter22 https://example.com', 'hunter22'],
  ['machine example.com login ada password hunter22', 'hunter22'],
  ['cGFzc3dvcmQ6IGh1bnRlcjI=', 'cGFzc3dvcmQ6IGh1bnRlcjI='],
  ['cGFzc3dvcmQ6IGh1\u200bbnRlcjI=', 'cGFzc3dvcmQ6IGh1\u200bbnRlcjI='],
  [
    'ｃＧＦｚｃ３ｄｖｃｍＱ６ＩＧｈ１ｂｎＲｌｃｊＩ＝',
    'ｃＧＦｚｃ３ｄｖｃｍＱ６ＩＧｈ１ｂｎＲｌｃｊＩ＝',
  ],
];

const keys: [kind: string, secret: string][] = [
  ['private_key', pem('PRIVATE KEY')],
  ['private_key', pem('RSA PRIVATE KEY')],
  ['private_key', pem('OPENSSH PRIVATE KEY')],
  ['private_key', pem('PGP PRIVATE KEY BLOCK')],
  ['api_key', made('sk-', 40)],
  ['api_key', made('sk-proj-', 40)],
  ['api_key', made('sk-ant-api03-', 40)],
  ['token', made('ghp_', 36)],
  ['token', made('gho_', 36)],
  ['token', made('github_pat_', 60)],
  ['api_key', ['AKIA', 'ABCD1234EFGH5678'].join('')],
  ['api_key', made('AIza', 35)],
  ['token', made('xoxb-', 30)],
  ['token', made('glpat-', 20)],
  ['token', made('hf_', 34)],
  ['token', made('npm_', 36)],
  ['api_key', made('sk_live_', 24)],
  ['api_key', made('rk_live_', 24)],
  ['token', `${made('eyJ', 20)}.${made('eyJ', 30)}.${made('', 30)}`],
  ['webhook', `https://hooks.slack.com/${made('services/T0/B0/', 24)}`],
  ['webhook', `https://discord.com/api/${made('webhooks/123/', 24)}`],
];

const labelled: [text: string, secret: string][] = [
  ['Authorization: Bearer abcd1234efgh5678', 'abcd1234efgh5678'],
  ['api_key=abcd1234efgh5678', 'abcd1234efgh5678'],
  ['my API key is abcd1234efgh5678', 'abcd1234efgh5678'],
  ['token: 9f8e7d6c5b4a39281706', '9f8e7d6c5b4a39281706'],
  ["client_secret='Zx81kQm92Lp0'", 'Zx81kQm92Lp0'],
  ['https://example.com/?token=abc123def456ghi7&x=1', 'abc123def456ghi7'],
  ['API密钥：abcd1234efgh5678', 'abcd1234efgh5678'],
];

const accounts = [
  'DE89 3704 0044 0532 0130 00',
  'GB82WEST12345698765432',
  'CH93 0076 2011 6238 5295 7',
];

const cards: [text: string, secret: string][] = [
  ['4111 1111 1111 1111 12/27', '4111 1111 1111 1111'],
  ['我的卡号是5555555555554444谢谢', '5555555555554444'],
  ['3782-822463-10005', '3782-822463-10005'],
  ['３５３０１１１３３３３０００００', '３５３０１１１３３３３０００００'],
  ['4222222222222', '4222222222222'],
  ['4111\u200b1111\u200b1111\u200b1111', '4111\u200b1111\u200b1111\u200b1111'],
];

const harmless = [
  'the password policy requires 12 characters',
  'I forgot my password',
  'My password is too weak, the new one must be long',
  'The password is required.',
  'The password is 12 characters long',
  'My password is the name of my first pet',
  'the password is case-sensitive',
  'The password is stored as sha256',
  'she changed her password to something stronger',
  'I set a password to protect my phone',
  'password: <your password>',
  'password: ********',
  'password: string;',
  "password = os.environ['X']",
  'PASSWORD=$' + '{DB_PASSWORD}',
  'Password: please change it every month',
  'token: the basic unit of text',
  'tokens per second: 1234',
  'the token limit is 128000 tokens',
  'my secret is that I love jazz',
  'her credentials: MIT2012 graduate',
  'I passed the test; pins and needles: 1234',
  'call +1 415 555 2671 or 13812345678',
  'Order number 4539578763621486 has shipped',
  '订单号4539578763621486',
  'ISBN 978-3-16-148410-0',
  'IMEI 490154203237518',
  'the session is 550e8400-e29b-41d4-a716-446655440000',
  'fixed in commit 3f786850e387550fdab836ed7e6dc881de23001b',
  'sk-estimator-html-doc-link',
  'see https://example.com:443/a@b',
  '密码学是一门学科',
  '忘记密码了',
  '密码是8位数字',
  '密码是2019年设的',
  '我的密码是我的生日',
  '密码：请联系管理员',
  '口令是一种身份验证方式',
  'self.password = password',
  'La contraseña es obligatoria',
  'Cambié la contraseña a una más segura',
  'Das Passwort wurde am 3. Mai geändert',
  'Passwort: bitte beim Admin erfragen',
  'Le mot de passe expire dans 90 jours',
  'A senha é o nome do meu cachorro',
  'パスワードは英数字8文字です',
  '비밀번호는 8자 이상이어야 합니다',
  '48.39634564705193, 7875770516.693592',
  '42763 4834 13292 45795',
  'Forgot your password?\nReset it',
  'docker run -p 8080:80 -u 1000:1000 nginx',
  'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
];

const found = (text: string) => findSecrets(text).map(({ start, end }) => text.slice(start, end));

describe('findSecrets', () => {
  it.each(passwords)('finds the password in %j', (text, secret) => {
    expect(found(text)).toEqual([secret]);
    expect(findSecrets(text)[0]?.kind).toBe('password');
  });

  it.each(keys)('finds the %s %j, next to words and next to Chinese', (kind, secret) => {
    for (const text of [secret, `use ${secret} for that`, `用${secret}来登录`]) {
      expect(found(text)).toEqual([secret]);
      expect(findSecrets(text)[0]?.kind).toBe(kind);
    }
  });

  it.each(labelled)('finds the key in %j', (text, secret) => {
    expect(found(text)).toEqual([secret]);
  });

  it.each(cards)('finds the card number in %j', (text, secret) => {
    expect(found(text)).toEqual([secret]);
    expect(findSecrets(text)[0]?.kind).toBe('card_number');
  });

  it.each(accounts)('finds the bank account %j, but not with another digit', (account) => {
    expect(findSecrets(`pay to ${account}, thanks`)).toMatchObject([{ kind: 'iban' }]);
    expect(found(`pay to ${account}.`)).toEqual([account]);
    const wrong = account.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10));
    expect(found(`pay to ${wrong}`)).toEqual([]);
  });

  it.each([
    'de389fc3-c379-440c-8ea8-f5f75f4b6090',
    '50450323-91c2-42f7-be41-227bdb7f8752',
    'DE389FC3-C379-440C-8EA8-F5F75F4B6090',
    'sesn_ba134777c0a5429daa358415b1c3bb4b',
  ])('does not take an id with a valid checksum for an account: %s', (id) => {
    expect(findSecrets(id)).toEqual([]);
  });

  it('finds keys of the Mneme server', () => {
    const key = `mneme-key_${'0123456789ab'.repeat(2)}-${'0123456789ab'.repeat(4)}`;
    expect(found(`use ${key} there`)).toEqual([key]);
  });

  it('finds a truncated private key', () => {
    const text = pem('PRIVATE KEY').split('\n').slice(0, 3).join('\n');
    expect(found(`${text} and so on`)).toEqual([text]);
  });

  it.each(harmless)('finds nothing in %j', (text) => {
    expect(found(text)).toEqual([]);
  });

  it('finds several, in order', () => {
    const text = 'my password is hunter2 and my card 4111111111111111';
    expect(found(text)).toEqual(['hunter2', '4111111111111111']);
  });

  it('returns findings in order, without overlaps and within the text', () => {
    fc.assert(
      fc.property(mixed, (text) => {
        let position = 0;
        for (const { start, end } of findSecrets(text)) {
          expect(start).toBeGreaterThanOrEqual(position);
          expect(end).toBeGreaterThan(start);
          position = end;
        }
        expect(position).toBeLessThanOrEqual(text.length);
      }),
    );
  });

  it('recognises a card number by its check digit', () => {
    const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 14, maxLength: 14 });
    fc.assert(
      fc.property(digits, (middle) => {
        const cardsOfTen = Array.from({ length: 10 }, (_, check) => `4${middle.join('')}${check}`);
        expect(cardsOfTen.filter((card) => findSecrets(card).length > 0)).toHaveLength(1);
      }),
    );
  });
});

/** Texts with secrets and parts of secrets in any order. */
const mixed = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 5 }),
      fc.constantFrom('password', ': ', ' is ', '密码', '是', '：', 'token=', '"', "'", ' ', '\n'),
      fc.constantFrom('4111 1111 ', '1111 1111', '1', 'sk-', 'a1', '://', '@', 'eyJ', '[', ']'),
      fc.constantFrom('[password removed]', 'removed]', '-----BEGIN PRIVATE KEY-----', '\u200b'),
      fc.constantFrom(...[...passwords, ...labelled, ...cards].map(([text]) => text)),
      fc.constantFrom(...keys.map(([, secret]) => secret)),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

describe('maskSecrets', () => {
  it('replaces each secret by its kind and keeps the rest', () => {
    expect(maskSecrets('我的密码是hunter2请记住, card 4111111111111111.')).toBe(
      '我的密码是[password removed]请记住, card [card_number removed].',
    );
  });

  it('leaves no secret, and is idempotent', () => {
    fc.assert(
      fc.property(mixed, (text) => {
        const masked = maskSecrets(text);
        expect(findSecrets(masked)).toEqual([]);
        expect(maskSecrets(masked)).toBe(masked);
      }),
      { numRuns: 300 },
    );
  });
});

const identitiesIn = (text: string) =>
  findSecrets(text).map(({ kind, start, end }) => [kind, text.slice(start, end)]);

describe('identity numbers', () => {
  it.each([
    ['529.982.247-25', '529.982.247-26'],
    ['11010519491231002X', '110105194912310021'],
    ['X1234567L', 'X1234567A'],
    ['12345678-Z', '12345678-A'],
    ['1 84 12 76 451 089 46', '1 84 12 76 451 089 47'],
    ['900101-1234568', '900101-1234567'],
  ])('are recognised without a label if their check digits are valid: %s', (right, wrong) => {
    expect(identitiesIn(`here: ${right}, thanks`)).toEqual([['identity_number', right]]);
    expect(identitiesIn(`here: ${wrong}, thanks`)).toEqual([]);
  });

  it.each([
    ['my SSN is ', '219-09-9998'],
    ['Steuer-ID: ', '86 095 742 719'],
    ['Rentenversicherungsnummer ', '15 070649 C 103'],
    ['mi DNI es ', '12345678Z'],
    ['マイナンバーは', '123456789018'],
    ['National Insurance number: ', 'AB123456C'],
  ])('are recognised by the word before them, but not without it: %s%s', (label, number) => {
    expect(identitiesIn(label + number)).toEqual([['identity_number', number]]);
    expect(identitiesIn(`delivery ${number} came`)).toEqual([]);
  });

  it('are recognised by the word after them', () => {
    expect(identitiesIn('219-09-9998 is my social security number')).toEqual([
      ['identity_number', '219-09-9998'],
    ]);
  });

  it('are not recognised if the text says that it is another number', () => {
    expect(identitiesIn('order 529.982.247-25 was sent')).toEqual([]);
  });
});
