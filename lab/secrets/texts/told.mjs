/**
 * What people tell an assistant to keep: one sentence a line, the secret between ⟦ and ⟧, `\n` where a line ends. All
 * made up. Written without a look at the rules that are measured by them.
 */
export const told = {
  english: String.raw`
my wifi password is ⟦tulip-Basement-77⟧, the guest network is open
The Netflix login is ada@example.com and the password is ⟦Popcorn!2021⟧
my pin for the bank card is ⟦4821⟧
ok so the alarm code at the cabin is ⟦7730⟧, please remember it
Just so you know, I changed my email password to ⟦quietRiver88⟧
password: ⟦hunter2hunter⟧
pw = ⟦moonbeam⟧
pass is ⟦Gr4ndma's-pie⟧
Use ⟦Violet_Tram_19⟧ as the password for the staging box
⟦k9-Rover-2019⟧ is my password for the vet portal
The passphrase for my laptop is "⟦correct horse battery staple⟧"
My password: “⟦SundayRoast5⟧”
login: marta / password: ⟦kL0sters#⟧
user is root, pass is ⟦toor1234⟧
Please store my Spotify password (⟦drumline_42⟧) for later
The secret answer to my security question is ⟦Wellington Street⟧
The router's admin password? It's ⟦Cisco-me-not-3⟧.
hey, remember the door code is ⟦1947#⟧
The code to the safe is ⟦33-14-27⟧
My phone unlocks with ⟦092817⟧ as the passcode
the passcode on my ipad is ⟦559012⟧
my credit card pin: ⟦0394⟧
for sudo type ⟦lemonGrass!⟧ — that's the root password
we set the db password to ⟦zebra-crossing-9⟧ yesterday
New password\n⟦Harbour.Light.21⟧
The wifi is called Nest5G, password\n⟦bumblebee garage⟧
I always use ⟦Fluffy2008⟧ as my password
Can you remember that my Apple ID password is ⟦Tr0mbone-Sky⟧?
WiFi pw ⟦orchid9orchid⟧
My bank login password is now ⟦Wq7-pelican⟧ instead of the old one
The VPN password has been reset to ⟦Spring2024!⟧
Her Instagram password is ⟦iloveparis1998⟧
Our Zoom passcode is ⟦82Hf1q⟧
Zoom meeting ID 845 1123 9981, Passcode: ⟦553201⟧
the gate code's ⟦2468⟧ then press star
my 2FA backup codes are ⟦8dk2-91xm⟧, keep them safe
My password for everything is ⟦sunshine⟧
his password was ⟦dragonfly77⟧ last time I checked
password for the archive: ⟦ZipIt-4-me⟧
you can log in with ada and ⟦Pa$$w0rd-ada⟧ as password
The password to grandma's tablet is her birthday, ⟦14031952⟧
Passwort/password for the printer: ⟦drucker99⟧
My login credentials are jdoe:⟦Winter!sC0ming⟧
credentials: admin / ⟦Adm1n-2020⟧
username: ben, pwd: ⟦b3nb3n⟧
Remember this secret key: ⟦f83kd92ks0Zm4Q81⟧
the encryption key is ⟦plum-tractor-yodel-ninety⟧
my recovery phrase is ⟦abandon ability able about above absent absorb abstract absurd abuse access accident⟧
seed phrase: ⟦legal winner thank year wave sausage worth useful legal winner thank yellow⟧
API key for the weather service is ⟦9f8a7c6b5d4e3f2a1b0c9d8e7f6a5b4c⟧
here's my token: ⟦Zx81kQpW02mmR5tLcV9d⟧
The token for the CI bot is ⟦ci-4f9a0b7713ec⟧
Disney+ : mum@example.com , ⟦MickeyMouse55⟧ is the password
Set the admin password to "⟦B!rchwood⟧" on the new server
Mum's iCloud PW: ⟦roses4Ever⟧
pin code ⟦2291⟧ for my SIM
SIM PUK is ⟦48120937⟧
I'm using the password '⟦trustno1ever⟧' on GitHub
old password ⟦autumn-2019⟧, new password ⟦winter-2020⟧
The password hasn't changed, still ⟦kangaroo_hop⟧
Her password is spelled ⟦X-y-L-o-77⟧
Amazon account: password=⟦box&tape9⟧
To get into the shared drive you need the password ⟦OpenSesame1⟧
It asks for a password; type ⟦velvet99underground⟧
Keycode for the garage: ⟦9075⟧
my locker combination is ⟦12-34-8⟧
the password is literally ⟦password123⟧
**Password:** ⟦marble-Arch-6⟧
| password | ⟦table-Tennis7⟧ |
- wifi password: \`⟦hello-from-Oslo⟧\`
Password >> ⟦Glacier_09⟧
Password -> ⟦salmonella!⟧
master password for 1Password: ⟦Four Feathers fall slowly 8⟧
My account number is 12345 and my password ⟦ruby&Rail⟧
`,
  chinese: String.raw`
我家wifi密码是⟦hongshaorou88⟧
密码：⟦Abc!2024xyz⟧
我的银行卡密码是⟦482193⟧
支付宝的支付密码是⟦730215⟧，别忘了
请记住我的邮箱密码⟦qingtian_99⟧
登录密码改成了⟦Feng2023#⟧
新密码是"⟦yueliang123⟧"
门锁密码⟦2580#⟧
家里的门禁密码是⟦1314⟧
QQ号是10086，密码是⟦woaini520⟧
用户名admin，密码⟦Admin@888⟧
账号：zhangsan 密码：⟦zs19900101⟧
WiFi名称：TP-LINK，密码：⟦laowang666⟧
我的电脑开机密码为⟦xiaomao2020⟧
数据库密码设置成⟦Db_pass#77⟧了
我一直用⟦lanqiu23⟧当密码
⟦dahai+lan9⟧是我的微信密码
服务器的root密码是 ⟦r00t.Shanghai⟧
我的密钥是⟦a8f5f167f44f4964e6c998dee827110c⟧
保险箱密码是⟦36-18-72⟧
手机解锁密码是⟦159753⟧
口令是⟦芝麻开门⟧
我的密码是⟦春暖花开2019⟧
把路由器的密码改为⟦Luyou_7788⟧
密码\n⟦Tiger-Mountain8⟧
请帮我记一下，信用卡密码⟦908172⟧
我妈的淘宝密码是「⟦mama1965⟧」
验证码备份：⟦7d9k-22xp⟧
管理员口令：⟦Guanli#2022⟧
我的助记词是⟦legal winner thank year wave sausage worth useful legal winner thank yellow⟧
令牌是⟦tk9d8s7f6a5q4w3e2r1t⟧
公司VPN的密码就是⟦Vpn!Beijing⟧
我的密码没变，还是⟦feiji747⟧
压缩包的解压密码是⟦jieya2021⟧
网银密码：⟦Wy@20481⟧
密码为“⟦小熊维尼99⟧”
取款密码⟦112358⟧
我的API密钥：⟦k3J9x8Qw2Lm7Pz5Rt1Yv⟧
PIN码是⟦7391⟧
密碼是⟦taipei101xx⟧
`,
  spanish: String.raw`
la contraseña del wifi es ⟦gatoNegro45⟧
Mi contraseña es ⟦Murcielago_7⟧
contraseña: ⟦solYmar2020⟧
La clave de mi tarjeta es ⟦5920⟧
mi pin del banco es ⟦1178⟧
Recuerda que la clave del correo es ⟦perroFeliz!⟧
La contraseña de Netflix la cambié a ⟦Palomitas99⟧
Cambié mi contraseña por ⟦Invierno.21⟧
usuario: pepe, contraseña: ⟦p3p3luna⟧
uso ⟦caballoBlanco3⟧ como contraseña para todo
⟦Sevilla-1992⟧ es mi contraseña del banco
La contraseña es «⟦tres tristes tigres⟧»
La contraseña del servidor de pruebas sigue siendo ⟦prueba#2019⟧
el código de la alarma es ⟦4417⟧
el código de la puerta del portal es ⟦2905B⟧
Mi contraseña nueva: ⟦azulMarino⟧
La clave wifi de casa de mi madre: ⟦abuela1950⟧
la contraseña de mi portátil es "⟦Quijote&Sancho⟧"
Puse ⟦limonada88⟧ de contraseña en la tablet
clave: ⟦mariposa⟧
contraseña\n⟦Volcan.Teide.9⟧
Entra con usuario admin y contraseña ⟦Adm!n2022⟧
La contraseña para entrar es ⟦AbreteSesamo⟧
para el wifi la contraseña es: ⟦cafeconleche⟧
El PIN de mi móvil es ⟦3806⟧
mi clave de acceso es ⟦Rio_Ebro_77⟧
la contraseña maestra es ⟦Madrid llueve poco 4⟧
Mi frase de recuperación es ⟦legal winner thank year wave sausage worth useful legal winner thank yellow⟧
La contraseña de la base de datos es ⟦bd$Segura1⟧
mi password es ⟦toroloco77⟧
El token de acceso es ⟦9sKd82mQz71LpX04vN⟧
la contraseña no ha cambiado, sigue siendo ⟦girasol-5⟧
La clave secreta es ⟦h7Kp2mQ9zT4w⟧
Guarda mi contraseña de Gmail: ⟦Naranja+Limon⟧
mi contraseña de antes era ⟦rosales12⟧
el pin de la SIM es ⟦0001⟧
el código de la caja fuerte es ⟦81-22-40⟧
`,
  german: String.raw`
das WLAN-Passwort lautet ⟦Gartenzwerg88⟧
Mein Passwort ist ⟦Sonnenblume⟧
Passwort: ⟦Kaffee!Kuchen⟧
Kennwort: ⟦Bergziege_12⟧
Die PIN meiner EC-Karte ist ⟦7264⟧
meine pin lautet ⟦0815⟧
Das Kennwort für den Server ist ⟦Rhein.Main.3⟧
Ich habe mein Passwort auf ⟦Herbstlaub21⟧ geändert
Ich benutze überall ⟦Fussball54⟧ als Passwort
⟦Nordsee-2011⟧ ist mein Passwort für die Bank
Das Passwort vom Router lautet „⟦fritz&box7⟧“
Benutzer: anna, Passwort: ⟦ann4!lena⟧
Bitte merk dir das Passwort für Netflix: ⟦Chipstuete9⟧
Zugangsdaten: admin / ⟦Geheim2020⟧
das Passwort für mein Mailkonto heißt ⟦Zugspitze⟧
der Türcode ist ⟦5190⟧
der Code für die Alarmanlage ist ⟦4402⟧
Das neue Passwort lautet jetzt ⟦Winter-2023!⟧
Passwort\n⟦Apfel.Birne.Quitte⟧
Die Passphrase ist ⟦vier alte Esel tanzen⟧
mein WLAN Schlüssel: ⟦83726154928374650192⟧
Der Entsperrcode vom Handy ist ⟦258046⟧
Das Passwort hat sich nicht geändert, immer noch ⟦Lokomotive3⟧
Unser Passwort fürs Büro-WLAN ist seit Montag ⟦Teekanne#5⟧
Als Passwort nehmen wir ⟦Blaubeere77⟧
Mein Masterpasswort ist ⟦Hund Katze Maus 19⟧
Log dich mit dem Passwort ⟦Mailand_99⟧ ein
Das Root-Passwort lautet: ⟦w1ntergarten⟧
Passwort des Archivs = ⟦entpacken!1⟧
Mein Zugangscode für das Onlinebanking ist ⟦94713⟧
Das PW ist ⟦schnitzel4ever⟧
mein Geheimwort ist ⟦Rumpelstilzchen⟧
Der API-Schlüssel lautet ⟦k92Lm4Qx7Zp1Rt8Wv3⟧
das Datenbankpasswort ist ⟦db-Maus-44⟧
die Kombination vom Tresor ist ⟦17-42-08⟧
Omas Tablet hat das Passwort ⟦Enkel2015⟧
Wiederherstellungsphrase: ⟦legal winner thank year wave sausage worth useful legal winner thank yellow⟧
`,
  french: String.raw`
le mot de passe du wifi est ⟦croissant75⟧
Mon mot de passe c'est ⟦Chamois_Alpes⟧
mot de passe : ⟦Bonjour!33⟧
mdp : ⟦lune.rousse9⟧
Le code de ma carte bleue est ⟦9031⟧
mon code pin est ⟦2764⟧
Le mot de passe pour Netflix est « ⟦Popcorn sucré 12⟧ »
J'ai changé mon mot de passe en ⟦Neige2022⟧
J'utilise ⟦tournesol18⟧ comme mot de passe
⟦Bretagne-56⟧ est mon mot de passe pour la banque
le digicode de l'immeuble est ⟦45A89⟧
identifiant : paul, mot de passe : ⟦P@ul1987⟧
Le nouveau mot de passe est ⟦marguerite⟧
le mot de passe reste ⟦VieuxPort13⟧
Retiens mon mot de passe : ⟦cerise&Noyau⟧
mot de passe\n⟦Garonne.Bleue.4⟧
La clé wifi : ⟦7A3F9C21E8⟧
le mdp du serveur c'est ⟦root!Lyon69⟧
Le code de l'alarme est ⟦1789⟧
Connecte-toi avec le mot de passe ⟦Ratatouille7⟧
Le mot de passe de ma tablette est "⟦chaton2016⟧"
Voici mon mot de passe Gmail: ⟦Orange-Mécanique⟧
le mot de passe de la base est toujours ⟦pgsql_Nantes1⟧
Mon mot de passe actuel est ⟦loup-garou⟧
Ma phrase secrète est ⟦quatre vaches dansent dehors⟧
le code du coffre est ⟦22-07-61⟧
Mets ⟦Framboise21⟧ comme mot de passe
le mot de passe, c'est ⟦azertyuiop9⟧
code de déverrouillage : ⟦447120⟧
Ma clé API est ⟦Qk82mZp0Xv71LtR9s⟧
Les identifiants sont admin / ⟦Secret!2021⟧
le mot de passe administrateur vaut ⟦Adm_Sys_08⟧
mon mot de passe pour tout est ⟦soleil⟧
Phrase de récupération : ⟦legal winner thank year wave sausage worth useful legal winner thank yellow⟧
le mot de passe du zip est ⟦ouvre-moi1⟧
`,
  portuguese: String.raw`
a senha do wifi é ⟦cachorro123⟧
Minha senha é ⟦Girassol_9⟧
senha: ⟦brigadeiro!7⟧
A senha do meu cartão é ⟦6027⟧
o pin do banco é ⟦3390⟧
Mudei minha senha para ⟦Verao2024⟧
A palavra-passe do router é ⟦Lisboa#25⟧
palavra-passe: ⟦sardinha77⟧
usuário: joao senha: ⟦j0aozinho⟧
Uso ⟦flamengo81⟧ como senha em tudo
⟦Ipanema-1962⟧ é a minha senha do banco
A senha da Netflix é "⟦pipocaDoce⟧"
a senha continua sendo ⟦jabuticaba⟧
O código do alarme é ⟦8812⟧
o código do portão é ⟦4570⟧
A nova senha é ⟦Estrela.Azul⟧
Lembre que a senha do servidor é ⟦r00t-Recife⟧
senha\n⟦Amazonas.Rio.3⟧
login admin, senha ⟦Adm!nSP⟧
minha senha de email: ⟦cafezinho9⟧
A senha para entrar é ⟦abreteSesamo2⟧
Coloquei ⟦tucano44⟧ de senha no tablet
A frase-senha é ⟦quatro gatos dormem cedo⟧
a senha mestra é ⟦Sol&Mar&Ceu⟧
minha chave de API é ⟦Lm48Qz72Xp09Kv51Rt⟧
o token é ⟦8f7d6s5a4q3w2e1r0t⟧
o código de desbloqueio do celular é ⟦130579⟧
a senha do banco de dados é ⟦pg_Salvador8⟧
Anota aí: senha do wifi ⟦vizinho2020⟧
Frase de recuperação: ⟦legal winner thank year wave sausage worth useful legal winner thank yellow⟧
A senha do cofre é ⟦10-55-32⟧
senha de acesso = ⟦Pelourinho#1⟧
a minha password é ⟦benfica1904⟧
`,
  japanese: String.raw`
パスワードは⟦sakura2020⟧です
WiFiのパスワードは「⟦neko-chan88⟧」です
パスワード：⟦Fuji#Yama3⟧
私のパスワードは⟦Tanuki_77⟧だよ
暗証番号は⟦4829⟧です
銀行カードの暗証番号は⟦0371⟧
新しいパスワードは⟦hanabi!2023⟧に変更しました
パスワードを⟦Kitsune99⟧に変えました
⟦ramen+gyoza5⟧が私のパスワードです
IDはtaro、パスワードは⟦taro1985⟧です
ユーザー名：hanako　パスワード：⟦hanako#12⟧
Netflixのパスは⟦Popukon7⟧
ルーターの管理パスワードは ⟦admin-Osaka9⟧ です
パスワードは⟦ひらけごま⟧です
合言葉は⟦山と川⟧です
玄関の暗証番号は⟦2580⟧だから覚えておいて
金庫の番号は⟦31-08-24⟧
パスワード\n⟦Biwako.Lake.5⟧
スマホのロック解除コードは⟦771204⟧です
サーバーのrootパスワードは⟦r00t.Kyoto⟧
パスワードとして⟦midori100⟧を使っています
APIキーは⟦Xk29Lm81Qp07Zt64Rw⟧です
トークンは⟦9d8f7g6h5j4k3l2m1n⟧
パスワードはまだ⟦kaminari5⟧のままです
zipのパスワードは⟦kaitou-1⟧になります
母のLINEのパスワードは⟦okasan1960⟧
ログインパスワード→⟦Shinkansen3⟧
リカバリーフレーズは⟦legal winner thank year wave sausage worth useful legal winner thank yellow⟧
秘密の質問の答えは⟦ポチ⟧です
データベースのパスワードは⟦db_Nagoya#2⟧です
Wi-Fiのパスワード教えるね、⟦momotaro8⟧
パスワードは"⟦tsuki to usagi⟧"です
PINは⟦6150⟧です
`,
  korean: String.raw`
비밀번호는 ⟦haneul2020⟧ 입니다
와이파이 비밀번호는 ⟦kimchi-jjigae7⟧이에요
비밀번호: ⟦Seoul!88⟧
내 비밀번호는 ⟦horangi_99⟧야
카드 비밀번호는 ⟦4938⟧입니다
통장 비밀번호 ⟦0724⟧ 기억해줘
새 비밀번호는 ⟦gaeul#2023⟧으로 바꿨어
비밀번호를 ⟦Busan2022!⟧로 변경했습니다
⟦dalbit77⟧가 내 비밀번호야
아이디는 minsu, 비번은 ⟦minsu1990⟧
비번 ⟦tteok9bokki⟧
넷플릭스 비번은 "⟦popcorn_choco⟧"이야
현관 비밀번호는 ⟦1379*⟧ 이야
도어락 비밀번호 ⟦258011⟧
관리자 암호는 ⟦Adm1n-Daegu⟧입니다
암호: ⟦barame3⟧
서버 root 비밀번호는 ⟦r00t.Jeju⟧ 입니다
비밀번호\n⟦Hangang.River.4⟧
휴대폰 잠금 비밀번호는 ⟦112906⟧이에요
모든 사이트에 ⟦sarang520⟧을 비밀번호로 써
비밀번호는 여전히 ⟦gureum5⟧예요
압축파일 비밀번호는 ⟦yeolda-1⟧
API 키는 ⟦Kx82Lm10Qp93Zt75Rv⟧입니다
토큰은 ⟦7h6g5f4d3s2a1q0w9e⟧
복구 문구는 ⟦legal winner thank year wave sausage worth useful legal winner thank yellow⟧
핀번호는 ⟦8046⟧
엄마 카톡 비밀번호는 ⟦eomma1963⟧이야
데이터베이스 비밀번호는 ⟦db_Incheon#1⟧입니다
비밀번호는 '⟦열려라참깨⟧'입니다
공유기 비밀번호를 ⟦iptime#77⟧로 설정했어
로그인 비밀번호 = ⟦Gangnam_5⟧
금고 번호는 ⟦27-14-60⟧이야
`,
};
