/**
 * Secrets in the forms that programs give them. Each is made from the generator's values; vendors' prefixes are put
 * together from parts, so that no scanner takes this file for a leak. `⟦` and `⟧` stand around the secret.
 */
export function formats({ pick, int, of, lower, mixed, hex, password, luhn, base64, iban, bip39 }) {
  const upper = lower.toUpperCase();
  const digits = '0123456789';
  const url64 = `${mixed}-_`;
  const strong = () => `${of(`${mixed}_-+.`, 9)}${int(0, 9)}${of(lower, 2)}`;
  const user = () => pick(['ada', 'root', 'svc_app', 'deploy', 'postgres', 'admin']);
  const host = () =>
    `${pick(['db', 'cache', 'mail', 'git'])}${int(1, 9)}.${pick(['example.com', 'internal', 'corp.local'])}`;
  const s = (value) => `⟦${value}⟧`;
  const card = () =>
    pick([
      () => luhn(`4${of(digits, 14)}`).replace(/(.{4})(?=.)/g, `$1${pick([' ', '-', ''])}`),
      () => luhn(`5${int(1, 5)}${of(digits, 13)}`).replace(/(.{4})(?=.)/g, `$1${pick([' ', '-'])}`),
      () => luhn(`3${pick(['4', '7'])}${of(digits, 12)}`).replace(/^(.{4})(.{6})/, '$1 $2 '),
      () => luhn(`6011${of(digits, 11)}`),
    ])();
  const jwt = () =>
    `${base64('{"alg":"HS256","typ":"JWT"}').replace(/=+$/, '')}.${base64(`{"sub":"${int(1e5, 1e9)}","name":"ada"}`).replace(/=+$/, '')}.${of(url64, 43)}`;
  const pem = (label) =>
    `-----BEGIN ${label}-----\n${Array.from({ length: 4 }, () => of(`${mixed}+/`, 64)).join('\n')}\n${of(mixed, 22)}==\n-----END ${label}-----`;
  const disguise = (text, mark) =>
    [...text].map((character, index) => (index % 3 === 1 ? character + mark : character)).join('');
  const wide = (text) =>
    [...text]
      .map((c) => (c > ' ' && c <= '~' ? String.fromCharCode(c.charCodeAt(0) + 0xfee0) : c))
      .join('');
  const openai = () => `${'sk'}-${'proj'}-${of(url64, 74)}T3${'Blbk'}FJ${of(url64, 74)}`;
  const github = () => `${'gh'}${pick(['p', 'o', 's', 'u'])}_${of(mixed, 36)}`;
  const stripe = () => `${pick(['sk', 'rk'])}_${pick(['live', 'test'])}_${of(mixed, 24)}`;
  const slackHook = () =>
    `https://hooks.${'slack'}.com/services/T${of(upper + digits, 8)}/B${of(upper + digits, 10)}/${of(mixed, 24)}`;

  return {
    label: [
      () => `{"user":"${user()}","password":"${s(password())}","retries":3}`,
      () => `{\n  "db": {\n    "passwd": "${s(strong())}"\n  }\n}`,
      () => `"{\\"login\\":\\"ada\\",\\"password\\":\\"${s(password())}\\"}"`,
      () => `body: "{\\"client_secret\\": \\"${s(strong())}\\"}"`,
      () => `{'apiKey': '${s(of(mixed, 32))}'}`,
      () => `database:\n  user: app\n  password: ${s(password())}\n  port: 5432`,
      () => `smtp_password: '${s(password())}'`,
      () => `DB_PASSWORD=${s(password())}`,
      () => `export API_TOKEN="${s(of(mixed, 28))}"`,
      () => `SECRET_KEY_BASE=${s(of(hex, 64))}`,
      () => `DJANGO_SECRET_KEY='${s(of(`${mixed}!@#$%^&*(-_=+)`, 50))}'`,
      () => `[database]\nhost = ${host()}\npassword = ${s(password())}`,
      () => `[auth]\ntoken = "${s(of(mixed, 32))}"`,
      () => `spring.datasource.password=${s(password())}`,
      () =>
        `<connectionStrings><add name="x" connectionString="Server=${host()};Database=a;User Id=${user()};Password=${s(password())};"/></connectionStrings>`,
      () => `<password>${s(password())}</password>`,
      () => `<property name="hibernate.connection.password" value="${s(password())}"/>`,
      () => `<add key="ApiSecret" value="${s(of(mixed, 24))}" />`,
      () => `const dbPassword = '${s(password())}';`,
      () => `private static final String API_KEY = "${s(of(mixed, 32))}";`,
      () => `$config['db_pass'] = '${s(password())}';`,
      () => `auth_token: !!str ${s(of(mixed, 26))}`,
      () => `REDIS_AUTH=${s(of(mixed, 20))}`,
      () => `ENV JWT_SECRET ${s(of(mixed, 32))}`,
      () => `  - name: DB_PASSWORD\n    value: "${s(password())}"`,
      () => `terraform: secret_key = "${s(of(`${mixed}/+`, 40))}"`,
      () => `password:\n    ${s(password())}`,
      () => `Password\n\n${s(password())}`,
      () => `API key\n${s(of(mixed, 32))}`,
      () => `| Username | Password |\n|---|---|\n| ${user()} | ${s(password())} |`,
      () => `| host | ${host()} |\n| pwd | ${s(password())} |`,
      () => `**API Key**: \`${s(of(hex, 32))}\``,
      () => `Username: ${user()}\nPassword: ${s(password())}`,
      () => `encryption_key=${s(of(hex, 64))}`,
      () => `"accessKeySecret": "${s(of(mixed, 30))}"`,
      () => `app.security.jwt-secret: ${s(base64(of(mixed, 32)))}`,
      () => `passphrase: "${s(`${of(lower, 5)} ${of(lower, 6)} ${of(lower, 4)} ${of(lower, 7)}`)}"`,
      () => `data: {%22password%22:%22${s(strong())}%22}`,
    ],
    command: [
      () => `curl -u ${user()}:${s(password())} https://${host()}/v1`,
      () => `curl --user "${user()}:${s(password())}" https://${host()}/v1/items`,
      () => `curl -s https://${host()}/api -H "Authorization: Bearer ${s(of(mixed, 40))}"`,
      () => `curl -H 'X-Api-Key: ${s(of(mixed, 32))}' https://${host()}/`,
      () => `wget --user=${user()} --password=${s(password())} https://${host()}/x.zip`,
      () => `docker login -u ada -p ${s(password())} registry.example.com`,
      () => `docker run -e POSTGRES_PASSWORD=${s(password())} postgres:17`,
      () => `mysql -u root -p${s(password())} shop`,
      () => `mysqldump --user=root --password='${s(password())}' shop > shop.sql`,
      () => `PGPASSWORD=${s(password())} psql -h ${host()} -U ${user()}`,
      () => `sshpass -p '${s(password())}' ssh ${user()}@${host()}`,
      () => `redis-cli -h ${host()} -a ${s(password())} ping`,
      () => `mongosh --username ada --password ${s(password())}`,
      () => `echo '${s(password())}' | sudo -S apt update`,
      () => `http -a ${user()}:${s(password())} GET https://${host()}/me`,
      () => `git remote set-url origin https://ada:${s(github())}@github.com/ada/notes.git`,
      () => `git clone https://oauth2:${s(of(url64, 20))}@gitlab.example.com/a/b.git`,
      () => `machine ${host()} login ada password ${s(password())}`,
      () => `openssl enc -aes-256-cbc -k ${s(password())} -in a -out b`,
      () => `openssl rsa -in key.pem -passin pass:${s(password())}`,
      () => `net use Z: \\\\nas\\media ${s(password())} /user:ada`,
      () => `unzip -P ${s(password())} photos.zip`,
      () => `7z x backup.7z -p${s(password())}`,
      () => `kubectl create secret generic db --from-literal=password=${s(password())}`,
      () => `aws configure set aws_secret_access_key ${s(of(`${mixed}/+`, 40))}`,
      () => `npm config set //registry.npmjs.org/:_authToken ${s(`${'npm'}_${of(mixed, 36)}`)}`,
      () => `htpasswd -b .htpasswd ada ${s(password())}`,
      () => `az login --service-principal -u 1234 -p ${s(of(url64, 34))} --tenant contoso`,
      () => `ldapsearch -x -D cn=admin -w ${s(password())} -b dc=example`,
      () => `smbclient //nas/media -U ada%${s(password())}`,
      () => `ansible-playbook a.yml --extra-vars "db_password=${s(password())}"`,
      () => `helm install db bitnami/postgresql --set auth.password=${s(password())}`,
      () => `CREATE USER ada WITH PASSWORD '${s(password())}';`,
      () => `ALTER USER 'ada'@'%' IDENTIFIED BY '${s(password())}';`,
      () => `requirepass ${s(password())}`,
    ],
    url: [
      () => `postgres://${user()}:${s(password())}@${host()}:5432/app`,
      () => `mysql+pymysql://${user()}:${s(strong())}@${host()}/app?charset=utf8`,
      () => `mongodb+srv://${user()}:${s(strong())}@cluster0.ab1cd.mongodb.net/app`,
      () => `redis://:${s(strong())}@${host()}:6379/0`,
      () => `amqps://${user()}:${s(strong())}@${host()}/vhost`,
      () => `Server=tcp:${host()},1433;User ID=${user()};Password=${s(password())};Encrypt=true`,
      () => `jdbc:mysql://${host()}:3306/app?user=${user()}&password=${s(password())}`,
      () => `jdbc:oracle:thin:${user()}/${s(password())}@${host()}:1521:xe`,
      () => `ftp://${user()}:${s(password())}@${host()}/pub`,
      () => `https://api.example.com/v1/items?access_token=${s(of(mixed, 40))}`,
      () => `https://maps.example.com/x?key=${s(`${'AI'}za${of(url64, 35)}`)}&q=oslo`,
      () => `https://example.com/reset?token=${s(of(hex, 48))}`,
      () => `https://example.com/cb#access_token=${s(of(url64, 60))}&token_type=bearer`,
      () => `smtp://mailer%40example.com:${s(strong())}@smtp.example.com:587`,
      () => `rtsp://admin:${s(password())}@192.168.1.64:554/stream1`,
      () => `https://example.com/file?api_key=${s(of(hex, 32))}`,
      () => `DATABASE_URL="mysql://${user()}:${s(strong())}@${host()}/app"`,
      () => `host=${host()} dbname=app user=${user()} password=${s(password())} sslmode=require`,
      () => `https://${user()}:${s(password())}@jenkins.example.com/job/x`,
    ],
    webhook: [
      () => s(slackHook()),
      () =>
        `https://${pick(['', 'canary.', 'ptb.'])}${s(`discord.com/api/webhooks/${int(1e15, 9e15)}${int(100, 999)}/${of(url64, 68)}`)}`,
      () =>
        `https://contoso.webhook.office.com/webhookb2/${s(`${of(hex, 8)}-${of(hex, 4)}-4${of(hex, 3)}-a${of(hex, 3)}-${of(hex, 12)}@${of(hex, 8)}-${of(hex, 4)}-4${of(hex, 3)}-b${of(hex, 3)}-${of(hex, 12)}/IncomingWebhook/${of(hex, 32)}`)}/${of(hex, 8)}-${of(hex, 4)}-4${of(hex, 3)}-8${of(hex, 3)}-${of(hex, 12)}`,
      () =>
        `https://prod-12.westeurope.logic.azure.com:443/workflows/${of(hex, 32)}/triggers/manual/paths/invoke?api-version=2016-06-01&sp=%2Ftriggers&sv=1.0&sig=${s(of(url64, 43))}`,
      () =>
        `https://hooks.zapier.com/hooks/catch/${s(`${int(1e6, 9e7)}/${of(lower + digits, 7)}`)}/`,
      () => `https://oapi.dingtalk.com/robot/send?access_token=${s(of(hex, 64))}`,
      () =>
        `https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=${s(`${of(hex, 8)}-${of(hex, 4)}-4${of(hex, 3)}-9${of(hex, 3)}-${of(hex, 12)}`)}`,
      () =>
        `https://open.feishu.cn/open-apis/bot/v2/hook/${s(`${of(hex, 8)}-${of(hex, 4)}-4${of(hex, 3)}-9${of(hex, 3)}-${of(hex, 12)}`)}`,
      () =>
        `https://chat.googleapis.com/v1/spaces/AAAA${of(mixed, 7)}/messages?key=${s(`${'AI'}za${of(url64, 35)}`)}&token=${of(url64, 43)}`,
    ],
    vendor: [
      () =>
        `aws_access_key_id=${'AK'}IA${of('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 16)}\naws_secret_access_key=${s(of(`${mixed}/+`, 40))}`,
      () => `our key is ${s(`${'AK'}IA${of('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 16)}`)}`,
      () =>
        `${'AS'}IA${of('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 16)}, secret ${s(of(`${mixed}/+`, 40))}`,
      () =>
        `DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=${s(`${of(`${mixed}+/`, 86)}==`)};EndpointSuffix=core.windows.net`,
      () =>
        `https://shop.blob.core.windows.net/c/a.txt?sv=2023-01-03&st=2024-01-01&sr=b&sp=r&sig=${s(`${of(mixed, 43)}%3D`)}`,
      () =>
        `Endpoint=sb://shop.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=${s(`${of(`${mixed}+/`, 43)}=`)}`,
      () => `AZURE_CLIENT_SECRET=${s(`${of(mixed, 3)}8Q~${of(`${url64}.~`, 34)}`)}`,
      () =>
        `{"type":"service_account","private_key_id":"${of(hex, 40)}","private_key":"${s(pem('PRIVATE KEY').replaceAll('\n', '\\n'))}\\n"}`,
      () => s(pem('RSA PRIVATE KEY')),
      () => s(pem('OPENSSH PRIVATE KEY')),
      () => s(pem('EC PRIVATE KEY')),
      () => s(pem('PGP PRIVATE KEY BLOCK')),
      () =>
        `{"auths":{"https://index.docker.io/v1/":{"auth":"${s(base64(`ada:${password()}`))}"}}}`,
      () => `login with ${s(`${'dckr'}_pat_${of(url64, 27)}`)}`,
      () => s(`${'xo'}xb-${int(1e11, 9e11)}-${int(1e12, 9e12)}-${of(mixed, 24)}`),
      () =>
        `slack user token ${s(`${'xo'}xp-${int(1e11, 9e11)}-${int(1e11, 9e11)}-${int(1e12, 9e12)}-${of(hex, 32)}`)}`,
      () =>
        `app-level: ${s(`${'xa'}pp-1-A${of(upper + digits, 10)}-${int(1e12, 9e12)}-${of(hex, 64)}`)}`,
      () => `Stripe ${s(stripe())}`,
      () => `wh secret ${s(`${'wh'}sec_${of(mixed, 32)}`)}`,
      () => `twilio ${'A'}C${of(hex, 32)} auth token ${s(of(hex, 32))}`,
      () => `the twilio key ${s(`${'S'}K${of(hex, 32)}`)}`,
      () => `SENDGRID ${s(`${'S'}G.${of(url64, 22)}.${of(url64, 43)}`)}`,
      () => `push with ${s(github())}`,
      () => s(`${'github'}_pat_${of(mixed, 22)}_${of(mixed, 59)}`),
      () => `gitlab: ${s(`${'gl'}pat-${of(url64, 20)}`)}`,
      () => `runner ${s(`${'gl'}rt-${of(url64, 20)}`)}`,
      () => `//registry.npmjs.org/:_authToken=${s(`${'npm'}_${of(mixed, 36)}`)}`,
      () => `pypi upload ${s(`${'py'}pi-AgEIcHlwaS5vcmc${of(url64, 150)}`)}`,
      () => `openai ${s(openai())}`,
      () => `old style ${s(`${'s'}k-${of(mixed, 20)}T3${'Blbk'}FJ${of(mixed, 20)}`)}`,
      () => `claude ${s(`${'sk'}-ant-api03-${of(url64, 93)}AA`)}`,
      () => `hub ${s(`${'h'}f_${of(mixed, 34)}`)}`,
      () => `the bot: ${s(`${int(1e8, 9e9)}:AA${of(url64, 33)}`)}`,
      () => `discord bot ${s(`${'M'}${of(mixed, 23)}.${of(mixed, 6)}.${of(url64, 27)}`)}`,
      () => s(`${'AI'}za${of(url64, 35)}`),
      () =>
        `client ${int(1e10, 9e11)}-${of(lower, 32)}.apps.googleusercontent.com secret ${s(`${'GOC'}SPX-${of(url64, 28)}`)}`,
      () => `shopify ${s(`${'shp'}at_${of(hex, 32)}`)}`,
      () => `doctl with ${s(`${'do'}p_v1_${of(hex, 64)}`)}`,
      () => `linear ${s(`${'lin'}_api_${of(mixed, 40)}`)}`,
      () => `notion ${s(`${'nt'}n_${of(mixed, 46)}`)}`,
      () => `sentry ${s(`${'snt'}rys_${of(url64, 120)}`)}`,
      () => `grafana ${s(`${'gl'}sa_${of(mixed, 32)}_${of(hex, 8)}`)}`,
      () => `vault ${s(`${'hv'}s.${of(url64, 95)}`)}`,
      () => `tailscale ${s(`${'tsk'}ey-auth-${of(mixed, 12)}CNTRL-${of(mixed, 32)}`)}`,
      () => `mailgun ${s(`${'key'}-${of(hex, 32)}`)}`,
      () => `groq ${s(`${'gs'}k_${of(mixed, 52)}`)}`,
      () => `xai ${s(`${'xa'}i-${of(mixed, 80)}`)}`,
      () => `perplexity ${s(`${'pp'}lx-${of(mixed, 48)}`)}`,
      () => `replicate ${s(`r8_${of(mixed, 37)}`)}`,
      () => `databricks ${s(`${'da'}pi${of(hex, 32)}`)}`,
      () => `square ${s(`${'EAA'}A${of(url64, 60)}`)}`,
      () => `fb ${s(`${'EAA'}CEdEose0cBA${of(mixed, 60)}`)}`,
      () => `planetscale ${s(`${'psc'}ale_pw_${of(url64, 43)}`)}`,
      () => `figma ${s(`${'fi'}gd_${of(url64, 40)}`)}`,
      () => `postman ${s(`${'PM'}AK-${of(hex, 24)}-${of(hex, 34)}`)}`,
      () => `new relic ${s(`${'NR'}AK-${of(upper + digits, 27)}`)}`,
      () => `supabase ${s(`${'sb'}p_${of(hex, 40)}`)}`,
      () => `age ${s(`${'AGE'}-SECRET-KEY-1${of('QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L', 58)}`)}`,
      () => `atlassian ${s(`${'AT'}ATT3xFfGF0${of(url64, 176)}=${of('0123456789ABCDEF', 8)}`)}`,
      () => `1password ${s(`${'ops'}_eyJ${of(mixed, 260)}`)}`,
      () => `our server's key is ${s(`mneme-key_${of(hex, 24)}-${of(hex, 48)}`)}`,
      () => `session=${s(jwt())}`,
      () => `id_token ${s(jwt())}`,
    ],
    header: [
      () => `Authorization: Bearer ${s(jwt())}`,
      () => `Authorization: Basic ${s(base64(`ada:${password()}`))}`,
      () => `authorization: token ${s(of(hex, 40))}`,
      () => `X-API-Key: ${s(of(mixed, 32))}`,
      () => `x-auth-token: ${s(of(url64, 36))}`,
      () => `Cookie: sessionid=${s(of(lower + digits, 32))}; theme=dark`,
      () =>
        `Set-Cookie: connect.sid=${s(`s%3A${of(url64, 32)}.${of(mixed, 43)}`)}; Path=/; HttpOnly`,
      () => `PRIVATE-TOKEN: ${s(of(url64, 20))}`,
      () => `"Ocp-Apim-Subscription-Key": "${s(of(hex, 32))}"`,
      () => `headers = {"Authorization": "Bearer ${s(of(mixed, 48))}"}`,
      () => `Proxy-Authorization: Basic ${s(base64(`proxy:${password()}`))}`,
    ],
    base64: [
      () =>
        `apiVersion: v1\nkind: Secret\ndata:\n  password: ${s(base64(password()))}\n  username: YWRh`,
      () => s(base64(`password=${strong()}${of(lower, 4)}`)),
      () => `decode this: ${s(base64(`{"user":"ada","password":"${strong()}"}`))}`,
      () => `blob ${s(base64(`${'gh'}p_${of(mixed, 36)}`))}`,
      () => s(base64(`postgres://ada:${strong()}@db.example.com/app`)),
      () => `cert: ${s(base64(pem('PRIVATE KEY')))}`,
      () =>
        `kind: Secret\nmetadata:\n  name: tls\ndata:\n  tls.key: ${s(base64(pem('EC PRIVATE KEY')))}`,
      () =>
        `.dockerconfigjson: ${s(base64(`{"auths":{"r.io":{"auth":"${base64(`ada:${strong()}`)}"}}}`))}`,
    ],
    money: [
      () => s(card()),
      () => `card ${s(card())} exp 04/29 cvv 123`,
      () => `My Visa is ${s(card())}.`,
      () => `卡号${s(card())}，有效期04/29`,
      () => `Kreditkarte: ${s(card())}`,
      () => `la tarjeta es ${s(card())}`,
      () => `カード番号は${s(card())}です`,
      () => `카드번호 ${s(card())}`,
      () => `{"pan":"${s(luhn(`4${of(digits, 14)}`))}","exp":"0429"}`,
      () => s(iban('DE', of(digits, 18))),
      () => `IBAN ${s(iban('GB', `NWBK${of(digits, 14)}`).replace(/(.{4})(?=.)/g, '$1 '))}`,
      () => `mein Konto: ${s(iban('AT', of(digits, 16)).replace(/(.{4})(?=.)/g, '$1 '))}`,
      () => `transfer to ${s(iban('FR', `${of(digits, 10)}${of(digits, 11)}${of(digits, 2)}`))}`,
      () => `cuenta ${s(iban('ES', of(digits, 20)).replace(/(.{4})(?=.)/g, '$1 '))}`,
      () => `NL account ${s(iban('NL', `INGB${of(digits, 10)}`))}`,
      () => `${s(iban('CH', of(digits, 17)))} is for the rent`,
      () => `${s(iban('NO', of(digits, 11)))}`,
      () => `iban: ${s(iban('PL', of(digits, 24)).replace(/(.{4})(?=.)/g, '$1-'))}`,
      () => `conta ${s(iban('PT', of(digits, 21)))}`,
      () => `${s(iban('IT', `X${of(digits, 22)}`).toLowerCase())}`,
      () => `the CVV is ${s(int(100, 999))} on my card`,
    ],
    phrase: [
      () => s(bip39(12)),
      () => `write it down: ${s(bip39(24))}`,
      () =>
        s(
          bip39(12)
            .split(' ')
            .map((word, index) => `${index + 1}. ${word}`)
            .join('\n'),
        ),
      () => `wallet seed: ${s(bip39(12).split(' ').join(', '))}`,
      () => `助记词：${s(bip39(12))}`,
      () =>
        `2FA backup codes:\n${s(Array.from({ length: 6 }, () => `${of(digits, 4)} ${of(digits, 4)}`).join('\n'))}`,
      () =>
        `recovery codes: ${s(Array.from({ length: 4 }, () => `${of(lower + digits, 5)}-${of(lower + digits, 5)}`).join(' '))}`,
      () =>
        `otpauth://totp/ACME:ada?secret=${s(of('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 32))}&issuer=ACME`,
      () => `TOTP secret: ${s(of('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 16))}`,
      () =>
        `FileVault recovery key ${s(Array.from({ length: 6 }, () => of(upper + digits, 4)).join('-'))}`,
      () =>
        `BitLocker recovery key: ${s(Array.from({ length: 8 }, () => of(digits, 6)).join('-'))}`,
      () => `google app password ${s(Array.from({ length: 4 }, () => of(lower, 4)).join(' '))}`,
    ],
    disguise: [
      () => `pa\u200bss\u200dword: ${s(password())}`,
      () => `password: ${s(disguise(password(), '\u200b'))}`,
      () => `раsswоrd: ${s(password())}`,
      () => `${wide('password')}：${s(password())}`,
      () => `password: ${s(wide(password()))}`,
      () => s(disguise(github(), '\u2060')),
      () => s(wide(github())),
      () => s(disguise(card(), '\u200c')),
      () => s(wide(luhn(`4${of(digits, 14)}`))),
      () => `p​assword is ${s(password())}`,
      () => `PASSWÓRD: ${s(password())}`,
      () => `p a s s w o r d : ${s(password())}`,
      () => s(disguise(stripe(), '\u00ad')),
      () => `𝗽𝗮𝘀𝘀𝘄𝗼𝗿𝗱: ${s(password())}`,
      () => `ⓟⓐⓢⓢⓦⓞⓡⓓ: ${s(password())}`,
      () => `pаsswоrd = ${s(disguise(password(), '\u{e0061}'))}`,
      () => `p@ssw0rd: ${s(password())}`,
      () => `password\u2063is\u2063${s(password())}`,
      () => s(disguise(`${'AK'}IA${of('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 16)}`, '\ufe0f')),
      () => s(disguise(iban('DE', of(digits, 18)), '\u200d')),
    ],
  };
}
