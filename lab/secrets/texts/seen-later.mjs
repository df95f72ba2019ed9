/** As `seen-in-use.mjs`, of another day: written before anybody looked at what the rules do with it. */
export const inUseLater = {
  prose: `
The intercom at Rosa's place opens if you press ⟦2719⟧ and then the bell key
Sorry for the delay! Your new voicemail password is ⟦Otter_Creek5⟧ - Helen, IT
I keep mixing it up: laptop is ⟦gr4nite!lake⟧, phone is something else, but that's the laptop's password
fyi the printer's admin login is admin/⟦Lex-mark77⟧
Heads up, they changed the gate code to ⟦0391⟧ last night
old bike lock combo: ⟦7-1-8-2⟧
The code word for picking up Emil from school is ⟦Regenbogenforelle⟧, don't tell anyone else
Neues Passwort für die Buchhaltung: ⟦Kaktus%2291⟧ (bitte nach dem ersten Login ändern)
mein Handy-Entsperrcode ist ⟦190387⟧
Die PIN von Omas EC-Karte: ⟦6142⟧
la clave de la caja fuerte es ⟦83-17-40⟧
mi contraseña nueva: ⟦PezGlobo-61⟧
mot de passe du compte EDF : ⟦Hirondelle+44⟧
le code PIN de ma carte SIM est ⟦2093⟧
a senha do roteador ficou ⟦abacaxi#902⟧
我把支付密码设成了⟦719035⟧
wifi: Lily-5G 密码：⟦xiaomao8867⟧
Wi-Fiのパスは⟦himawari-2020⟧です
현관 비밀번호는 ⟦7734*⟧ 입니다
My Social Security number is ⟦457-55-5462⟧, can you check the form?
IBAN for the deposit: ⟦{iban:DE}⟧
If I get hit by a bus: the password manager's master password is "⟦seven gulls over Ostend⟧"
use ⟦Blau-Wal_55⟧ to log in as guest
2FA backup: ⟦83920114⟧ ⟦55107723⟧
card ⟦{card4:4}⟧, exp 05/27, cvv 118
my mastercard number is ⟦{card:5}⟧
gave them the amex ⟦{amex}⟧ over the phone
`,
  vendors: `
xai key is ⟦xai-{an:80}⟧
perplexity ⟦pplx-{an:48}⟧
mistral MISTRAL_API_KEY=⟦{an:32}⟧
tavily: ⟦tvly-{an:32}⟧
openrouter ⟦sk-or-v1-{hex:64}⟧
deepseek ⟦sk-{hex:32}⟧
exa EXA_API_KEY="⟦{uuid}⟧"
assemblyai: key ⟦{hex:32}⟧
deepgram ⟦{hex:40}⟧ is the api key
pinecone ⟦pcsk_{an:6}_{an:63}⟧
stytch secret ⟦secret-live-{url:36}=⟧
workos ⟦sk_live_{url:50}⟧
auth0 client_secret=⟦{url:64}⟧
okta api token ⟦00{url:40}⟧
duffel ⟦duffel_live_{url:43}⟧
flutterwave ⟦FLWSECK-{hex:32}-X⟧
paystack ⟦sk_live_{hex:40}⟧
lemonsqueezy token ⟦eyJ0eXAiOiJKV1QiLCJhbGciOiJSUzI1NiJ9.eyJ{url:80}.{url:342}⟧
braintree ⟦access_token$production\${low:16}\${hex:32}⟧
coinbase api secret: ⟦{b64:86}==⟧
binance secretKey: ⟦{an:64}⟧
kraken private key ⟦{b64:86}==⟧
infura project secret ⟦{hex:32}⟧
alchemy https://eth-mainnet.g.alchemy.com/v2/⟦{url:32}⟧
etherscan api key ⟦{AN:34}⟧
mapbox ⟦pk.eyJ{url:70}.{url:22}⟧
algolia admin key ⟦{hex:32}⟧
amplitude secret ⟦{hex:32}⟧
segment write key ⟦{an:32}⟧
mixpanel api secret: ⟦{hex:32}⟧
bugsnag api key ⟦{hex:32}⟧
rollbar access token ⟦{hex:32}⟧
logdna ingestion key ⟦{hex:32}⟧
opsgenie api key ⟦{uuid}⟧
statuspage oauth ⟦{uuid}⟧ as api key
fastly token ⟦{url:32}⟧
bunny access key ⟦{uuid}-{hex:4}-{hex:4}⟧
hetzner cloud token ⟦{an:64}⟧
linode pat ⟦{hex:64}⟧
vultr api key ⟦{AN:36}⟧
scaleway ⟦SCW{AN:17}⟧ secret ⟦{uuid}⟧
ovh consumer key ⟦{an:32}⟧
backblaze applicationKey ⟦K00{d:1}{b64:27}⟧
wasabi secret key: ⟦{an:40}⟧
minio secret ⟦{an:40}⟧
clickup ⟦pk_{d:8}_{AN:32}⟧
monday.com api token ⟦eyJhbGciOiJIUzI1NiJ9.eyJ{url:120}.{url:43}⟧
zendesk api token ⟦{an:40}⟧
freshdesk key ⟦{an:20}⟧
intercom access token ⟦dG9rO{an:50}=⟧
github app ⟦ghu_{an:36}⟧
gitlab trigger ⟦glptt-{hex:40}⟧
gitea token ⟦{hex:40}⟧
azure devops pat ⟦{low:52}⟧
aws session: ⟦ASIA{B32:16}⟧ / ⟦{b64:40}⟧
firebase server key ⟦AAAA{url:7}:APA91b{url:134}⟧
expo push ⟦{url:40}⟧ is the access token
onesignal rest key ⟦os_v2_app_{low:50}⟧
twilio auth token ⟦{hex:32}⟧
messagebird ⟦live_{an:25}⟧ is the access key
vonage api secret ⟦{an:16}⟧
postmark server token ⟦{uuid}⟧
sparkpost api key ⟦{hex:40}⟧
mailjet secret ⟦{hex:32}⟧
loops key ⟦{hex:32}⟧
notion old ⟦secret_{an:43}⟧
coda api token ⟦{uuid}⟧
canva ⟦cnvca{url:40}⟧ is our client secret
supabase jwt ⟦eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ{url:90}.{url:43}⟧
turso auth ⟦eyJhbGciOiJFZERTQSJ9.eyJ{url:70}.{url:86}⟧
convex deploy ⟦prod:happy-animal-123|{an:60}⟧
`,
  tokens: `
Cookie: auth=⟦{hex:64}⟧; lang=de
nested ⟦eyJhbGciOiJSU0EtT0FFUC0yNTYiLCJlbmMiOiJBMjU2R0NNIn0.{url:342}.{url:16}.{url:80}.{url:22}⟧
X-Auth-Token: ⟦{an:40}⟧
callback?code=⟦{url:43}⟧&state=xyz
Proxy-Authorization: Basic ⟦{b64of:svc:trombone-81}⟧
ftp://deploy:⟦{pw}⟧@files.example.com/in
Data Source=db;User=sa;Pwd=⟦{pw}⟧;Database=crm
`,
  split: `
GITHUB_TOKEN=⟦ghp_{an:20}\\n{an:16}⟧\\nNODE_ENV=test
const k = ⟦"sk-ant-api03-{url:40}" +\\n  "{url:53}AA"⟧;
The key is ⟦AKIA{B32:8}\\n{B32:8}⟧ (line break from the terminal)
Passwort:\\n⟦{pw}⟧
mot de passe :\\n\\n⟦{pw}⟧
card number ⟦{cardnl:5}⟧, thanks
`,
  code: `
conn = pymysql.connect(host='db', user='root', passwd='⟦{pw}⟧')
mongoose.connect("mongodb://app:⟦{pw}⟧@db/shop")
const pool = new Pool({ user: "app", password: "⟦{pw}⟧" })
engine = create_engine("postgresql+psycopg2://app:⟦{pw}⟧@db/shop")
imap.login('ada@example.com', '⟦{pw}⟧')
session.auth = ("ada", "⟦{pw}⟧")
ldapsearch -D cn=admin -w ⟦{pw}⟧ -b dc=example
redis-cli -a ⟦{pw}⟧ ping
PGPASSWORD=⟦{pw}⟧ psql -U app shop
docker run -e MYSQL_ROOT_PASSWORD=⟦{pw}⟧ mysql
7z x backup.7z -p⟦{pw}⟧
smbclient //nas/share -U ada%⟦{pw}⟧
<password>⟦{pw}⟧</password>
requirepass ⟦{pw}⟧
useradd: echo 'ada:⟦{pw}⟧' | chpasswd
CREATE USER app IDENTIFIED BY '⟦{pw}⟧';
key = os.environ.get("API_KEY", "⟦{an:40}⟧")
$env:API_TOKEN = "⟦{an:40}⟧"
--set auth.password=⟦{pw}⟧
Authorization = f"Token ⟦{hex:40}⟧"
htpasswd -b .htpasswd ada ⟦{pw}⟧
`,
};

export const cleanLater = {
  numbers: `
discord channel <#{snow:18}> and role <@&{snow:19}>
tweet {snow:19} was deleted
order {luhn:4:16} has left the warehouse
UPS 1Z{AN:16} arrives Friday
ts 17{d:17} ns
{"message_id":"{snow:19}","user":{snow:18}}
Meeting-ID: 845 {d:4} {d:4}
sku 4{d:12}, ean 5{d:12}
request id {uuid} took 412 ms
commit {hex:40} broke it
sha256:{hex:64}
etag "{hex:32}"
ETH tx 0x{hex:64} confirmed
address 0x{hex:40} on mainnet
content hash {hex:64} matches
integrity sha512-{b64:86}==
asset logo.{hex:20}.svg
docker image app@sha256:{hex:64}
jira ABC-{d:5}, zendesk #{d:7}
bundle main.{hex:8}.js 412 kB
s3://bucket/{uuid}/{hex:32}.parquet
https://youtu.be/{url:11}
https://docs.google.com/document/d/1{url:43}/edit
`,
  code: `
const apiKey = process.env.OPENAI_API_KEY;
api_key = config["api_key"]
if not password: raise ValueError("password missing")
def check_password(self, raw_password): return hmac.compare_digest(a, b)
password = get_password_from_keyring("service", username)
export const selectAuthToken = (state) => state.auth.token;
token: \${{ secrets.GITHUB_TOKEN }}
password: \${DB_PASSWORD:-postgres}
- name: API_KEY\\n  valueFrom:\\n    secretKeyRef:\\n      name: app
"tokenEndpoint": "https://login.example.com/oauth2/token"
passwordHash VARCHAR(60), salt BYTEA
bcrypt.compare(password, user.passwordHash)
const [password, setPassword] = useState<string>('');
input[type=password] { border: 1px solid }
app.post('/api/token', async (req, res) => {
keyPressHandler(event.key)
sort_keys=True, indent=2
max_tokens=4096, temperature=0.2
jwt.verify(token, publicKey, { algorithms: ['RS256'] })
client = OpenAI(api_key=os.getenv("OPENAI_API_KEY"))
@Column({ name: 'password_hash', select: false })
secret = client.access_secret_version(name=name)
access_token=... is appended by the SDK
curl -H "Authorization: Bearer $TOKEN" https://api.example.com
password_policy: { min_length: 12, require_digit: true }
KEY_LENGTH = 32; IV_LENGTH = 16
kms_key_id = aws_kms_key.main.arn
session_secret = random_password.session.result
live_reload_enabled prod_environment_variables api_version_2024_01_15
token_classification_pipeline_v2_large key_value_store_partition_17
`,
  prose: `
I changed my password yesterday and already forgot it.
The safe word of the game is a running joke between us.
Her PIN is her birthday, which is a bad idea.
The password is the same as before.
Der PIN-Brief kommt in 5 Werktagen.
Das Passwort ist leider abgelaufen.
La contraseña es demasiado corta.
Mot de passe oublié ? Cliquez ici.
A senha está errada, tenta de novo.
密码是必填项。
パスワードは別途お知らせします。
비밀번호가 틀렸습니다.
Gate 24 closes at 18:05; seat 31C.
The token expires in 3600 s, the refresh token in 30 days.
She unlocked her phone with Face ID.
The key to success is patience.
He types 90 words a minute.
The combination lock was invented in 1878.
Press 1 for English, 2 for Spanish.
The card was declined twice.
Invoice 2024-0312 is 4,120.50 EUR.
Our code freeze begins on 2024-12-16.
The cabin number is 7142 on deck 7.
IT never asks for your password.
Use your badge to open the door on floor 3.
The secret ingredient is nutmeg.
`,
};

/** Written after what the texts above showed was mended, and only counted. */
export const inUseLast = {
  prose: `
The Airbnb host wrote: wifi "Casa Luna", password ⟦tortuga-verde-7⟧, checkout at 11
voicemail pin's ⟦8264⟧ btw
For the shed: the padlock code is ⟦5093⟧.
I changed my Spotify password to ⟦quietOwl!83⟧ yesterday
Your one-time password is ⟦771309⟧. It is valid for 10 minutes.
Please log in with user "gast" and password "⟦Lavendel_2023⟧".
My new banking pin: ⟦40718⟧
Das WLAN-Passwort im Büro ist ⟦Zimtstern!4⟧, steht auch am Drucker
Der Türcode lautet ⟦2846#⟧
la contraseña del Netflix es ⟦GatoNegro_55⟧
le mot de passe du wifi: ⟦baguette-chaude9⟧
a senha da conta é ⟦Tucano!2022⟧
我的邮箱密码是⟦Meihua@1998⟧
ログインパスワードは⟦fuji-san3776⟧です
와이파이 비밀번호: ⟦hangang2022!⟧
IBAN ⟦{iban:DE}⟧ please
card no ⟦{card4:4}⟧ valid thru 01/29
visa ⟦{card:4}⟧, cvv 992
SSN: ⟦536-22-8841⟧
safe combination: ⟦14-62-09⟧
`,
  vendors: `
OPENAI_API_KEY=⟦sk-proj-{url:74}T3BlbkFJ{url:74}⟧
anthropic: ⟦sk-ant-api03-{url:93}AA⟧
ghp token ⟦ghp_{an:36}⟧
gitlab ⟦glpat-{url:27}.01.{low:9}⟧
slack user ⟦xoxp-{d:12}-{d:12}-{d:13}-{hex:32}⟧
stripe live ⟦sk_live_{an:24}⟧
aws ⟦AKIA{B32:16}⟧
AWS_SECRET_ACCESS_KEY=⟦{b64:40}⟧
google maps ⟦AIza{url:35}⟧
huggingface ⟦hf_{alpha:34}⟧
npm ⟦npm_{an:36}⟧
pypi ⟦pypi-AgEIcHlwaS5vcmc{url:160}⟧
docker hub ⟦dckr_pat_{url:27}⟧
datadog app key ⟦{hex:40}⟧
cloudflare api token: ⟦{url:40}⟧
digitalocean ⟦dop_v1_{hex:64}⟧
heroku api key: ⟦{uuid}⟧
vercel token ⟦{an:24}⟧
supabase service role ⟦eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ{url:100}.{url:43}⟧
sendgrid ⟦SG.{url:22}.{url:43}⟧
twilio ⟦SK{hex:32}⟧
telegram ⟦{d:9}:AA{url:33}⟧
discord ⟦MT{url:22}.G{url:5}.{url:38}⟧
sentry auth ⟦sntryu_{hex:64}⟧
new relic ⟦NRAK-{AN:27}⟧
airtable ⟦pat{an:14}.{hex:64}⟧
notion ⟦ntn_{d:11}{an:35}⟧
shopify ⟦shpat_{hex:32}⟧
elastic cloud ApiKey ⟦{b64:58}==⟧
confluent secret: ⟦{b64:64}⟧
hashicorp ⟦hvs.CAES{url:90}⟧
age identity ⟦AGE-SECRET-KEY-1{BECH:58}⟧
`,
  code: `
api_key: "⟦{an:32}⟧"
"client_secret": "⟦GOCSPX-{url:28}⟧",
export DB_PASSWORD='⟦{pw}⟧'
password=⟦{pw}⟧
<setting name="Password" value="⟦{pw}⟧" />
jdbc:mysql://db/shop?user=app&password=⟦{pw}⟧
curl -H "Authorization: Bearer ⟦{an:40}⟧" https://api.example.com
mysql -u root -p⟦{pw}⟧ shop
var password = "⟦{pw}⟧";
private static final String SECRET = "⟦{an:32}⟧";
DATABASE_URL=postgresql://app:⟦{pw}⟧@db:5432/shop
token: ⟦{an:40}⟧
echo ⟦{pw}⟧ | docker login -u ada --password-stdin
sshpass -p ⟦{pw}⟧ ssh ada@host
redis://default:⟦{pw}⟧@cache:6379
`,
};

export const cleanLast = {
  mixed: `
pnpm-lock integrity: sha512-{b64:86}==
snowflake {snow:19} and {snow:18}
tweet/{snow:19}
git show {hex:40}
uuid {uuid}
order {luhn:4:16} shipped
13-digit ean 4{d:12}
epoch 17{d:11} ms, 17{d:17} ns
const token = await getToken();
password = input("Password: ")
if (!secret) throw new Error("secret is missing");
apiKey: process.env.API_KEY!
The PIN has 4 digits.
Reset your password at https://example.com/reset
tokens: 4096, key: createdAt
key_id: {uuid}
cache key user:{d:6}:profile:v2
partition key tenant-{d:8}-2024-06-01
primary key (id), foreign key user_id
X-Request-Id: {uuid}
etag: W/"{hex:32}"
The door code changed again and nobody told me.
They set the password to expire every 90 days.
Use your work email to log in.
We changed the code to use async functions.
She changed the gate code to something nobody remembers.
Press 3 if you need help.
cookie: theme=dark; lang=en; auth=none
cookie consent {uuid}
config("token", "default")
os.getenv("TOKEN", "unset")
key binding ctrl-shift-p
Passwort vergessen? Hier klicken.
contraseña: mínimo 8 caracteres
密码不能为空
Room key 4821 is at the desk.
`,
};
