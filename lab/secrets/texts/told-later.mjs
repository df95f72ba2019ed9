/** As `told`, written later by the same rule: without a look at what finds them, and to measure what was tuned. */
export const toldLater = {
  english: `
Note to self, the Hulu one is ⟦Dandelion#3⟧ (password)
I finally picked a password for Steam: ⟦ghostpepper99⟧
Dad's voicemail PIN? ⟦6613⟧
if anyone asks the wifi key is ⟦moose-on-the-loose⟧
Set my WiFi password as ⟦Tangerine_44⟧ please
The password we agreed on was ⟦bluewhale⟧.
I told the plumber that the gate code is ⟦9031⟧
you'll need the password, which is ⟦Halibut!12⟧, to open the PDF
Remember: garage keypad ⟦4410⟧
The laptop's BIOS password happens to be ⟦Fjord77⟧
her username is kim_88 and her password is ⟦lovelylemons⟧
Password to the shared folder should be ⟦Basalt-Column-9⟧
pw for the old phone was ⟦pancake⟧ I think
My work login: jsmith, ⟦Autumn#Leaves1⟧
Login with admin/⟦s3cretSauce⟧
The database password got rotated, it's ⟦nQ7-tt-91x⟧ now
for the record my luggage lock is set to code ⟦381⟧
my ATM pin number is ⟦5527⟧
The license server password equals ⟦Kumquat2⟧
Can you save my eBay password? It's ⟦vintageLamp8⟧
the answer to "password?" is ⟦Rumpelstiltskin⟧
I reset it, so the new password for payroll is ⟦Ledger+Line+6⟧
please use password ⟦Giraffe-11⟧ when you log in
My password manager's master password is ⟦purple monkey dishwasher 42⟧
Our guest Wi-Fi: network "Olive", password "⟦breadsticks⟧"
temp password ⟦Welcome1!⟧ was given to me by IT
The unlock PIN of my tablet is ⟦2580⟧
`,
  chinese: `
帮我记住：路由器管理密码⟦Luyou#2021⟧
我的邮箱密码改了，现在是⟦xinnian88⟧
无线密码⟦88886666⟧
公司电脑密码是⟦Gs-2023-abc⟧，别告诉别人
我的登录名是lily，密码⟦lily0912⟧
支付密码我设成了⟦520131⟧
保险柜的密码是⟦902718⟧
新的WiFi密码为⟦dongtian_2022⟧
ssh密码：⟦P@ss-cloud9⟧
她的手机密码是⟦0627⟧
爱奇艺会员密码是⟦aqy12345⟧哦
访问令牌：⟦x8K2mQ9vL4nR7tW1pZ5c⟧
`,
  spanish: `
apunta la clave del wifi: ⟦playa-larga-22⟧
mi contraseña de Spotify es ⟦guitarra⟧
La nueva contraseña del ordenador es ⟦Cordoba#44⟧
entré con la contraseña ⟦luna_llena9⟧
el pin de mi tarjeta es el ⟦8824⟧
La contraseña que uso siempre es ⟦tortuga77⟧
contraseña de la red: ⟦nieveBlanca⟧
le puse ⟦Pimiento5⟧ como contraseña
la clave de acceso al portal es ⟦Xk7-mm2⟧
El código del garaje es ⟦7719⟧
mi contraseña del banco ahora es ⟦Torre.Oro.1⟧
`,
  german: `
merk dir bitte: WLAN-Kennwort ⟦Kirschkuchen_7⟧
Mein Amazon-Passwort lautet ⟦Seepferdchen⟧
Ich hab als Passwort ⟦Tannenbaum24⟧ genommen
das Passwort für den Laptop von Papa ist ⟦Modellbahn⟧
Login: max, Kennwort: ⟦Schaukel!3⟧
Die Geheimzahl der Karte ist ⟦3391⟧
Passwort fürs ZIP: ⟦auspacken99⟧
der Code fürs Fahrradschloss ist ⟦428⟧
Unser neues WLAN-Passwort heißt ⟦Zitronenfalter⟧
Das Passwort war früher ⟦Oma1949⟧
Zugangscode zur Garage: ⟦77120⟧
`,
  french: `
retiens le mot de passe du wifi : ⟦baguette-chaude⟧
mon mot de passe Amazon est ⟦hirondelle⟧
J'ai mis ⟦Montagne74⟧ comme mot de passe
le mot de passe du pc est ⟦Citron.Vert.2⟧
Mon code de carte bancaire est ⟦5518⟧
Le nouveau mdp est ⟦automne-2023⟧
connexion : login marie, mdp ⟦m4rie!⟧
le mot de passe du partage, c'est ⟦papillon⟧
le code du portail est le ⟦1206⟧
mot de passe temporaire : ⟦Bienvenue1!⟧
la clé du wifi est ⟦8F3A92BC11⟧
`,
  portuguese: `
guarda aí: a senha do wifi é ⟦pamonha2021⟧
minha senha do Spotify é ⟦violao⟧
coloquei a senha ⟦Tubarao_8⟧ no notebook
A senha nova do computador é ⟦Minas#Gerais⟧
a palavra-passe do wifi é ⟦bacalhau22⟧
o PIN do meu telemóvel é ⟦9914⟧
o código da garagem é ⟦3308⟧
entrei com a senha ⟦sol_nascente3⟧
minha senha antiga era ⟦gatinho99⟧
senha temporária: ⟦Bemvindo1!⟧
`,
  japanese: `
Wi-Fiのパスワードをメモして：⟦kuma-san44⟧
アマゾンのパスワードは⟦Momiji!7⟧にした
新しい暗証番号は⟦7193⟧にしました
ログインIDがken、パスワードが⟦ken-Tokyo3⟧です
パソコンのパスワードは⟦usagi2019⟧だった
仮パスワード：⟦Youkoso1!⟧
ロッカーの暗証番号は⟦0425⟧
このPDFのパスワードは「⟦hirake5⟧」
共有フォルダのパスワード⟦Share#99⟧
APIトークン：⟦q8Wm2Zx7Lp4Vt9Kc1Bn5⟧
`,
  korean: `
와이파이 비번 적어줘: ⟦gom-doli44⟧
아마존 비밀번호는 ⟦danpung!7⟧ 로 했어
새 카드 비밀번호는 ⟦7193⟧이야
아이디 jisu, 비밀번호 ⟦jisu-Seoul3⟧
컴퓨터 암호는 ⟦tokki2019⟧였어
임시 비밀번호: ⟦Hwanyeong1!⟧
사물함 비밀번호 ⟦0425⟧
이 PDF의 비밀번호는 ⟦yeollim5⟧예요
현관문 비번은 ⟦0930*⟧ 이고
API 토큰은 ⟦q8Wm2Zx7Lp4Vt9Kc1Bn5⟧ 이에요
`,
  // Written last, when the rules were done.
  last: `
Please remember that my GitHub password is ⟦octo-Cat-2022⟧.
FYI the Wi-Fi password at the office is ⟦CoffeeBeans#1⟧
I use the password ⟦lighthouse42⟧ for my bank
Sign in as ada with ⟦Quartz!77⟧
Don't forget: the PIN for the SIM card is ⟦3714⟧
So my login for the portal: ada@example.com / ⟦Papaya-Tree8⟧
My mother's Facebook password is ⟦butterfly⟧
the combination to my suitcase is ⟦0-4-7⟧
My mail account (ada@example.com) has the password ⟦Kettle_Drum5⟧
Alexa, the alarm code is ⟦5566⟧.
if you need to get in: key safe code ⟦1984⟧
Temporary password: ⟦xK9#mQ2p⟧
Password for zip file = ⟦unlockme⟧
my passcode's ⟦246810⟧
Their wifi? Password is ⟦guestguest⟧
Set password to ⟦N3wP@ss!⟧
I've changed the admin password from ⟦OldOne1⟧ to NewOne2
We switched the root password to ⟦Mango.Tree.9⟧ last night
use this for the FTP: user web, password ⟦ftp4web⟧
The pass phrase is ⟦seven green turtles sing⟧
Bank: login 998877, PIN ⟦40302⟧
我的微信密码是⟦weixin@888⟧，帮我记住
家里WiFi密码：⟦fu888888⟧
记一下，门禁密码是⟦4567⟧
Steam账号ada_cn密码⟦steam2022!⟧
我把邮箱密码改成⟦NewMail#33⟧了
公司打印机密码为⟦print123⟧
老婆的生日就是密码，⟦19880808⟧
密码还是老样子：⟦qwe123!@#⟧
身份证后六位是密码⟦201234⟧
请用密码⟦Hello2024⟧登录
Por favor recuerda que mi contraseña de GitHub es ⟦pulpo-Gato-22⟧
la contraseña del wifi de la oficina es ⟦CaféConLeche1⟧
para entrar usa la contraseña ⟦Faro42!⟧
mi PIN es ⟦4456⟧
La clave de la alarma es ⟦9182⟧
Mi usuario es ada y mi contraseña ⟦Luna#Roja3⟧
contraseña temporal: ⟦xK9#mQ2p⟧
he puesto como contraseña ⟦membrillo88⟧
La contraseña de mi hermana es ⟦princesa⟧
el código para abrir la caja fuerte es ⟦7742⟧
Bitte merke dir, dass mein GitHub-Passwort ⟦Okto-Katze-22⟧ ist
Das WLAN-Passwort im Büro ist ⟦Kaffeebohne#1⟧
Melde dich mit dem Kennwort ⟦Leuchtturm42⟧ an
Mein PIN ist ⟦4456⟧
Der Alarmcode lautet ⟦9182⟧
Mein Benutzername ist ada und mein Passwort ⟦Mond#Rot3⟧
Temporäres Passwort: ⟦xK9#mQ2p⟧
Ich nutze ⟦Quittenbaum88⟧ als Passwort bei Amazon
Das Passwort meiner Schwester ist ⟦Prinzessin⟧
Der Code für den Tresor lautet ⟦7742⟧
Passwort vom Drucker: ⟦drucken!1⟧
Souviens-toi que mon mot de passe GitHub est ⟦poulpe-Chat-22⟧
Le mot de passe wifi du bureau est ⟦GrainDeCafé1⟧
Connecte-toi avec ⟦Phare42!⟧ comme mot de passe
Mon code PIN est le ⟦4456⟧
Le code d'alarme est ⟦9182⟧
mon identifiant est ada et mon mot de passe ⟦Lune#Rouge3⟧
Mot de passe temporaire : ⟦xK9#mQ2p⟧
j'ai choisi ⟦cognassier88⟧ comme mot de passe
Le mot de passe de ma sœur est ⟦princesse⟧
le code pour ouvrir le coffre est ⟦7742⟧
Lembre que minha senha do GitHub é ⟦polvo-Gato-22⟧
A senha do wifi do escritório é ⟦GraoDeCafe1⟧
Entre com a senha ⟦Farol42!⟧
meu PIN é ⟦4456⟧
O código do alarme de casa é ⟦9182⟧
Meu usuário é ada e minha senha é ⟦Lua#Vermelha3⟧
Senha provisória: ⟦xK9#mQ2p⟧
escolhi ⟦marmeleiro88⟧ como senha
A senha da minha irmã é ⟦princesa⟧
o código para abrir o cofre é ⟦7742⟧
GitHubのパスワードは⟦tako-neko22⟧なので覚えておいて
会社のWi-Fiパスワードは⟦CoffeeMame1⟧です
パスワード⟦Toudai42!⟧でログインして
私のPINは⟦4456⟧
アラームの暗証番号は⟦9182⟧
ユーザー名はada、パスワードは⟦Tsuki#Aka3⟧
仮のパスワードは⟦xK9#mQ2p⟧です
パスワードに⟦karin88⟧を使っています
金庫の暗証番号は⟦7742⟧です
깃허브 비밀번호는 ⟦muneo-neko22⟧니까 기억해줘
사무실 와이파이 비밀번호는 ⟦CoffeeKong1⟧입니다
비밀번호 ⟦Deungdae42!⟧로 로그인해
내 PIN은 ⟦4456⟧
알람 비밀번호는 ⟦9182⟧야
사용자 이름은 ada이고 비밀번호는 ⟦Dal#Ppal3⟧
임시 비밀번호는 ⟦xK9#mQ2p⟧입니다
비밀번호로 ⟦mogwa88⟧을 쓰고 있어요
금고 비밀번호는 ⟦7742⟧예요
`,
};

/** As `harmless`, written later. */
export const harmlessLater = {
  english: `
Her password habits are terrible
The password was changed on 3 May 2024 by the admin
I always mix up my passwords after a holiday
The password hint is my first car
Nobody at work knows the wifi password
My password has both digits and symbols
the password length is 16
Password strength: medium
Password last changed: 2024-05-03
Passwords must not contain your name
I use the same password for Netflix and Hulu, which is bad
Password protected PDF from the bank, arrived Monday
He emailed me the password in plain text!
My son guessed my password on the third try
The password for the demo account is no longer valid
Type the password twice
we use SSO instead of passwords since 2023
Chrome saved 214 passwords
The PIN pad at the shop was broken
my pin cushion is red
The token bucket refills at 50 per second
this token is worth 3 dollars
The secret of the old house came out in chapter 12
access code review moved to Thursday
The gate code changed, ask Priya
the alarm went off at 0330
The combination of garlic and honey works
the code in room 101 failed with exit 1
unlock code not required on this phone
API key management is in scope for Q3
we revoked 12 API keys last week
the credentials of the doctor were checked
login page redesign ships on Friday
Login: see the handbook
recovery codes can be printed once
The recovery key is stored with the notary
seed round closed at 4.2M
The wallet has three cards in it
the mnemonic for the planets is fun
Passport number is needed for check-in
bank card arrives in 5 to 7 days
Card payment of 23.90 declined
Password rotation job runs at 02:00 on cron01
password_reset_tokens has 1200 rows
usePassword() returns [value, setValue]
const { password, ...rest } = user
if (!token) return res.status(401).end()
assert_eq!(password.len(), 12);
secrets.token_urlsafe(32)
password = None
kubectl create secret generic db --from-file=password.txt
echo $PASSWORD | docker login -u ada --password-stdin
openssl rand -base64 32
ssh-keygen -t ed25519 -C ada@example.com
git push https://github.com/ada/notes.git main
`,
  chinese: `
密码重置邮件还没收到
密码输入错误三次会被锁定
他把密码贴在显示器上
密码框没有显示
这部电影叫《密码疑云》
密码规则：至少一个大写字母
密码将于30天后过期
密码是大小写敏感的
密码保护功能很有用
WiFi密码在冰箱上
这个令牌有效期是2小时
我的密码从来不换
密码太长记不住
`,
  spanish: `
la contraseña caducó ayer
contraseña incorrecta, quedan 2 intentos
la contraseña del wifi está en la nevera
la contraseña es un dato personal
mi contraseña tiene números y símbolos
nunca repito contraseñas
la contraseña es necesaria para entrar
la contraseña es algo que nadie debe saber
La contraseña es sensible a mayúsculas
el pin es de seis cifras
la clave era escuchar
la clave de sol se dibuja así
`,
  german: `
Passwort falsch, noch 2 Versuche
das WLAN-Passwort hängt am Kühlschrank
Mein Passwort enthält Zahlen und Sonderzeichen
Das Passwort ist nur einmal gültig
das Passwort ist bei Anna
Das Passwort ist veraltet
Passwörter gehören nicht in Mails
Das Passwort ist Pflicht
Passwort: siehe Handbuch
Die PIN ist sechsstellig
Der Code ist gut lesbar
das Passwort wurde 2024 eingeführt
`,
  french: `
mot de passe incorrect, encore 2 essais
le mot de passe du wifi est collé sur le frigo
Mon mot de passe contient des chiffres
le mot de passe est valable une heure
Le mot de passe est personnel
le mot de passe est chez Anna
Le mot de passe est périmé
les mots de passe sont chiffrés
mot de passe : voir le manuel
le code a six chiffres
le mot de passe sera changé lundi
`,
  portuguese: `
senha incorreta, restam 2 tentativas
a senha do wifi está na geladeira
Minha senha tem números e símbolos
a senha é pessoal e intransferível
A senha é válida por uma hora
a senha é gerada pelo sistema
a senha está com a Ana
senha: veja o manual
as senhas são criptografadas
o código tem seis dígitos
`,
  japanese: `
パスワードが違うと言われました
パスワードは冷蔵庫に貼ってあります
パスワードの期限は90日です
パスワードは英数字を含めてください
パスワードは1時間有効です
パスワード変更は設定から
パスワードは共有しないでください
パスワードは自動生成されます
暗証番号は覚えやすいものにした
パスワードは管理者に聞いて
`,
  korean: `
비밀번호가 틀렸다고 나와요
비밀번호는 냉장고에 붙어 있어요
비밀번호 유효기간은 90일입니다
비밀번호는 영문과 숫자를 포함해야 합니다
비밀번호는 1시간 동안 유효합니다
비밀번호는 관리자에게 물어보세요
비밀번호는 자동으로 생성됩니다
암호는 복잡할수록 좋아요
비밀번호를 또 잊었어
비밀번호는 아무도 몰라요
`,
  last: `
My password is safe with me
Resetting the password took ten minutes
I asked Ben for the password but he was away
The password dialog has two fields
She can't remember her password from 2019
Which password manager do you recommend?
The wifi password is printed on the receipt
My passwords are all different
The password is case sensitive and 12 characters long
Passwords are hashed with Argon2id
I don't want to tell you my password
The password for the workshop will be announced on Monday
my PIN got blocked after 3 attempts
I need a new SIM, the PUK is lost
Gate 42 closes at 18:35
The lock on door 7 is stuck
Our alarm rings at 06:15 every day
The code in chapter 4 is wrong
He speaks in code
Her ID is 4471 and her desk is 12B
Room code B-204, second floor
The token you sent has expired
Ticket 4821 was closed by the bot
The secret recipe has 11 herbs and spices
Tell me a secret
The key signature is D major
The answer key is in appendix 3
He has the keys to the city
Recovery took 14 days
My seed order from 2024 arrived
我需要重置密码
密码提示问题是什么
他忘了手机密码
这个网站要求密码至少12位
别用生日当密码
密码已经改过了
我的门禁卡丢了
房间在12楼1203室
necesito restablecer la contraseña
me piden la contraseña cada vez
la contraseña es larga
la contraseña es única para cada sitio
no uses tu cumpleaños como contraseña
mi hermana cambió su contraseña
el código fuente está en GitHub
la habitación 1203 está en la planta 12
Ich muss mein Passwort zurücksetzen
Das Passwort ist lang genug
Nimm nicht deinen Geburtstag als Passwort
das Passwort ist für jede Seite anders
Meine Schwester hat ihr Passwort geändert
Der Quellcode liegt auf GitHub
Zimmer 1203 im 12. Stock
Je dois réinitialiser mon mot de passe
Le mot de passe est assez long
n'utilise pas ton anniversaire comme mot de passe
Ma sœur a changé son mot de passe
le code source est sur GitHub
chambre 1203 au 12e étage
Preciso redefinir minha senha
A senha é longa o bastante
não use seu aniversário como senha
minha irmã trocou a senha
o código fonte está no GitHub
quarto 1203 no 12º andar
パスワードをリセットしたい
パスワードは十分長いです
誕生日をパスワードにしないで
姉がパスワードを変えた
部屋は12階の1203です
비밀번호를 재설정해야 해요
비밀번호는 충분히 길어요
생일을 비밀번호로 쓰지 마세요
언니가 비밀번호를 바꿨어요
방은 12층 1203호예요
`,
};
