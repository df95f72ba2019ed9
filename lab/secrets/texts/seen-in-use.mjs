/**
 * Texts as they lie about: mail, chat, tickets, logs, code, settings, keys of many vendors, and what is broken over two
 * lines. `⟦` and `⟧` stand around the secret, `{an:24}` is 24 letters and digits (see `fill`), so that no key stands
 * here. Every other line after a shuffle was for tuning; the rest was first counted, then mended too.
 */
export const inUse = {
  prose: `
Hi Tom, I'm off from Friday. If the alarm company calls, the code word is "⟦pumpernickel⟧" and the panel code is 5580.
re: router — I wrote the admin password on the sticker, but the sticker fell off, so: ⟦Kestrel-94-brook⟧
Mum, Netflix again: same email as always, password ⟦biscuits&tea22⟧, and please stop changing it
The contractor asked for DB access, gave him user "reporting" with password "⟦vT8!moraine⟧" until the 30th.
For the record, the safe opens with ⟦38-11-72⟧ (left, right, left).
Gym locker is ⟦4417⟧ if you need my charger
Ticket 8812: customer states his voicemail PIN ⟦9034⟧ no longer works after the swap
We rotated the shared Zoom login yesterday, new one is ⟦Harbour_Light_07⟧, please update your 1Password
ok so the guest wifi: network "Cafe Nord", pass ⟦flatwhite2019⟧
Passwort fürs Ferienhaus-WLAN hängt am Kühlschrank, lautet aber ⟦Seestern#12⟧
Der Code für die Garage ist seit Montag ⟦7719⟧, bitte nicht weitersagen
Kannst du dich kurz einloggen? Benutzer wartung, Passwort ⟦qual1ty-Hof⟧
el wifi de la oficina nueva: SSID Planta2, clave ⟦girasoles88⟧
La alarma se desactiva con el ⟦5521⟧, tienes 30 segundos
te paso la contraseña del correo de ventas: ⟦Manzana_Verde3⟧
le digicode de l'immeuble c'est ⟦47B19⟧, 3e étage à gauche
identifiants du NAS : admin / ⟦t0urnesol-9⟧
Mot de passe provisoire ⟦Xk29-lune⟧, à changer à la première connexion
a senha do portal do condomínio é ⟦Jabuticaba7⟧ viu
o código do portão mudou pra ⟦6208⟧
家里wifi密码改成了⟦mangguo2023⟧，你记一下
门禁密码⟦3906#⟧，按井号键结束
公司VPN账号liwei，密码⟦Qingming04⟧，首次登录要改
暗証番号は⟦5582⟧です。カードは机の引き出しにあります
共有フォルダのパスワードを⟦sakura-77x⟧に変えました
도어락 비밀번호 ⟦2580*⟧ 누르시면 됩니다
새 와이파이 비번은 ⟦baram2024!⟧ 이에요
The seed for the hardware wallet, don't lose it: ⟦abstract cruise lunch unlock raccoon fire usage denial garlic salt wealth settle⟧
Recovery codes for the Google account: ⟦4821 0093, 7716 5502, 1190 3345, 6628 0417⟧
My SIM's PUK is ⟦48120933⟧ in case I lock myself out again
Call the bank with telephone banking number ⟦73310⟧ as the PIN when it asks
She said her iPad unlocks with ⟦140592⟧
The lockbox by the back door (combination ⟦2-9-0-4⟧) has the spare key
Use svc-print / ⟦Toner&Paper5⟧ when the printer asks for credentials
I reset your account, temporary password: ⟦Welcome-9x2Rt⟧. It expires in 24 h.
The Wi-Fi on the train was open but the one at the inn wanted ⟦rosengarten17⟧ as password
login ⟦maria.k:Trekking2021⟧ for the hiking forum
Just type ⟦8842⟧ on the keypad and push the door hard
Old password was ⟦bluewhale42⟧; I'd like it to stay that way
SSN on the form should be ⟦219-45-6789⟧, it had two digits swapped
My national insurance number is ⟦AB 12 34 56 C⟧
DNI del titular: ⟦12345678Z⟧
CPF do cliente ⟦529.982.247-25⟧, pode emitir a nota
身份证号⟦11010519491231002X⟧，麻烦核对
Refund goes to IBAN ⟦{iban:DE}⟧, name as on the invoice
`,
  cards: `
please charge ⟦{card:4}⟧ exp 09/27, cvc on the back, thanks
My Visa ⟦{card4:4}⟧ got declined twice today
he read it over the phone: ⟦{card4:5}⟧, valid until 11/28
Amex is ⟦{amex}⟧ — the corporate one
card no.⟦{card:5}⟧(Mastercard), name A. Lovelace
信用卡号⟦{card4:4}⟧，有效期 08/27
Kreditkarte:⟦{card-:5}⟧ gültig bis 03/26
tarjeta ⟦{card:4}⟧/0926/411
payment method card⟦{card:4}⟧ was saved for the customer
{"customer":881,"pan":⟦{card:5}⟧,"exp":"0428"}
Visa⟦{card:4}⟧ ok?
the number on the receipt was ⟦{card.:4}⟧
numéro de carte ⟦{cardnb:4}⟧, merci de confirmer
2024-06-01 12:00:03 DEBUG charge pan=⟦{card:4}⟧ amount=1999 cur=EUR
order 7731 paid with ⟦{card4:6011}⟧ last week
Can you book it with ⟦{card4:4}⟧? It expires 12/29 and the three digits are 441
my debit card (⟦{card4:5}⟧) is blocked
⟦{card4:35}⟧ JCB, issued in Osaka
cc ⟦{card_:4}⟧
card: ⟦{card/:4}⟧
she typed ⟦{card2:4}⟧ with odd gaps
card number on two lines: ⟦{cardl:4}⟧ (Visa)
Karte ⟦{card:4}⟧, Prüfziffer 123
Diners ⟦{diners}⟧ still works in Japan
UnionPay⟦{card:62}⟧，尾号看清楚
refund ⟦{card4:5}⟧ 49.90 EUR
`,
  vendors: `
OPENAI_API_KEY=⟦{v:sk-proj-}{url:48}⟧
export ANTHROPIC_API_KEY="⟦{v:sk-ant-api03-}{url:93}AA⟧"
langfuse: public {v:pk-lf-}{uuid} secret ⟦{v:sk-lf-}{uuid}⟧
groq key ⟦{v:gsk_}{an:52}⟧ works for llama
firecrawl: ⟦{v:fc-}{hex:32}⟧
voyage ⟦{v:pa-}{url:43}⟧
Brave search: ⟦{v:BSA}{url:28}⟧
apify run --token ⟦{v:apify_api_}{an:36}⟧
cohere via trial key co-, the real one is ⟦{an:40}⟧ (CO_API_KEY)
ELEVENLABS_API_KEY: ⟦{v:sk_}{hex:48}⟧
REPLICATE ⟦{v:r8_}{an:37}⟧
fal: FAL_KEY=⟦{uuid}:{hex:32}⟧
nvidia nim ⟦{v:nvapi-}{url:64}⟧
cerebras ⟦{v:csk-}{low:48}⟧
together.ai dashboard shows ⟦{v:tgp_v1_}{url:43}⟧
mem0 platform token ⟦{v:m0-}{an:40}⟧
zep key: ⟦{v:z_1}{url:60}⟧
langsmith ⟦{v:lsv2_pt_}{hex:32}_{hex:10}⟧
wandb login ⟦{hex:40}⟧
weaviate? no, pinecone: ⟦{v:pcsk_}{an:6}_{an:64}⟧
huggingface-cli login --token ⟦{v:hf_}{alpha:34}⟧
I pasted ⟦{v:ghp_}{an:36}⟧ into the wrong window, revoke please
fine grained: ⟦{v:github_pat_}{an:22}_{an:59}⟧
actions uses ⟦{v:ghs_}{an:36}⟧
glab auth login with ⟦{v:glpat-}{url:20}⟧
runner token ⟦{v:glrt-}{url:20}⟧
deploy token ⟦{v:gldt-}{url:20}⟧
Bitbucket app password ⟦{v:ATBB}{an:32}⟧
Jira: ada@example.com:⟦{v:ATATT3xFfGF0}{url:172}={HEX:8}⟧
Trello ⟦{v:ATTA}{hex:64}⟧
linear ⟦{v:lin_api_}{an:40}⟧
Notion integration ⟦{v:ntn_}{an:46}⟧ was shared
clickup ⟦{v:pk_}{d:8}_{AN:32}⟧
Airtable ⟦{v:pat}{an:14}.{hex:64}⟧
figma file api ⟦{v:figd_}{url:40}⟧
asana PAT ⟦1/{d:16}:{hex:32}⟧
postman ⟦{v:PMAK-}{hex:24}-{hex:34}⟧
typeform ⟦{v:tfp_}{an:44}_{an:14}⟧
SENDGRID ⟦{v:SG.}{url:22}.{url:43}⟧
resend: ⟦{v:re_}{an:8}_{an:24}⟧
brevo smtp ⟦{v:xsmtpsib-}{hex:64}-{an:16}⟧
mailchimp ⟦{hex:32}-us14⟧
mailgun ⟦{v:key-}{hex:32}⟧ (old style)
twilio sid {v:AC}{hex:32} api key ⟦{v:SK}{hex:32}⟧
telegram bot ⟦{d:10}:AA{url:33}⟧ answers now
discord bot token ⟦{v:MT}{url:24}.{url:6}.{url:38}⟧
slack ⟦{v:xoxb-}{d:12}-{d:13}-{an:24}⟧
legacy slack ⟦{v:xoxp-}{d:12}-{d:12}-{d:13}-{hex:32}⟧
slack socket mode ⟦{v:xapp-1-}A{AN:10}-{d:13}-{hex:64}⟧
{"stripe":{"secret":"⟦{v:sk_live_51}{an:96}⟧"}}
restricted ⟦{v:rk_live_51}{an:96}⟧ only refunds
stripe hook secret ⟦{v:whsec_}{an:32}⟧
square ⟦{v:EAAA}{url:60}⟧
sq0 ⟦{v:sq0csp-}{url:43}⟧
paddle ⟦{v:pdl_live_apikey_}{low:26}_{an:22}_{an:3}⟧
razorpay ⟦{v:rzp_live_}{an:14}⟧
mercado pago ⟦{v:APP_USR-}{d:16}-{d:6}-{hex:32}-{d:9}⟧
plaid ⟦access-production-{uuid}⟧
easypost ⟦{v:EZAK}{an:54}⟧
shippo ⟦{v:shippo_live_}{hex:40}⟧
shopify ⟦{v:shpat_}{hex:32}⟧
adyen ⟦{v:AQE}{b64:90}-{b64:44}-{an:16}⟧
coinbase organizations/{uuid}/apiKeys/{uuid} is only the id, the key: ⟦-----BEGIN EC PRIVATE KEY-----\\n{b64:64}\\n{b64:64}\\n-----END EC PRIVATE KEY-----⟧
aws_access_key_id = ⟦{v:AKIA}{B32:16}⟧
session creds start with ⟦{v:ASIA}{B32:16}⟧
aws_secret_access_key = ⟦{b64:40}⟧
"SecretAccessKey": "⟦{b64:40}⟧", "SessionToken": "IQoJb3JpZ2lu"
bedrock ⟦{v:ABSK}{b64:128}⟧
gcp ⟦{v:AIza}{url:35}⟧ restricted to maps
oauth client ⟦{v:GOCSPX-}{url:28}⟧
gcloud auth print-access-token → ⟦{v:ya29.}{url:160}⟧
refresh token ⟦{v:1//0}{url:80}⟧
azure sp ⟦{an:3}8Q~{url:34}⟧
DefaultEndpointsProtocol=https;AccountName=acct;AccountKey=⟦{b64:86}==⟧;EndpointSuffix=core.windows.net
https://acct.blob.core.windows.net/c/f.txt?sv=2022-11-02&se=2026-01-01&sr=b&sp=r&sig=⟦{b64u:43}%3D⟧
Endpoint=sb://ns.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=⟦{b64:43}=⟧
alibaba ⟦{v:LTAI5t}{an:18}⟧
tencent ⟦{v:AKID}{an:32}⟧
yandex ⟦{v:AQVN}{url:36}⟧
yandex iam ⟦{v:t1.}{url:86}.{url:86}⟧
do ⟦{v:dop_v1_}{hex:64}⟧
heroku ⟦{v:HRKU-AA}{url:58}⟧
fly ⟦{v:FlyV1 fm2_}{b64:120}⟧
vercel ⟦{v:vcp_}{an:56}⟧
netlify ⟦{v:nfp_}{an:36}⟧
render ⟦{v:rnd_}{an:28}⟧
cloudflare R2/API ⟦{v:cfut_}{an:40}{hex:8}⟧
supabase ⟦{v:sbp_}{hex:40}⟧
planetscale ⟦{v:pscale_pw_}{url:43}⟧
neon ⟦{v:napi_}{low:64}⟧
databricks ⟦{v:dapi}{hex:32}-2⟧
doppler ⟦{v:dp.st.dev.}{an:43}⟧
vault ⟦{v:hvs.}{url:90}⟧
terraform cloud ⟦{an:14}.atlasv1.{url:67}⟧
pulumi ⟦{v:pul-}{hex:40}⟧
grafana ⟦{v:glsa_}{an:32}_{hex:8}⟧
grafana cloud ⟦{v:glc_eyJ}{b64:100}⟧
newrelic ⟦{v:NRAK-}{AN:27}⟧
datadog DD_API_KEY=⟦{hex:32}⟧
sentry ⟦{v:sntrys_eyJ}{b64:100}_{b64:43}⟧
honeycomb ⟦{v:hcaik_01}{low:56}⟧
dynatrace ⟦{v:dt0c01.}{AN:24}.{AN:64}⟧
posthog ⟦{v:phx_}{an:43}⟧
launchdarkly ⟦sdk-{uuid}⟧
circleci ⟦{v:CCIPAT_}{an:22}_{hex:40}⟧
buildkite ⟦{v:bkua_}{hex:40}⟧
sonar ⟦{v:sqp_}{hex:40}⟧
snyk ⟦{v:snyk_uat.}{hex:8}.{url:60}⟧
npm ⟦{v:npm_}{an:36}⟧
pypi ⟦{v:pypi-AgEIcHlwaS5vcmc}{url:130}⟧
cargo publish --token ⟦{v:cio}{an:32}⟧
nuget ⟦{v:oy2}{low:43}⟧
rubygems ⟦{v:rubygems_}{hex:48}⟧
docker ⟦{v:dckr_pat_}{url:27}⟧
jfrog ⟦{v:AKCp8}{an:68}⟧
artifactory ref ⟦{v:cmVmdGtuOj}{an:54}⟧
tailscale ⟦{v:tskey-auth-}{an:12}CNTRL-{an:32}⟧
ngrok ⟦{v:2}{an:26}_{an:21}⟧ as NGROK_AUTHTOKEN
1password service ⟦{v:ops_eyJ}{b64:300}⟧
age ⟦AGE-SECRET-KEY-1{BECH:58}⟧
openshift ⟦{v:sha256~}{url:43}⟧
contentful ⟦{v:CFPAT-}{url:43}⟧
mapbox ⟦{v:sk.eyJ}{url:80}.{url:22}⟧
hubspot ⟦{v:pat-na1-}{uuid}⟧
dropbox ⟦{v:sl.}{url:130}⟧
facebook ⟦{v:EAAG}{an:150}⟧
twitch ⟦{v:oauth:}{low:30}⟧
clerk ⟦{v:sk_live_}{an:40}⟧
inngest ⟦{v:signkey-prod-}{hex:64}⟧
trigger ⟦{v:tr_prod_}{an:20}⟧
cal.com ⟦{v:cal_live_}{hex:32}⟧
liveblocks ⟦{v:sk_prod_}{url:64}⟧
polar ⟦{v:polar_oat_}{an:43}⟧
readme ⟦{v:rdme_}{low:70}⟧
frame.io ⟦{v:fio-u-}{url:64}⟧
infracost ⟦{v:ico-}{an:32}⟧
scalingo ⟦{v:tk-us-}{url:48}⟧
dingtalk sign ⟦{v:SEC}{hex:64}⟧
pagerduty ⟦{v:u+}{an:18}⟧ from the user page
okta SSWS ⟦00{url:40}⟧
zapier hook ⟦https://hooks.zapier.com/hooks/catch/{d:7}/{low:7}⟧
teams ⟦https://contoso.webhook.office.com/webhookb2/{uuid}@{uuid}/IncomingWebhook/{hex:32}/{uuid}⟧
slack hook ⟦https://hooks.slack.com/services/T{AN:10}/B{AN:10}/{an:24}⟧
discord ⟦https://discord.com/api/webhooks/{d:19}/{url:68}⟧
`,
  tokens: `
Cookie: session=⟦eyJ{url:28}.eyJ{url:60}.{url:43}⟧; theme=dark
encrypted id token ⟦eyJ{url:60}.{url:342}.{url:16}.{url:120}.{url:22}⟧
JWE (dir): ⟦eyJ{url:48}..{url:16}.{url:200}.{url:22}⟧
id_token=⟦eyJ{url:90}.{url:171}.{url:16}.{url:64}.{url:22}⟧&state=af0ifjsldkj
unsigned ⟦eyJ{url:24}.eyJ{url:70}.⟧
authorization: bearer ⟦{low:40}⟧
Authorization: Basic ⟦{b64of:ada:marigold77}⟧
curl -H "X-Api-Key: ⟦{an:32}⟧" https://api.example.com/v2/ping
< set-cookie: connect.sid=⟦s%3A{url:32}.{b64u:43}⟧; Path=/; HttpOnly
GET /export?access_token=⟦{hex:40}⟧&format=csv HTTP/1.1
wss://stream.example.com/?token=⟦{url:43}⟧
git clone https://⟦{an:40}⟧@git.example.com/ops/infra.git
redirect to https://app.example.com/reset?token=⟦{hex:64}⟧ within 15 minutes
psql: connection to postgres://report:⟦{pw}⟧@10.2.0.7:5432/dw failed: timeout
2025-02-11T08:14:55Z ERROR amqp dial "amqp://svc:⟦{pw}⟧@mq-1:5672/prod": EOF
redis://:⟦{pw}⟧@cache.internal:6379/2
mongodb+srv://app:⟦{pw}⟧@c0.ab1cd.mongodb.net/?retryWrites=true
SLACK_WEBHOOK=⟦https://hooks.slack.com/services/T{AN:8}/B{AN:8}/{an:24}⟧
x-amz-security-token: ⟦IQoJb3JpZ2luX2Vj{b64:300}⟧
apns key:\\n⟦-----BEGIN PRIVATE KEY-----\\n{b64:64}\\n{b64:64}\\n{b64:48}\\n-----END PRIVATE KEY-----⟧
ssh key in the ticket: ⟦-----BEGIN OPENSSH PRIVATE KEY-----\\n{b64:70}\\n{b64:70}\\n{b64:30}=\\n-----END OPENSSH PRIVATE KEY-----⟧
wg0 PrivateKey = ⟦{b64:43}=⟧
`,
  split: `
OPENAI_API_KEY=⟦{v:sk-proj-}{url:60}\\n{url:60}\\n{url:36}⟧\\nPORT=3000
> here is the key again: ⟦{v:sk-ant-api03-}{url:50}\\n> {url:43}AA⟧\\n> thanks
token = ⟦"{v:ghp_}{an:18}" +\\n        "{an:18}"⟧
key := ⟦"{v:AKIA}{B32:8}" + "{B32:8}"⟧
const t = ⟦'{v:glpat-}{url:10}' +\\n  '{url:10}'⟧;
export STRIPE=⟦{v:sk_live_}{an:12}\\\\n{an:12}⟧
jwt:\\n⟦eyJ{url:60}\\n{url:40}.eyJ{url:20}\\n{url:64}\\n{url:40}.{url:20}\\n{url:23}⟧
my card is ⟦{cardnl:4}⟧ and it expires in June
password:\\n\\n    ⟦{pw}⟧\\n
The password is\\n⟦{pw}⟧
Wi-Fi password =\\n⟦{pw}⟧
"password":\\n    "⟦{pw}⟧"
api_key: >-\\n  ⟦{an:40}⟧
SECRET = (\\n    ⟦"{an:20}"\\n    "{an:20}"⟧\\n)
Authorization: Bearer\\n ⟦{an:40}⟧
slack ⟦{v:xoxb-}{d:12}-{d:13}-\\n{an:24}⟧
hf token: ⟦{v:hf_}{alpha:20}-\\n{alpha:14}⟧ (hyphen is the mail client's)
pat ⟦{v:github_pat_}{an:22}_{an:20}=\\n{an:39}⟧ from a quoted-printable mail
DATABASE_URL=postgres://app:⟦{pw}⟧@db\\\\n.example.com/shop
contraseña del panel:\\n⟦{pw}⟧\\nusuario: soporte
密码如下：\\n⟦{pw}⟧
TOKEN = ⟦'{v:npm_}{an:12}' . '{an:24}'⟧;
sendgrid ⟦{v:SG.}{url:22}.\\n{url:43}⟧
aws_secret_access_key =\\n  ⟦{b64:40}⟧
`,
  code: `
const client = new Client({ apiKey: "⟦{an:32}⟧", region: "eu" });
requests.get(url, auth=("ada", "⟦{pw}⟧"))
db = psycopg2.connect(host="db", user="app", password="⟦{pw}⟧")
$pdo = new PDO('mysql:host=db;dbname=shop', 'shop', '⟦{pw}⟧');
DriverManager.getConnection("jdbc:postgresql://db/shop", "shop", "⟦{pw}⟧");
sql.Open("mysql", "root:⟦{pw}⟧@tcp(db:3306)/shop")
smtp.login("noreply@example.com", "⟦{pw}⟧")
provider "aws" {\\n  access_key = "{v:AKIA}{B32:16}"\\n  secret_key = "⟦{b64:40}⟧"\\n}
environment:\\n  - POSTGRES_PASSWORD=⟦{pw}⟧\\n  - TZ=UTC
data:\\n  password: ⟦{b64of:correct-horse-9}⟧
apiVersion: v1\\nkind: Secret\\nstringData:\\n  token: ⟦{an:40}⟧
<add name="Main" connectionString="Server=.;Database=x;User Id=sa;Password=⟦{pw}⟧;" />
spring.mail.password=⟦{pw}⟧
signingConfigs { release { storePassword '⟦{pw}⟧' } }
//registry.npmjs.org/:_authToken=⟦{an:36}⟧
[default]\\naws_secret_access_key = ⟦{b64:40}⟧
ENV SECRET_KEY_BASE=⟦{hex:128}⟧
SECRET_KEY = 'django-insecure-⟦{djan:50}⟧'
app.secret_key = b'⟦{hex:32}⟧'
net user backup ⟦{pw}⟧ /add
echo "⟦{pw}⟧" | sudo -S apt update
sshpass -p '⟦{pw}⟧' scp dump.sql ada@host:
mysqldump -u root -p⟦{pw}⟧ shop > dump.sql
ansible_become_pass: ⟦{pw}⟧
Set-ADAccountPassword ada -NewPassword (ConvertTo-SecureString "⟦{pw}⟧" -AsPlainText -Force)
kubectl create secret generic db --from-literal=password=⟦{pw}⟧
curl -u elastic:⟦{pw}⟧ localhost:9200/_cat/health
openssl pkcs12 -export -passout pass:⟦{pw}⟧ -in a.pem
ALTER USER app WITH PASSWORD '⟦{pw}⟧';
gpg --batch --passphrase ⟦{pw}⟧ -d backup.gpg
jwt.sign(payload, "⟦{pw}⟧-secret", { expiresIn: "1h" })
axios.defaults.headers.common["Authorization"] = "Bearer ⟦{an:40}⟧";
`,
};

/** Without a secret, by the same rules. */
export const cleanInUse = {
  numbers: `
@everyone the message id is {snow:19}, channel {snow:18}
https://x.com/ada/status/{snow:19}
guild {snow:18} member {snow:18} joined at {d:10}
{"id":{snow:19},"id_str":"{snow:19}","author_id":"{snow:18}"}
steamid 7656119{d:10} banned
tracking 9400 1{d:3} {d:4} {d:4} {d:4} {d:2} out for delivery
USPS 94001{d:17}, FedEx 7{d:11}
DHL 00340{d:15} is in Leipzig
parcel {luhn:4:16} delivered on Tuesday
order no. {luhn:5:16} shipped
trace_id={hex:32} span_id={hex:16} ts=17{d:17}
epoch ns 17{d:17}, us 17{d:14}, ms 17{d:11}
IMEI {luhn:35:15}, serial C02{AN:9}
ISBN 978-3-16-148410-0 and 9783{d:9}
EAN 4006381333931 on the box
GS1 (01)0{d:13}(10)ABC
invoice RE-2024-{d:8}, customer {d:9}
account 0{d:9}, sort code 20-00-00
meeting id 812 3456 7{d:3}
call +49 30 {d:8} or 0800 {d:7}
π ≈ 3.14159265358979323846264338327950288
coordinates 52.520008, 13.404954; 48.858370, 2.294481
loss=0.{d:16} lr=3e-4 step {d:6}
random seed {d:10}, checksum {d:10}
SELECT * FROM t WHERE id IN ({luhn:4:16}, {snow:19}, {d:16})
INSERT INTO events VALUES ({snow:18}, {snow:19}, 'click');
0x{hex:16} 0x{hex:16} 0x{hex:8}
192.168.{d:2}.{d:2}:8443 2001:db8:{hex:4}:{hex:4}::{hex:4}
MAC {hex:2}:{hex:2}:{hex:2}:{hex:2}:{hex:2}:{hex:2}
fb page 61550{d:9}, post 10{d:15}
ad account act_{d:16}, pixel {d:16}
bigint literal {d:19}n overflowed
build 20240611.{d:6}, commit {hex:40}
mastodon post 11{d:16} from {d:4}
steps 4111, heart rate 61, slept 7:43
1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
scores: 4 5 1 1 3 2 9 0 4 4 1 6 7 3 2 8
lotto 04 11 19 23 38 44
sudoku row 5 3 4 6 7 8 9 1 2
chromosome 7:140453136-140453137, rs{d:8}
`,
  hashes: `
{hex:40} Merge branch 'main' of github.com:acme/app
commit {hex:40}\\nAuthor: Ada <ada@example.com>\\nDate:   Tue Jun 11 09:12:44 2024\\n\\n    Rename password field to secret
index {hex:7}..{hex:7} 100644
sha256:{hex:64}
image: registry.example.com/app@sha256:{hex:64}
integrity sha512-{b64:86}==
"resolved": "https://registry.npmjs.org/x/-/x-1.2.3.tgz#{hex:40}"
etag: W/"{hex:32}"
md5sum {hex:32}  backup.tar.gz
request id {uuid}, correlation {uuid}
user {uuid} created order {uuid}
pod api-{low:9}-{low:5} evicted
container {hex:64} exited 137
arn:aws:iam::{d:12}:role/deploy-{hex:8}
s3://bucket/{hex:8}/{uuid}/part-00000-{uuid}.snappy.parquet
tx 0x{hex:64} from 0x{hex:40}
send BTC to bc1q{bech:38}
stripe event evt_{an:24}, customer cus_{an:14}, price price_1{an:23}
pi_3{an:23} succeeded, charge ch_3{an:23}
ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{b64:43} ada@laptop
ssh-rsa AAAAB3NzaC1yc2E{b64:340} deploy@ci
-----BEGIN CERTIFICATE-----\\n{b64:64}\\n{b64:64}\\n{b64:40}\\n-----END CERTIFICATE-----
-----BEGIN PUBLIC KEY-----\\n{b64:64}\\n{b64:64}\\n-----END PUBLIC KEY-----
SHA256:{b64:43} is the fingerprint of the host key
known_hosts: |1|{b64:27}=|{b64:27}= ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{b64:43}
data:image/png;base64,iVBORw0KGgoAAAANSUhEUg{b64:400}
<img src="data:image/jpeg;base64,/9j/4AAQSkZJRg{b64:600}" alt="">
@font-face { src: url(data:font/woff2;base64,d09GMgABAAAA{b64:300}) }
//# sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9uIjozLCJzb3VyY2VzIjpbImEudHMiXX0=
"hash": "{low:44}", "rev": "{hex:40}"
nixpkgs /nix/store/{low:32}-bash-5.2
go.sum: github.com/x/y v1.2.3 h1:{b64:43}=
poetry.lock hash = "sha256:{hex:64}"
bcrypt $2b$12\${b64:53} looks fine
argon2id hashes start with $argon2id$v=19$m=65536
cf-ray: {hex:16}-FRA, x-amz-request-id: {AN:16}
x-trace: 00-{hex:32}-{hex:16}-01
gtag G-{AN:10}, UA-{d:8}-1, GTM-{AN:7}
vid=dQw4w9WgXcQ&list=PL{url:32}
docs https://docs.google.com/document/d/1{url:43}/edit
figma https://www.figma.com/file/{an:22}/Design
Message-ID: <{hex:24}.{d:10}@mail.example.com>
DKIM-Signature: v=1; a=rsa-sha256; bh={b64:43}=; b={b64:172}
chunk-{AN:8}.js 14.2 kB, main.{hex:8}.css
webpack://app/./src/a.ts?{hex:4}
ULID 01{AN:24}, nanoid {url:21}, cuid c{low:24}
`,
  code: `
const password = await prompt("Password: ");
if (!password || password.length < 12) throw new Error("password too short");
export function hashPassword(password: string, salt = randomBytes(16)): Promise<string>
def check_password(self, password: str) -> bool:\\n    return bcrypt.checkpw(password.encode(), self.hash)
password = os.environ["DB_PASSWORD"]
token: process.env.GITHUB_TOKEN ?? ""
apiKey: config.get('stripe.apiKey'),
secrets: inherit
password: \${{ secrets.DB_PASSWORD }}
password: {{ .Values.db.password | quote }}
DB_PASSWORD=changeme
API_KEY=your-api-key-here
TOKEN=<paste your token>
JWT_SECRET=xxxxxxxxxxxxxxxxxxxx
POSTGRES_PASSWORD_FILE=/run/secrets/db_password
<input type="password" name="password" autocomplete="current-password" />
<label for="pin">PIN (4 digits)</label>
PasswordField(label: 'Password', validator: (v) => v!.isEmpty ? 'required' : null)
{"password": {"type": "string", "minLength": 8, "format": "password"}}
password VARCHAR(255) NOT NULL, token CHAR(64),
ALTER TABLE users ADD COLUMN password_reset_token text;
i18n: { "password": "Passwort", "forgot_password": "Passwort vergessen?" }
"login.password.label" = "Mot de passe";
msgid "Password"\\nmsgstr "Contraseña"
assert user.password != "hunter2"[:0]
expect(res.body.token).toBeDefined();
token = next(tokens); if token.type == TokenType.RPAREN: break
tokens = tokenizer.encode(text, max_length=512, truncation=True)
let key = format!("{}:{}", user_id, session_id);
for (const key of Object.keys(map)) cache.delete(key);
primary_key=True, foreign_key="user.id", sort_key="created_at"
key_type: ecdsa-sha2-nistp256, key_size: 4096
access_key = var.access_key\\nsecret_key = var.secret_key
auth: (user, pass) => login(user, pass)
case 'auth/wrong-password': return t('errors.wrongPassword');
@RequestMapping("/password/reset/{token}")
router.post('/reset-password/:token', resetPassword);
/^(?=.*[a-z])(?=.*\\\\d)[A-Za-z\\\\d@$!%*?&]{8,}$/ is the password regex
git config credential.helper store
ssh-keygen -t ed25519 -C "ada@example.com" -N ""
openssl rand -base64 32 | pbcopy
aws secretsmanager get-secret-value --secret-id prod/db/password
vault kv get -field=password secret/db
op read "op://Private/GitHub/token"
kubectl get secret db -o jsonpath='{.data.password}' | base64 -d
passwd: password updated successfully
sudo: a password is required
fatal: Authentication failed for 'https://github.com/acme/app.git/'
error: JWT expired at 2024-06-11T10:00:00Z; invalid signature
401 Unauthorized {"error":"invalid_token","error_description":"The access token expired"}
Set-Cookie: session=; Max-Age=0; Path=/
Authorization: Bearer <token>
Authorization: Basic base64(user:password)
postgres://user:password@localhost:5432/db
mysql://root:root@127.0.0.1/test is what CI uses, see docs
https://user:\${TOKEN}@github.com/acme/app
redis://localhost:6379/0
sk-... keys are shown once
the key looks like ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
pk_test and sk_test keys live in the dashboard
#define SECRET_LEN 32
private static final String PASSWORD_PARAM = "password";
public string Password { get; set; } = string.Empty;
[Required, DataType(DataType.Password)] public string ConfirmPassword
std::string token = lexer.next_token();
passwordEncoder.encode(rawPassword)
user.setPassword(null);
type Credentials = { username: string; password: string };
password?: string | undefined;
GRANT SELECT ON t TO app;
const [pin, setPin] = useState("");
PIN_MODE_OUTPUT = 0x01; digitalWrite(13, HIGH);
key="pref_password" android:inputType="textPassword"
secretKeyRef:\\n  name: db\\n  key: password
value: "{{ lookup('env', 'DB_PASSWORD') }}"
passphrase = getpass.getpass("Passphrase: ")
$password = $_POST['password'] ?? '';
--password-stdin reads it from standard input
docker login -u ada --password-stdin < ~/.token
curl -u "$USER:$PASS" https://example.com
export PGPASSWORD=$(cat /run/secrets/pg)
gh auth token | docker login ghcr.io -u ada --password-stdin
`,
  prose: `
The exam's reading passage was about codes in the Second World War.
Her password manager remembers 312 logins; she remembers one.
Please never send passwords by mail. Use the vault.
I forgot the PIN of my old card and had to order a new one.
Password reset links expire after 15 minutes.
The code review for PR 4821 is done, two comments left.
Flight BA2490 lands at 17:45, gate B22.
Room 4417, second floor, past the lift.
The pass is closed in winter; take the tunnel.
We raised the ticket price to 4500 in 2023.
Model X-220 needs part no. 88-1123-4.
Chapter 12, page 4471, is missing from the scan.
dress code: smart casual; zip code 94110
The bank's branch code is 2291, the one with the big lobby.
Error code 0x80070005 means access denied.
He was born on 12-04-1987 and moved in 2011.
Meet at 18:30 by gate 4, bring the blue key.
What's the wifi called here? I can't find the password anywhere.
The secret of good bread is time.
Our secret santa limit is 20 euros.
She holds the key to the archive and guards it well.
The token ring network ran at 16 Mbit/s.
Passwords should have 12 characters or more, and no birthdays.
Das Passwort muss mindestens 8 Zeichen haben.
Ich habe mein Passwort vergessen und brauche ein neues.
La contraseña debe tener al menos 10 caracteres.
¿Cuál era la clave del éxito de ese equipo?
Le mot de passe doit contenir une majuscule.
C'est la clé de voûte du projet.
A senha expira a cada 90 dias.
密码至少需要8位，包含数字和字母。
我忘记密码了，怎么重置？
验证码五分钟内有效，请勿告诉他人。
パスワードは8文字以上で設定してください。
パスワードを忘れた場合はこちら
비밀번호는 8자 이상이어야 합니다.
비밀번호 변경 주기는 90일입니다.
The most common password is still 123456.
"password123" is what he calls a strong password, imagine that.
PIN pads at the store were replaced in 2024.
I pin recipes to the board by the stove.
Two-factor codes come from the app and not by text message.
My locker at the pool is number 418, the one with the dent.
Our house number is 4711 like the cologne.
The combination of salt and lime works.
The alarm went off at 0430 again.
Key lime pie, 4 eggs, 395 g condensed milk, 120 ml juice.
Bus 4821 leaves at ten past.
The recovery took 12 weeks and 3 operations.
The card is a Visa ending in 4242 and expires in May.
Use card 4242 4242 4242 424x in the sandbox.
She scored 4111 points in 1111 games.
The account was opened in 1998 with 500 marks.
The pattern repeats: knit 4, purl 4, 16 rows.
Their API returns a token that is valid for 3600 seconds.
The API key goes into the header X-Api-Key.
Ask ops for credentials; they rotate each 30 days.
Sign in with Google or with a magic link.
The license key is printed on the back of the box.
We keep the private key in an HSM.
A bearer token is like cash.
iPhone 15 Pro, 256GB, IMEI is in settings.
Windows 11 24H2, build 26100.1742
Firmware v2.14.3-rc1 fixes WPA3.
the quick brown fox jumps over 13 lazy dogs
R2-D2 and C-3PO were off to Hoth.
The meeting is in B204; dial-in is 0800 123 4567.
WEP was broken in 2001, WPA2 in 2017.
Zimmer 1204, Frühstück ab 7:00
La reunión es el 12/04 a las 16:30 en la sala 203.
周三下午三点在A座1203开会
会議は4月12日15時、302号室です
`,
};

/** A line with its placeholders filled: `{an:24}` and the like. */
export function fill(
  line,
  { pick, of, int, lower, mixed, hex, luhn, iban, base64, uuid, password },
) {
  const upper = lower.toUpperCase();
  const digits = '0123456789';
  const alphabets = {
    an: mixed,
    AN: upper + digits,
    B32: `${upper}234567`,
    alpha: lower + upper,
    low: lower + digits,
    hex,
    HEX: hex.toUpperCase(),
    d: digits,
    b64: `${mixed}+/`,
    url: `${mixed}-_`,
    b64u: mixed,
    bech: '023456789acdefghjklmnpqrstuvwxyz',
    BECH: '023456789ACDEFGHJKLMNPQRSTUVWXYZ',
    djan: `${lower}${digits}!@#%^&*(-_=+)`,
  };
  const card = (head) => {
    if (head === '5') return luhn(`5${int(1, 5)}${of(digits, 13)}`);
    if (head === '35') return luhn(`35${int(30, 89)}${of(digits, 11)}`);
    return luhn(head + of(digits, 15 - head.length));
  };
  const grouped = {
    card: '',
    card4: ' ',
    'card-': '-',
    'card.': '.',
    card_: '_',
    'card/': '/',
    card2: '  ',
    cardnb: '\u00a0',
  };
  return line.replace(/\{([^{}]+)\}/g, (whole, inner) => {
    const [name, ...rest] = inner.split(':');
    const given = rest.join(':');
    if (name === 'v') return given;
    if (name in grouped) return card(given).replace(/(.{4})(?=.)/g, `$1${grouped[name]}`);
    if (name === 'cardl' || name === 'cardnl')
      return card(given).replace(/^(.{4})(.{4})(.{4})/, '$1 $2\n$3 ');
    if (name === 'amex') return luhn(`37${of(digits, 12)}`).replace(/^(.{4})(.{6})/, '$1 $2 ');
    if (name === 'diners') return luhn(`36${of(digits, 11)}`).replace(/^(.{4})(.{6})/, '$1 $2 ');
    if (name === 'iban') return iban('DE', of(digits, 18)).replace(/(.{4})(?=.)/g, '$1 ');
    if (name === 'uuid') return uuid();
    if (name === 'pw') return password();
    if (name === 'b64of') return base64(given);
    if (name === 'snow')
      return `${given === '19' ? 1 : pick([...'345678'])}${of(digits, Number(given) - 1)}`;
    if (name === 'luhn') return luhn(rest[0] + of(digits, Number(rest[1]) - rest[0].length - 1));
    return alphabets[name] === undefined ? whole : of(alphabets[name], Number(given));
  });
}
