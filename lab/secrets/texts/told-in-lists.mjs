/** Secrets told as lists, behind arrows, as numbers of persons, as codes to type, in pairs of entries and in commands. */
export const toldInLists = {
  credentials: `
user maria pass ⟦Trombone88⟧
username: kofi, pw ⟦velvetrain⟧
The printer account opens with ⟦Copper_Kite4⟧.
It gets you in with ⟦otter.lamp.9⟧
You can log in using ⟦Maple&Moss21⟧
login kofi pw: ⟦harborlight⟧
Netflix - email kofi@example.com - pass ⟦Saffron12⟧
admin user: root, pwd ⟦gr4niteFall⟧
he signs in with ⟦Walnut#Desk5⟧ every morning
Spotify: maria@example.org pass: ⟦cobaltmoon⟧
compte marie mdp ⟦Tilleul42⟧
identifiant : paul mdp : ⟦framboise⟧
utilisateur paul, mot de passe ⟦Vercors38⟧
on se connecte avec ⟦Nuage.Bleu7⟧
usuario pedro clave ⟦Girasol77⟧
usuario: pedro, clave: ⟦mandarina⟧
la cuenta se abre con ⟦Molino_Rojo3⟧
se entra con ⟦Faro.Sur15⟧
usuário ana senha ⟦Jacaranda9⟧
usuário: ana, senha: ⟦maresia⟧
a conta abre com ⟦Pedra#Azul2⟧
conta do banco: login ana PW ⟦cajueiro5⟧
Benutzer karl PW ⟦Eisvogel33⟧
Nutzer: karl, pw: ⟦haselnuss⟧
Das Konto geht mit ⟦Birke-Moos8⟧ auf
man meldet sich mit ⟦Fuchsbau_12⟧ an
账号 lihua 密码 ⟦yunduo88⟧
用户名：lihua 口令：⟦Qiche#66⟧
用 ⟦Lan-Tian77⟧ 登录这个账号
ユーザー名 ken パス ⟦sakura-77⟧
ID：ken PW：⟦fujisan99⟧
⟦Kumo_Sora5⟧ でログインできます
아이디 minho 비번 ⟦baram123⟧
아이디: minho PW: ⟦haneul77⟧
⟦Byeol#Dal9⟧ 로 로그인하면 돼
`,
  arrows: `
password -> ⟦Granite!Loop⟧
wifi password => ⟦lemon tree harbor⟧
PIN → ⟦4471⟧
wifi — ⟦tallgrass22⟧ is the password
router password – ⟦Pebble_Road6⟧
VPN pass | ⟦Nimbus#41⟧
password... ⟦walrusmoon8⟧
master password -> ⟦copper violin sunset garden⟧
passphrase — ⟦marble kettle orchid thunder⟧
pw -> ⟦quartzhill⟧
my gmail password - ⟦Iguana+55⟧
api key -> ⟦8fK2mQ0vL4nR7tW1pZ5c⟧
mdp -> ⟦grenouille7⟧
mot de passe → ⟦Lavande.36⟧
mot de passe du wifi – ⟦citron vert montagne⟧
clave -> ⟦Naranjo_8⟧
contraseña => ⟦puente rojo ventana⟧
senha -> ⟦Abacate#3⟧
senha do wifi – ⟦coqueiro45⟧
Passwort -> ⟦Gletscher9!⟧
WLAN-Passwort – ⟦Apfel Leiter Regenbogen Kupfer⟧
Kennwort | ⟦Moorhuhn27⟧
密码 → ⟦xingxing66⟧
WiFi密码 —— ⟦shuimu-2024⟧
口令 -> ⟦Hu#Die9⟧
パスワード → ⟦tsukimi#8⟧
PW => ⟦ringo-ame3⟧
暗証番号 → ⟦5813⟧
비밀번호 -> ⟦sanho#21⟧
비번 → ⟦gaeul-bi7⟧
와이파이 비번 - ⟦norang88⟧
`,
  identity: `
My social security number is ⟦219-09-9998⟧
SSN: ⟦457-55-5462⟧
social security no. ⟦512 43 7789⟧
his SSN is ⟦418327765⟧ for the form
Meine Steuer-ID ist ⟦86 095 742 719⟧
Steueridentifikationsnummer: ⟦86095742719⟧
Sozialversicherungsnummer: ⟦15 070649 C 103⟧
Rentenversicherungsnummer ⟦15070649C103⟧
mi DNI es ⟦12345678Z⟧
DNI: ⟦45.678.123-D⟧
NIE ⟦X1234567L⟧
el NIE de Ana es ⟦Y-7654321-G⟧
Mon numéro de sécurité sociale est ⟦1 84 12 76 451 089 46⟧
NIR : ⟦184127645108946⟧
n° de sécu : ⟦2 55 08 14 168 025 38⟧
meu CPF é ⟦529.982.247-25⟧
CPF: ⟦52998224725⟧
o número é ⟦111.444.777-35⟧
我的身份证号是⟦11010519491231002X⟧
身份证：⟦440524188001010014⟧
⟦11010519491231002X⟧ 是她的证件
주민등록번호는 ⟦900101-1234568⟧
주민번호: ⟦850315-2345671⟧
マイナンバーは⟦1234 5678 9018⟧です
個人番号：⟦123456789018⟧
My national insurance number is ⟦AB 12 34 56 C⟧
NI number: ⟦JG103759A⟧
NINO ⟦AB123456D⟧
`,
  codes: `
type ⟦774120⟧ to unlock the shed
just enter ⟦5529⟧ to get in
dial ⟦90341⟧ to open the gate
press ⟦4417#⟧ to open the door
punch in ⟦8823⟧ to get inside
key in ⟦6190⟧ at the door
Your verification code is ⟦482913⟧
the one-time code: ⟦771204⟧
OTP ⟦390281⟧
Use ⟦551820⟧ as your verification code
⟦G-482913⟧ is your Google verification code
验证码是⟦482913⟧
您的验证码：⟦771204⟧，5分钟内有效
输入⟦8842⟧开门
按⟦5521#⟧进小区
認証コードは⟦482913⟧です
認証コード：⟦771204⟧
⟦4821⟧を入力すると開きます
인증번호는 ⟦482913⟧입니다
[Kakao] 인증번호 ⟦771204⟧를 입력하세요
⟦4821⟧ 누르면 문이 열려요
Tu código de verificación es ⟦482913⟧
marca ⟦7741⟧ para abrir el portal
teclea ⟦5529⟧ para entrar
Dein Bestätigungscode lautet ⟦482913⟧
tippe ⟦4471⟧ ein um die Tür zu öffnen
gib ⟦9920⟧ ein, um reinzukommen
Votre code de vérification : ⟦482913⟧
tapez ⟦4417B⟧ pour ouvrir la porte
composez ⟦9034⟧ pour entrer
Seu código de verificação é ⟦482913⟧
digite ⟦7741⟧ para abrir o portão
aperta ⟦5529⟧ para entrar
`,
  pairs: `
- name: SECRET_KEY\\n  value: ⟦q8Wm2Zx7Lp4V⟧
- name: DB_PASSWORD\\n  value: "⟦harvest-Moon-7⟧"
env:\\n  - name: STRIPE_SECRET\\n    value: '⟦zx81kklq02mm⟧'
- key: ADMIN_PASSWORD\\n  value: ⟦Tulip%Field⟧
- key: API_TOKEN\\n- value: ⟦81hhq0Lpzz31⟧
- name: JWT_SIGNING_KEY\\n  masked: true\\n  value: ⟦pP93kfLq0aZ1⟧
{"name": "SECRET_KEY", "value": "⟦q8Wm2Zx7Lp4V⟧"}
{"key": "MAIL_PASSWORD", "value": "⟦plumcake19⟧", "protected": true}
{"value": "⟦orchid.Gate8⟧", "name": "FTP_PASSWORD"}
{ name: 'ENCRYPTION_KEY', type: 'secret', value: '⟦Vb71mmQqe02Lx⟧' }
variables:\\n- key: DEPLOY_TOKEN\\n  variable_type: env_var\\n  value: ⟦glq81mmzo2Rt⟧
[[env]]\\nname = "SESSION_SECRET"\\nvalue = "⟦mmq81LLqpz02⟧"
environment:\\n  - POSTGRES_PASSWORD=⟦juniper-7-lane⟧
- value: ⟦tt81LqpZ0aa2⟧\\n  name: AUTH_TOKEN
`,
  commands: `
wpa_passphrase "Old Mill" ⟦riverstone77⟧
wpa_passphrase HomeNet "⟦blue lantern 5⟧"
nmcli device wifi connect "Old Mill" password ⟦riverstone77⟧
nmcli dev wifi connect HomeNet password '⟦fogbank88⟧'
nmcli con modify home wifi-sec.psk ⟦sandcastle9⟧
htpasswd -b /etc/nginx/.htpasswd kofi ⟦TinRoof44⟧
htpasswd -bc "my users" kofi ⟦woolsocks⟧
net use Z: \\\\cellar\\media /user:kofi ⟦Cinder+Block⟧
net use \\\\cellar\\media ⟦tallship3⟧ /user:kofi
net use * "\\\\cellar\\my files" /user:CORP\\kofi ⟦Drift.Wood1⟧
smbclient //nas/media -U kofi%⟦lobsterpot⟧
smbclient "//nas/my files" -U "kofi%⟦Wharf_22⟧"
ldapsearch -x -D "cn=admin,dc=ex,dc=org" -w ⟦beeswaxx⟧ -b dc=ex
openssl rsa -in key.pem -passin pass:⟦cloverleaf⟧
openssl pkcs12 -export -out "my cert.p12" -passout "pass:⟦Heron+Bay⟧"
ansible-vault encrypt_string '⟦Kestrel-Wing-9⟧' --name db_password
ansible-vault encrypt_string --vault-id dev@prompt "⟦mossyledge4⟧"
psql "host=db user=kofi password=⟦larkspur1⟧"
psql "postgresql://kofi:⟦larkspur1⟧@db/app"
mount -t cifs //nas/media /mnt -o username=kofi,password=⟦gullwing5⟧
iwconfig wlan0 essid "Old Mill" key s:⟦riverstone77⟧
networksetup -setairportnetwork en0 "Old Mill" ⟦riverstone77⟧
netsh wlan set hostednetwork ssid="Old Mill" key=⟦riverstone77⟧
security add-generic-password -a kofi -s "my mail" -w ⟦opalglass2⟧
`,
};

export const harmlessInLists = {
  credentials: `
login as root@host1
log in as deploy@build-07 and run make
login: kofi@example.com / https://portal.example.com
sign in with /etc/ssh/ssh_host_key.pub
log in using SSO2 or your work account
you log in with your fingerprint
the account opens with a minimum of 100 euros
log in using ssh root@10.0.0.7
login with admin@192.168.1.20
The session opens with a prayer and closes with a song
login root@db1.internal / port 5432
ssh login as ubuntu@ip-10-0-3-17
log in using Chrome 120 on Windows 11
user maria pass rate 88%
a boarding pass 12B was printed
she will pass Thursday2 by train
Benutzer karl hat das PW vergessen
usuario pedro olvidó su clave
man meldet sich mit Ausweis an
la cuenta se abre con 100 euros
on se connecte avec un badge
用手机登录这个账号
账号 lihua 密码忘了
ユーザー名 ken パスを忘れた
아이디 minho 비번 까먹음
Log in using the Okta2FA page
you get in with a library card
login as user kofi on web-03
connects with kofi@web-03:/srv/app2
login via jump host bastion2.example.com
`,
  arrows: `
password -> see the vault
password — never share it
password | required | string
Home -> Settings -> Password -> Change
forgot password → click the link below
senha -> esquecida
PIN → ask the bank
the password - as always - was wrong
password... what was it again
token -> string
mot de passe – oublié
Passwort – leider vergessen
密码 → 找回
パスワード → 設定
비밀번호 -> 변경
password reset - done on Tuesday
username | password | role
`,
  identity: `
call 219-555-9998 tomorrow
order 418327765 shipped
the SSN format is XXX-XX-XXXX
your SSN has 9 digits
the DNI letter comes from modulo 23
part number 12345678A fits
invoice 529.982.247-26 is wrong
CPF tem 11 dígitos
身份证在家里
身份证号有18位
订单号110105194912310021
주민등록번호는 13자리입니다
マイナンバーは12桁です
the flight AB123456C was late
version 1 84 12 76 451 089 47
ticket 900101-1234
a NIE takes 3 weeks
timestamp 20260301090000123
Steuer-ID hat 11 Ziffern
national insurance is 12% of pay
social security 2026 reform, 118-119
build 86095742718 passed
`,
  codes: `
type 3 to go to the menu
enter 2026 to filter by year
press 1 to speak to an agent
press 200 times to win
dial 911 for help
call 5551234 to book
type 10000 words to finish the novel
enter the year 1984 to see the film
the error code is 404512
验证码错误
验证码有效期为300秒
认证码 6 位
認証コードは6桁です
인증번호는 6자리입니다
código de verificación de 6 dígitos
the verification code expires in 300 seconds
el código postal es 28013
HTTP code 503 means busy
marca el 112 para emergencias
tape 2 pour continuer
wähle 110 um die Polizei zu rufen
gib 5000 Euro aus, um reinzukommen
`,
  pairs: `
- name: SECRET_KEY\\n  valueFrom: secretKeyRef
- name: LOG_LEVEL\\n  value: debug2024
- name: DB_PASSWORD\\n  value: \\\${DB_PASSWORD}
{"name": "password", "value": ""}
{"name": "token", "type": "string", "value": "string"}
- key: region\\n  value: eu-west-3a
{"name": "KEYBOARD_LAYOUT", "value": "qwerty104"}
{"key": "monkey_count", "value": "12345678"}
- name: SECRET_NAME\\n  value: app-credentials
- name: TOKEN_TTL\\n  value: 3600s
`,
  commands: `
wpa_passphrase SSID passphrase
nmcli device wifi list
nmcli device wifi connect "Old Mill" --ask
htpasswd -c /etc/nginx/.htpasswd kofi
net use Z: \\\\cellar\\media /user:kofi *
net use Z: /delete
smbclient -L //nas -U kofi
ldapsearch -x -W -b dc=ex
openssl rsa -in key.pem -passin env:KEY_PASS
openssl rsa -in key.pem -passin file:/run/pass.txt
ansible-vault edit group_vars/all/vault.yml
ansible-vault encrypt secrets.yml --vault-password-file ~/.vault
psql "host=db user=kofi dbname=app"
security find-generic-password -a kofi -s mail -w
`,
};
