import { base64, generator, helpers, iban, luhn } from './generator.mjs';

/**
 * Texts with and without secrets, made from a seed: 600 with one (30 kinds) and 3,000 without (30 kinds). Nothing in
 * them is anybody's. Seed 1 is the half to tune on, seed 2 the half that is only reported.
 */
export function corpus(seed) {
  const random = generator(seed);
  const tools = helpers(random);
  const make = (kinds, count) =>
    Object.entries(kinds(tools)).flatMap(([kind, one]) =>
      Array.from({ length: count }, () => ({ kind, ...one() })),
    );
  const placed = make(positives, 10).map(({ kind, text, secret }) => {
    const start = text.indexOf(secret);
    return { kind, text, start, end: start + secret.length };
  });
  return { positives: placed, negatives: make(negatives, 50) };
}

/** One of several sentences around a password. */
function told(tools, sentences) {
  return () => {
    const secret = tools.password();
    return { text: tools.pick(sentences).replace('%', () => secret), secret };
  };
}

function positives(tools) {
  const { pick, int, of, mixed, hex, lower, password } = tools;
  const any = (text, value) => ({ text, secret: value });
  return {
    english: told(tools, [
      'My password is %.',
      'the wifi password is % by the way',
      'I changed my password to %',
      'Her login password was set to % yesterday',
      'You can sign in with the password %',
      'The password for the admin account is still %, please keep it',
      "the router's password: %",
      'Use % as the password for the demo',
      '% is my new password',
      'passcode for the door is %',
    ]),
    chinese: told(tools, [
      '我的密码是%',
      '公司邮箱密码：%，请记好',
      '密码改成%了',
      '服务器的密码目前是%。',
      '登录密码用的是%',
      '我把wifi密码设成了%',
      '口令是%',
      '账号是bob密码%',
      '密碼為%',
      '%是我的密码',
    ]),
    spanish: told(tools, [
      'Mi contraseña es %',
      'La contraseña del wifi es %.',
      'contraseña: %',
      'He cambiado la contraseña a %',
      'La clave de acceso es ahora %',
      'la contrasena sigue siendo %',
      'Entra con la contraseña %',
      'La contraseña de mi correo es %, no la olvides',
      'clave: %',
      'Mi nueva contraseña para el banco es %',
    ]),
    german: told(tools, [
      'Mein Passwort ist %',
      'Das Passwort für das WLAN lautet %.',
      'Passwort: %',
      'Ich habe mein Passwort auf % geändert',
      'Das Kennwort heißt %',
      'Das WLAN-Passwort ist jetzt %',
      'Melde dich mit dem Passwort % an',
      'mein neues passwort ist übrigens: %',
      'Das Passwort vom Server ist immer noch %',
      'Kennwort = %',
    ]),
    french: told(tools, [
      'Mon mot de passe est %',
      'Le mot de passe du wifi est %.',
      'mot de passe : %',
      "J'ai changé mon mot de passe en %",
      'mdp: %',
      "le mot de passe, c'est %",
      'Connecte-toi avec le mot de passe %',
      'Le mot de passe de ma messagerie est maintenant %',
      'Le mot de passe a été changé en %',
      'mdp = %',
    ]),
    portuguese: told(tools, [
      'Minha senha é %',
      'A senha do wifi é %.',
      'senha: %',
      'Mudei a senha para %',
      'A senha do banco agora é %',
      'A palavra-passe é %',
      'Entre com a senha %',
      'A senha foi alterada para %',
      'senha = %',
      'a minha senha ainda é %',
    ]),
    japanese: told(tools, [
      'パスワードは%です',
      'Wi-Fiのパスワードは「%」です。',
      'パスワード：%',
      '新しいパスワードは%にしました',
      'パスワードを%に変更した',
      '私のパスワードは現在%です',
      'ログインパスワードが%になりました',
      'パスワード　%',
      'パスコードは%',
      'サーバのパスワードは%だよ',
    ]),
    korean: told(tools, [
      '비밀번호는 % 입니다',
      '제 비밀번호는 %예요',
      '와이파이 비번은 %',
      '비밀번호: %',
      '비밀번호를 %로 바꿨어요',
      '암호는 %입니다',
      '패스워드는 % 이에요',
      '새 비밀번호가 %입니다',
      '비번 %',
      '서버 비밀번호는 현재 %',
    ]),
    json: told(tools, [
      '{"user":"ada","password":"%"}',
      '{"db": {"passwd": "%", "port": 5432}}',
      '{ "pwd" : "%" }',
      "{'password': '%'}",
      '{"pass":"%"}',
      '"admin_password": "%",',
    ]),
    escapedJson: told(tools, [
      '"{\\"user\\":\\"ada\\",\\"password\\":\\"%\\"}"',
      '{\\"pass\\": \\"%\\"}',
      '{\\\\\\"password\\\\\\":\\\\\\"%\\\\\\"}',
    ]),
    yaml: told(tools, [
      'db:\n  user: ada\n  password: %\n',
      'pass: "%"',
      "- password: '%'",
      'spring.datasource.password: %',
      'auth:\n  pass: %',
    ]),
    env: told(tools, [
      'DB_PASSWORD=%',
      'export PGPASSWORD=%',
      'MYSQL_PWD=%',
      'SMTP_PASS="%"',
      "REDIS_PASSWORD='%'\nPORT=1",
    ]),
    curl: told(tools, [
      'curl -u ada:% https://example.com/api',
      "curl -s --user 'ada:%' https://example.com",
      'curl https://example.com -u "ada:%"',
      'docker login -u ada -p % registry.example.com',
      'mysql -uroot -p% shop',
      'sshpass -p % ssh ada@example.com',
      'machine example.com login ada password %',
    ]),
    twoLines: told(tools, [
      'Password:\n%',
      'Passwort\n%\n',
      'Contraseña:\n  %',
      '密码：\n%',
      'user: ada\npassword:\n%\nthanks',
      'Mot de passe :\n%',
      '**Password**\n%',
    ]),
    connection: told(tools, [
      'postgres://ada:%@db.example.com/shop',
      'mongodb+srv://ada:%@cluster0.example.net',
      'Server=db;User Id=sa;Password=%;',
      'jdbc:mysql://db/shop?user=ada&password=%',
      'amqp://ada:%@queue:5672',
    ]).bind(null),
    webhook: () => {
      const url = pick([
        () =>
          `https://hooks.slack.com/services/T${of(mixed.toUpperCase(), 8)}/B${of(hex.toUpperCase(), 8)}/${of(mixed, 24)}`,
        () => `https://discord.com/api/webhooks/${int(1e8, 9e8)}/${of(mixed, 60)}`,
        () => `https://oapi.dingtalk.com/robot/send?access_token=${of(hex, 64)}`,
        () => `https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=${tools.uuid()}`,
        () => `https://hooks.zapier.com/hooks/catch/${int(1e5, 9e5)}/${of(lower, 8)}`,
        () => `https://open.feishu.cn/open-apis/bot/v2/hook/${tools.uuid()}`,
      ])();
      return any(`post it to ${url}`, url);
    },
    iban: () => {
      const number = pick([
        () => iban('DE', of('0123456789', 18)),
        () => iban('FR', of('0123456789', 23)),
        () => iban('ES', of('0123456789', 20)),
        () => iban('GB', `NWBK${of('0123456789', 14)}`),
        () => iban('PT', of('0123456789', 21)),
      ])();
      const shown = pick([number, number.replace(/(.{4})(?=.)/g, '$1 ')]);
      return any(
        `${pick(['Meine IBAN:', 'pay to', 'mi cuenta es'])} ${shown}${pick(['', '.', ' thanks'])}`,
        shown,
      );
    },
    card: () => {
      const number = luhn(
        pick([
          `4${of('0123456789', 14)}`,
          `5${int(1, 5)}${of('0123456789', 13)}`,
          `37${of('0123456789', 12)}`,
        ]),
      );
      const shown =
        number.length === 16
          ? pick([
              number,
              number.replace(/(.{4})(?=.)/g, '$1 '),
              number.replace(/(.{4})(?=.)/g, '$1-'),
            ])
          : number;
      return any(
        `${pick(['my card', 'Karte', '卡号', 'tarjeta'])}: ${shown} ${pick(['12/29', ''])}`,
        shown,
      );
    },
    azure: () => {
      const key = `${of(mixed, 85)}9==`;
      return any(
        `DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=${key};EndpointSuffix=core.windows.net`,
        key,
      );
    },
    docker: () => {
      const value = base64(`ada:${password()}`);
      return pick([
        any(`{"auths":{"https://index.docker.io/v1/":{"auth":"${value}"}}}`, value),
        (() => {
          const key = `dckr_pat_${of(mixed, 27)}`;
          return any(`docker token ${key}`, key);
        })(),
      ]);
    },
    encoded: () => {
      const value = base64(
        pick(['password: %', 'my password is %', '{"password":"%"}', 'DB_PASSWORD=%']).replace(
          '%',
          password,
        ),
      );
      return any(pick([value, `data: ${value}`, `echo ${value} | base64 -d`]), value);
    },
    split: () => {
      const value = password();
      const invisible = pick(['\u200b', '\u200d', '\u2060', '\ufeff', '\u00ad']);
      const shown = [...value].join(invisible);
      return any(`my password is ${shown}`, shown);
    },
    own: () => {
      const key = `mneme-key_${of(hex, 24)}-${of(hex, 48)}`;
      return any(`${pick(['use', '用', 'Authorization: Bearer'])} ${key}`, key);
    },
    github: () => {
      const key = `gh${pick([...'pousr'])}_${of(mixed, 36)}`;
      return any(`token is ${key}`, key);
    },
    aws: () => {
      const key = `AKIA${of('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 16)}`;
      return any(`aws ${key} is in use`, key);
    },
    openai: () => {
      const key = `sk-proj-${of(mixed, 48)}1`;
      return any(`OPENAI_API_KEY=${key}`, key);
    },
    apiKey: () => {
      const key = of(mixed, int(20, 40)) + int(10, 99);
      return any(
        pick([
          `api_key=${key}`,
          `my API key is ${key}`,
          `API密钥：${key}`,
          `"apiKey": "${key}"`,
          `x-api-key: ${key}`,
          `API key:\n${key}`,
        ]),
        key,
      );
    },
    jwt: () => {
      const key = `eyJ${of(mixed, 30)}.eyJ${of(mixed, 60)}.${of(mixed, 43)}`;
      return any(`Authorization: Bearer ${key}`, key);
    },
    pem: () => {
      const key = `-----BEGIN RSA PRIVATE KEY-----\n${of(mixed, 64)}\n${of(mixed, 64)}\n-----END RSA PRIVATE KEY-----`;
      return any(key, key);
    },
    pin: () => {
      const value = String(int(1000, 9999));
      return any(
        pick([
          'my pin is %',
          'PIN: %',
          'Meine PIN ist %',
          'El pin es %',
          '暗証番号は%です',
          'the PIN code is %',
        ]).replace('%', value),
        value,
      );
    },
  };
}

function negatives(tools) {
  const { random, pick, int, of, hex, lower, uuid, words } = tools;
  const of1 = (texts) => () => ({ text: pick(texts) });
  return {
    floats: () => ({
      text: Array.from({ length: 8 }, () => random() * 10 ** int(-2, 12)).join(
        pick([', ', ' ', '\n']),
      ),
    }),
    code: of1([
      'self.password = password',
      'this.password = hash(password);',
      'const password = getPassword();',
      'if (password !== confirmPassword) throw new Error();',
      "password = request.form['password']",
      'password = request.form["password"]',
      'def login(user, password):',
      'password: str = Field(min_length=8)',
      'password: string | undefined;',
      'password = args.password',
      'token = generate_token()',
      'password := os.Getenv("DB_PASSWORD")',
      "const token = req.headers['authorization'];",
      'password VARCHAR(255) NOT NULL',
      'private String password;',
      'PASSWORD_MIN_LENGTH = 12',
      'return bcrypt.compare(password, user.passwordHash);',
      'password: process.env.DB_PASSWORD,',
      'let apiKey = config.apiKey;',
      '<input type="password" name="password">',
      'password={password}',
      'secret_key = settings.SECRET_KEY',
      'token?: string;',
      'api_key: Optional[str] = None',
      'mysql -u root -p shop < dump.sql',
      'docker run -p 8080:80 -u 1000:1000 nginx',
      'curl -u $USER:$PASSWORD https://example.com',
    ]),
    sha256: () => ({ text: `sha256 ${of(hex, 64)}` }),
    md5: () => ({ text: `the hash is ${of(hex, 32)}` }),
    uuid: () => ({ text: `session ${uuid()} and ${uuid()}` }),
    commit: () => ({ text: `fixed in ${of(hex, 40)}, see ${of(hex, 7)}` }),
    order: () => ({
      text: `${pick(['Order', 'order number', 'Bestellung Nr.', '订单号', 'tracking', 'Pedido'])} ${of('0123456789', int(8, 12))} ${pick(['has shipped', 'ist da', '已发货'])}`,
    }),
    isbn: () => ({
      text: `ISBN 978-${int(0, 9)}-${of('0123456789', 3)}-${of('0123456789', 5)}-${int(0, 9)}`,
    }),
    phone: () => ({
      text: pick([
        `call +49 ${int(150, 179)} ${of('0123456789', 8)}`,
        `+1 415 ${int(200, 999)} ${of('0123456789', 4)}`,
        `电话 138${of('0123456789', 8)}`,
        `tel. 0${int(1, 6)} ${of('0123456789', 2)} ${of('0123456789', 2)} ${of('0123456789', 2)} ${of('0123456789', 2)}`,
      ]),
    }),
    image: () => ({
      text: `data:image/png;base64,iVBORw0KGgo${Buffer.from(Array.from({ length: 300 }, () => int(0, 255))).toString('base64')}`,
    }),
    binary: () => ({
      text: Buffer.from(Array.from({ length: int(12, 90) }, () => int(0, 255))).toString('base64'),
    }),
    encodedText: () => ({
      text: Buffer.from(
        `${pick(words)} goes to the ${pick(words)} at ${int(1, 12)} o'clock`,
      ).toString('base64'),
    }),
    english: of1([
      'I forgot my password again',
      'My password is too weak',
      'The password must have at least 12 characters',
      'She changed her password to something stronger',
      'Passwords expire every 90 days',
      'The password is required.',
      'Never share your password with anyone',
      'Is the password case-sensitive?',
      'the password reset link was sent on 3 May 2024',
      'Password: please ask the administrator',
      'A good passphrase has five words',
      'my password is the name of my first pet',
      'the password is wrong',
      'Please set a password.\nThen sign in.',
      'Forgot your password?\nReset it',
      'the password manager stores 200 logins',
      'This is not my password',
      'The API key is missing',
      'tokens per second: 1234',
    ]),
    chinese: of1([
      '我忘记密码了',
      '密码太弱，请换一个',
      '密码至少要8位',
      '密码是我的生日',
      '请不要告诉别人你的密码',
      '密码学是一门学科',
      '他改了密码',
      '密码必须包含大写字母和数字',
      '重置密码的链接已发送',
      '密码用bcrypt加密存储',
      '口令是一种身份验证方式',
      '密码：请联系管理员',
      '密码每90天更换一次',
      '密码错误3次会锁定',
    ]),
    spanish: of1([
      'He olvidado mi contraseña',
      'La contraseña es obligatoria',
      'La contraseña debe tener al menos 8 caracteres',
      'Mi contraseña es muy débil',
      'Cambié la contraseña a una más segura',
      'La clave es la paciencia',
      'La clave del éxito es trabajar 8 horas',
      'Contraseña: mínimo 12 caracteres',
      'No compartas tu contraseña con nadie',
      'la contraseña es incorrecta',
      'La contraseña caduca en 90 días',
      'La clave está en la página 42',
      'la palabra clave es libertad',
      'Su contraseña es la misma de siempre',
    ]),
    german: of1([
      'Ich habe mein Passwort vergessen',
      'Das Passwort ist falsch',
      'Das Passwort muss mindestens 8 Zeichen haben',
      'Mein Passwort ist zu schwach',
      'Ich habe das Passwort auf Wunsch geändert',
      'Das Passwort wurde am 3. Mai geändert',
      'Passwort: Pflichtfeld',
      'Gib dein Passwort niemandem',
      'Das Kennwort läuft nach 90 Tagen ab',
      'Der Passwort-Manager speichert 200 Logins',
      'das passwort ist der name meines hundes',
      'Passwörter für 2FA brauchen wir nicht',
    ]),
    french: of1([
      "J'ai oublié mon mot de passe",
      'Le mot de passe est incorrect',
      'Le mot de passe doit contenir au moins 8 caractères',
      'Mon mot de passe est trop faible',
      'Ne partagez pas votre mot de passe',
      'Mot de passe : 8 caractères minimum',
      'Le mot de passe expire dans 90 jours',
      'le mot de passe est le nom de mon chien',
      'mot de passe oublié ?',
      'Le mot de passe a été changé en mai 2024',
    ]),
    portuguese: of1([
      'Esqueci minha senha',
      'A senha é obrigatória',
      'A senha deve ter pelo menos 8 caracteres',
      'Minha senha é muito fraca',
      'Não compartilhe sua senha',
      'A senha expira em 90 dias',
      'Mudei a senha para uma mais forte',
      'a senha é o nome do meu cachorro',
      'Senha: mínimo de 8 caracteres',
      'A senha da fila é a 42',
    ]),
    japanese: of1([
      'パスワードを忘れました',
      'パスワードは8文字以上必要です',
      'パスワードが間違っています',
      'パスワードを変更してください',
      'パスワードは誰にも教えないで',
      'パスワードは90日ごとに変更します',
      'パスワードはペットの名前です',
      'パスワード管理ツールを使う',
    ]),
    korean: of1([
      '비밀번호를 잊어버렸어요',
      '비밀번호는 8자 이상이어야 합니다',
      '비밀번호가 틀렸습니다',
      '비밀번호를 변경해 주세요',
      '비밀번호는 제 생일이에요',
      '비밀번호는 90일마다 바꿔야 합니다',
      '암호화 알고리즘을 배웠다',
      '비밀번호를 2번 틀렸어요',
    ]),
    version: () => ({
      text: `upgrade from v${int(0, 9)}.${int(0, 20)}.${int(0, 9)} to ${int(1, 9)}.${int(0, 99)}.${int(0, 9)}-rc.${int(1, 9)}`,
    }),
    url: () => ({
      text: `https://example.com/${of(lower, 8)}/${int(1000, 99999)}?page=${int(1, 99)}&ref=${of(lower, 6)}#${of(lower, 5)}`,
    }),
    path: () => ({
      text: `/home/ada/${of(lower, 8)}/${of(lower, 6)}_${int(1, 99)}.${pick(['ts', 'py', 'md'])}:${int(1, 400)}`,
    }),
    email: () => ({
      text: `write to ${of(lower, 6)}.${of(lower, 7)}@example.com about invoice ${int(10000, 99999)}`,
    }),
    date: () => ({
      text: `${int(1990, 2030)}-0${int(1, 9)}-${int(10, 28)}T0${int(0, 9)}:${int(10, 59)}:${int(10, 59)}.${int(100, 999)}Z ${Math.floor(random() * 2e12)}`,
    }),
    ids: () => ({ text: `mem_${of(hex, 32)} in memstore_${of(hex, 32)}, key_${of(hex, 24)}` }),
    template: of1([
      'password: <your password>',
      'password: ********',
      'PASSWORD=$' + '{DB_PASSWORD}',
      'api_key=YOUR_API_KEY',
      'password: {{ .Values.password }}',
      'token: xxxxxxxxxxxxxxxx',
      'sk-your-key-here',
      'password: changeme-placeholder'.replace('changeme-placeholder', '<changeme>'),
      'Authorization: Bearer $TOKEN',
      'postgres://user:$' + '{PASSWORD}@host/db',
    ]),
    numbers: () => ({
      text: `${Array.from({ length: 6 }, () => int(0, 99999)).join(' ')} and ${int(1000, 9999)} EUR, ${int(1, 99)}.${int(100, 999)}.${int(100, 999)},00`,
    }),
    prose: () => ({
      text: `${pick(words)} and ${pick(words)} met in ${int(1900, 2030)} near the ${pick(words).toLowerCase()}; the key to success is ${pick(['patience', 'work', 'luck'])}, and the secret is ${pick(['butter', 'time', 'salt'])}.`,
    }),
    identifiers: () => ({
      text: `call ${of(lower, 5)}${pick(words)}${pick(words)}Handler${int(1, 9)} with ${of(lower, 4)}_${of(lower, 6)}_${int(1, 99)} and ${pick(words)}${pick(words)}${pick(words)}Factory`,
    }),
  };
}
