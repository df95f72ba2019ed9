/**
 * What a memory must take: talk about passwords, numbers that are no secrets, code. One text a line, `\n` where a line
 * ends. All made up. Written without a look at the rules that are measured by them.
 */
export const harmless = {
  english: String.raw`
I forgot my password again
a password must have at least 12 characters
The password is too short
My password is weak, I should change it
My password is stored in the keychain
the password was wrong
Password: required
Password: at least 8 characters, one digit
She asked me for my password and I said no
the password field is empty
Your password has expired, please choose a new one
The password is the name of my first dog
We rotate passwords every 90 days
I keep all passwords in 1Password
password123 is a terrible choice for anybody
The most common passwords are 123456 and qwerty
Never write your PIN on the card
My PIN is four digits long
my pin is the same for all cards
The pin is bent and the plug does not fit
PIN 13 of the Arduino drives the LED
the key to success is patience
The secret to good bread is time
his secret ingredient is cinnamon
The token is expired, so we refresh it
tokens: 4096 of context, 1024 of output
Each request costs about 1,500 tokens
The API key is read from the environment
API keys are rotated monthly by the platform team
You need an API key to call this endpoint
The access code for the course changes every week
The code is on GitHub
The code is 300 lines long and has 12 tests
area code 415, zip code 94110
The error code is 0x80070057
exit code 137 means that it was killed
promo code SUMMER20 gives 20% off
use the discount code WELCOME10 at checkout
The country code for Germany is 49
My postcode is SW1A 1AA
flight BA 2490 leaves at 07:45 from gate B42
booking reference QX7KLM for the hotel
order 114-3941689-8772232 has shipped
tracking number 1Z999AA10123456784
parcel JD014600003182649521 is with the neighbour
invoice 2024-00317 is due on 15 March
ISBN 978-3-16-148410-0 is the one I lent her
call me at +1 415 555 0132
her number is (020) 7946 0958
The meeting ID is 845 1123 9981
room 4821 on the fourth floor
the bike lock is blue
My locker is number 128
we sat at table 4821
The password reset mail never arrived
He works as a password manager developer
Password hashing uses bcrypt with cost 12
Passwords are case sensitive
I use two-factor authentication with a YubiKey
Change the password on first login
the wifi password is on the back of the router
Ask Marta for the wifi password
The password is in the vault under staging
the password is not what you think
Password policy: 14 characters, no reuse of the last 5
my password is so long that I cannot remember it
The passphrase is asked for at startup
My passport expires in 2031
I passed my driving test with 4821 points in the quiz
Pass the salt, please
The pass is valid until 31.12.2026
secret santa is on Friday
It is no secret that he likes jazz
the secret garden is her favourite book
My login is ada
username: ada
user: ada, role: admin, plan: pro
The account number is on the statement
the safe is in the cellar
Combination therapy worked for her
my recovery took six weeks after the operation
the seed catalogue arrived, I want tomatoes and basil
a seed phrase has 12 or 24 words
Backup codes should be printed
The alarm is set for 06:45
Set the alarm for 0630
gate code review is on Monday
the door code was changed last week
credit cards are accepted from 10 euros
my Visa ends in 4242
The card ending 1881 was charged 42.17
IBAN is required for the refund
The IBAN has 22 characters in Germany
Keys are on the hook by the door
key: value pairs are separated by commas
token: the smallest unit of text
password = input("Password: ")
const password = process.env.DB_PASSWORD
self.password = password
if password == confirm_password:
password: str = Field(min_length=8)
def login(username, password):
this.apiKey = options.apiKey ?? ''
api_key = os.environ["OPENAI_API_KEY"]
const token = await getToken(session)
password: String!
"password": "string"
password: z.string().min(8)
<input type="password" name="password" placeholder="Password">
SELECT password_hash FROM users WHERE id = 42
secretKeyRef:\n  name: db-credentials\n  key: password
PASSWORD=\${PASSWORD:?required}
mysql -u root -p
docker login -u ada --password-stdin
curl -u "$USER:$TOKEN" https://api.example.com
Authorization: Bearer <token>
password: "********"
password: [REDACTED]
api_key: sk-...abcd
token: null
password: undefined
secret: false
export TOKEN=$(cat token.txt)
my password is the usual one
the password is different for each site
the password is "incorrect", says the old joke
his password is probably his birthday
I told him the password is secret
The password is visible while you type
My new password is much stronger than the old one
The password is saved, encrypted, synced and backed up
Is the password right?
What is the wifi password?
Where can I find my API key?
the passcode is sent by SMS
The verification code is valid for 10 minutes
PINs with 1234 are the most guessed
2 tokens per word on average
My lucky number is 7730
the password prompt appears twice
The password for the demo is not set
the key is under the mat
we met at 10:30, at 4821 Oak Street
she solved it in 12-34-8 minutes and seconds
hex colour #a8f5f1 for the header
Nf3 d5 g3 c5 Bg2 Nc6 O-O e5 d3 Nf6
1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6
ACGTACGTTAGCCGATACGGATTACAGGCTAAGCTT
C6H12O6 + 6 O2 -> 6 CO2 + 6 H2O
CC(=O)OC1=CC=CC=C1C(=O)O is aspirin
licence plate B-MW 4821, the blue one
MacBookPro18,3 with 32 GB
Sony WH-1000XM5 in black, iPhone 15 Pro Max, RTX 4090 Ti
serial number C02XL0GTJGH5 is on the warranty card
VIN 1HGCM82633A004352
52.5200 N, 13.4050 E
192.168.178.1 is the router
fe80::1ff:fe23:4567:890a%eth2
00:1A:2B:3C:4D:5E is its MAC
sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
commit 4ac712cde81f0a7b6c3d2e1f0a9b8c7d6e5f4a3b fixed the leak
550e8400-e29b-41d4-a716-446655440000 is the user's id
gross 84,500.00, net 51,243.17, tax 33,256.83
0.8414709848, 0.9092974268, 0.1411200080
temperature=0.7 top_p=0.95 max_tokens=1024
`,
  chinese: `
我忘记密码了
密码错误，请重试
重置密码的流程
密码至少需要8个字符
密码必须包含字母和数字
请不要把密码告诉别人
我的密码太简单了
密码是我生日
密码是对的吗？
密码已经过期了
wifi密码是多少？
密码是必填项
密码每90天更换一次
我把密码写在本子上了
密码管理器很好用
他改了密码之后登录不了
密码学是一门有趣的课
密码长度为6到16位
密码不能为空
密码和用户名不匹配
密码是区分大小写的
我的密码是大家都知道的那个
密码是什么我忘了
这个密码是随便设的
请输入密码
两次输入的密码不一致
验证码5分钟内有效
验证码错误
密钥存放在保险库里
密钥需要定期轮换
令牌已过期
我们需要申请API密钥
她的生日是1990年5月12日
订单号20240315482193已发货
快递单号SF1234567890123
手机号13800138000
会议号 845 112 399
房间号是4821
我住在建国路88号
航班CA1831早上8点起飞
车牌京A12345
身高175，体重68公斤
邮编100080
错误代码是404
成功的秘密是坚持
这是我们的小秘密
密码锁坏了
密码：请联系管理员
密码提示：第一只宠物的名字
银行卡丢了，要去补办
我的卡密码连续输错三次被锁了
支付密码和登录密码不要一样
密码是由服务器生成的
解锁方式是指纹
他的口令很有气势
口号是团结就是力量
密码强度：弱
密码已发送到您的邮箱
密码是加密存储的
`,
  spanish: `
olvidé mi contraseña
la contraseña debe tener 8 caracteres
La contraseña es demasiado corta
Mi contraseña es muy débil
la contraseña es incorrecta
La contraseña es obligatoria
La contraseña es la misma de siempre
la contraseña es el nombre de mi perro
¿Cuál es la contraseña del wifi?
No compartas tu contraseña con nadie
La contraseña caduca en 90 días
contraseña: mínimo 12 caracteres
contraseña olvidada
He cambiado la contraseña por una más segura
Cambié mi contraseña ayer
Mi contraseña no funciona
La contraseña está en el gestor
Guardo las contraseñas en Bitwarden
la clave es la paciencia
La clave del éxito es trabajar
La clave está en el horno bien caliente
clave: confirmar la reserva antes del viernes
la palabra clave es innovación
El secreto está en la masa
El código postal es 28013
el código de error es 500
código de descuento VERANO20
el código es de 200 líneas
El PIN tiene cuatro dígitos
el pin se bloqueó tras tres intentos
El token ha caducado
Mi número de pedido es 4821-7730
el vuelo IB 3166 sale a las 9:40
Mi teléfono es el 612 345 678
la habitación 4821 da al mar
factura 2024/00317
ISBN 978-84-376-0494-7
La contraseña se envía por correo
La contraseña es privada
la contraseña es fácil de adivinar
Mi contraseña es tan larga que no la recuerdo
uso un gestor de contraseñas
Uso la huella como contraseña
la contraseña que me diste no va
cambia la contraseña cada mes
Las contraseñas distinguen mayúsculas
la contraseña es correcta
la contraseña es visible
la contraseña será enviada mañana
No me acuerdo de la contraseña
`,
  german: `
ich habe mein Passwort vergessen
das Passwort muss mindestens 12 Zeichen haben
Das Passwort ist zu kurz
Mein Passwort ist schwach
das Passwort ist falsch
Das Passwort ist abgelaufen
Das Passwort ist der Name meines Hundes
Passwort: mindestens 8 Zeichen
Passwort erforderlich
Wie lautet das WLAN-Passwort?
Das Passwort lautet anders als früher
Das Passwort ist geheim
Mein Passwort ist sicher
Gib dein Passwort nie weiter
Passwörter werden alle 90 Tage geändert
Das Passwort steht auf der Rückseite des Routers
Ich speichere Passwörter in KeePass
Das Passwort habe ich gestern geändert
das Passwort ist leicht zu erraten
Das Passwort wird per Mail verschickt
Das Kennwort ist ungültig
der Schlüssel liegt unter der Matte
Der Schlüssel zum Erfolg ist Geduld
Das Geheimnis ist gutes Mehl
Die PIN hat vier Stellen
die PIN wurde dreimal falsch eingegeben
die PIN ist gesperrt
Der Code ist auf GitHub
der Fehlercode ist 0x8007
Gutscheincode SOMMER20 gilt bis Ende Juli
die Postleitzahl ist 10115
Meine Bestellnummer ist 302-4821773
Sendungsnummer 00340434161094015902
Rechnung 2024-00317 ist bezahlt
Zimmer 4821 im vierten Stock
Kundennummer 99412078
Meine Telefonnummer ist 030 90182
Das Token ist abgelaufen
Zugangsdaten kommen per Post
die Kombination aus beidem ist gut
Passwort vergessen?
Das Passwort ist überall gleich
Mein Passwort ist länger als deins
Das Passwort ist nicht mehr gültig
Passwort ändern: Einstellungen, Konto, Sicherheit
Das neue Passwort ist besser
Ich brauche ein neues Passwort für die Bank
Donaudampfschifffahrtsgesellschaftskapitän
Als Passwort nehme ich nie ein Wort aus dem Wörterbuch
Das Passwort ist jetzt zurückgesetzt
`,
  french: `
j'ai oublié mon mot de passe
le mot de passe doit contenir 12 caractères
Le mot de passe est trop court
Mon mot de passe est faible
le mot de passe est incorrect
Le mot de passe est obligatoire
Le mot de passe est le nom de mon chat
Mot de passe oublié ?
Quel est le mot de passe du wifi ?
Ne donne jamais ton mot de passe
Le mot de passe expire dans 90 jours
mot de passe : au moins 8 caractères
J'ai changé mon mot de passe hier
J'ai changé mon mot de passe en urgence
J'ai changé mon mot de passe en 2022
Le mot de passe est sur la box
Le mot de passe, c'est important
Le mot de passe c'est toujours le même
Je range mes mots de passe dans Dashlane
la clé du succès est la patience
La clé est sous le paillasson
Le secret est dans la sauce
Le code postal est 75011
le code erreur est 404
code promo ETE20 valable jusqu'en août
mon code fait 300 lignes
Le code de la route a changé
Le code PIN a quatre chiffres
le jeton a expiré
Commande 402-4821773 expédiée
Mon numéro est le 06 12 34 56 78
chambre 4821, vue sur la mer
Le vol AF 1234 part à 9h40
Facture n° 2024-00317
ISBN 978-2-07-036822-8
Le mot de passe est visible quand on tape
Le mot de passe est sensible à la casse
Mon mot de passe est assez long
Le mot de passe a été réinitialisé
Il me demande un mot de passe à chaque fois
Un bon mot de passe est long
le mot de passe est envoyé par mail
Mon mot de passe est différent sur chaque site
Le mot de passe n'est pas bon
identifiant et mot de passe requis
Le mot de passe du jour est liberté, disait le poème
Le mot de passe reste inchangé
Le mot de passe est bien protégé
`,
  portuguese: `
esqueci minha senha
a senha deve ter 12 caracteres
A senha é muito curta
Minha senha é fraca
a senha está errada
A senha é obrigatória
A senha é o nome do meu gato
Qual é a senha do wifi?
Nunca compartilhe a senha
A senha expira em 90 dias
senha: no mínimo 8 caracteres
Mudei minha senha ontem
Mudei minha senha para algo melhor
A senha está atrás do roteador
Guardo as senhas no Bitwarden
a chave do sucesso é a paciência
A chave está debaixo do tapete
O segredo é a massa
O código postal é 1100-148
o código de erro é 500
cupom VERAO20 vale até agosto
O código tem 300 linhas
O PIN tem quatro dígitos
o token expirou
Pedido 4821-7730 enviado
Meu telefone é (11) 91234-5678
quarto 4821 com vista para o mar
O voo TP 1234 sai às 9h40
Fatura 2024/00317
ISBN 978-85-359-0277-5
A senha é a mesma de sempre
a senha é enviada por email
Minha senha é diferente em cada site
A senha é segura
A senha foi redefinida
Peguei a senha 42 na fila do banco
A senha de atendimento é B127
a senha é fácil de lembrar
A palavra-passe é inválida
esqueci-me da palavra-passe
A palavra-passe tem de ter um número
Minha senha é longa demais
a senha não funciona
Troque a senha todo mês
A senha do banco bloqueou
`,
  japanese: `
パスワードを忘れました
パスワードは12文字以上にしてください
パスワードが短すぎます
パスワードが違います
パスワードは必須です
パスワードは誕生日です
パスワードは安全です
パスワードは何ですか？
パスワードを教えてください
パスワードは犬の名前です
パスワードは定期的に変更しましょう
パスワードは暗号化されています
パスワードは毎回同じです
パスワードマネージャーを使っています
パスワードの再設定方法
パスワードは忘れないでください
パスワードは大文字と小文字を区別します
Wi-Fiのパスワードはルーターの裏に書いてあります
暗証番号は4桁です
暗証番号を3回間違えました
暗証番号は生年月日を避けてください
合言葉は友情です、というアニメのセリフ
成功の秘密は努力です
秘密の花園という本を読んだ
注文番号は482-7730です
電話番号は03-1234-5678です
郵便番号は100-0001
部屋番号は4821です
エラーコードは404です
便名はNH106です
トークンの有効期限が切れました
APIキーは環境変数から読み込みます
鍵は玄関の下にあります
認証コードは10分間有効です
パスワード：8文字以上
パスワードは半角英数字で入力
パスワードは秘密です
パスワードは後で送ります
パスワードはメールで届きます
パスワードは変更済みです
会員番号は12345678です
`,
  korean: `
비밀번호를 잊어버렸어요
비밀번호는 12자 이상이어야 합니다
비밀번호가 너무 짧아요
비밀번호가 틀렸습니다
비밀번호는 필수입니다
비밀번호는 제 생일이에요
비밀번호는 안전합니다
와이파이 비밀번호가 뭐예요?
비밀번호 좀 알려 주세요
비밀번호는 우리 강아지 이름이야
비밀번호는 자주 바꿔야 해요
비밀번호는 암호화되어 저장됩니다
비밀번호는 항상 같아요
비밀번호 관리자를 씁니다
비밀번호 재설정 방법
비밀번호는 공유하지 마세요
비밀번호: 8자 이상
비밀번호는 대소문자를 구분합니다
와이파이 비밀번호는 공유기 뒤에 있어요
비밀번호를 세 번 틀렸어요
카드 비밀번호는 네 자리입니다
암호화 알고리즘을 공부했어요
암호는 매달 바뀝니다
성공의 비밀은 노력이다
비밀의 화원을 읽었다
주문번호는 4827730입니다
전화번호는 010-1234-5678입니다
우편번호는 04524
방 번호는 4821호입니다
오류 코드는 404입니다
토큰이 만료되었습니다
API 키는 환경 변수에서 읽습니다
열쇠는 매트 밑에 있어요
인증번호는 3분간 유효합니다
비밀번호는 비밀이에요
비밀번호는 나중에 보낼게요
비밀번호는 이메일로 발송됩니다
비밀번호가 변경되었습니다
회원번호는 12345678입니다
비밀번호 변경 후 다시 로그인하세요
`,
};
