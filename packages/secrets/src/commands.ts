import type { SecretFinding } from './finding.ts';
import { findPatterns, type SecretPattern } from './matches.ts';
import { isPlaceholder } from './placeholders.ts';

/** One word, or the text between quotation marks. */
const word = String.raw`((?<=")[^"\n]{4,128}|(?<=')[^'\n]{4,128}|[^\s"'-][^\s"']{3,127})`;
/** The name of a network, a file or a user. */
const name = String.raw`(?:"[^"\n]{1,100}"|'[^'\n]{1,100}'|[^\s"']{1,100})`;

/**
 * Passwords at fixed places in commands and in files of commands. One a line: a hint, which is in every match, and the
 * place, whose group is the secret. `~`: capitals make no difference.
 */
const table = String.raw`
# curl -u ada:secret, http -a ada:secret, smbclient -U ada%secret
curl|wget|https? -|xh -|smb|rpcclient|etcdctl|net (?:rpc|ads) => (?<![\w-])(?:curl|wget|https?|xh|smbclient|rpcclient|etcdctl|net (?:rpc|ads))\s[^\n]{0,200}?(?<=\s)(?:-u|-U|--user|-a|--auth|--proxy-user)[ =]?["']?[^\s:%"']{1,64}[:%]([^\s"']{3,128})
# docker login -u ada -p secret, sshpass -p secret, redis-cli -a secret, ldapsearch -w secret, 7z x -psecret
 login |sshpass|redis-cli|ldap|rar |7z|lftp|ipmitool|rdesktop|xfreerdp|psexec|smbmap|twine|sqlcmd|bcp |mongo|mosquitto|useradd|snmp|influx|keytool|jarsigner|gpg|cmdkey => (?<![\w-])(?:(?:docker|podman|helm|oc|az|cf|nerdctl|skopeo|buildah|crane|vault) (?:registry )?login|sshpass|redis-cli|ldap(?:search|add|modify|passwd|delete|whoami)|unrar|rar|7z[ar]?|lftp|rdesktop|ipmitool|xfreerdp|psexec|smbmap|twine|sqlcmd|bcp|mongo(?:sh|dump|restore|import|export)?|mosquitto_(?:pub|sub)|useradd|snmp\w{1,8}|influx|keytool|jarsigner|gpg2?|cmdkey)\s[^\n]{0,120}?(?<=\s)(?:-p|-P|-a|-A|-w|\/p(?:ass)?:|-(?:store|key)pass(?=[ =])|--pass(?:word|phrase)?(?=[ =]))[ =]?["']?${word}
zip -|zip \w => (?<![\w-])(?:un)?zip\s[^\n]{0,120}?(?<=\s)(?:-P|--password)[ =]["']?${word}
# mysql -usa -psecret
mysql|mariadb => (?<![\w-])(?:mysql|mysqldump|mysqladmin|mysqlimport|mariadb|mariadb-dump)\s[^\n]{0,120}?(?<=\s)-p["']?([^\s"']{4,128})
# openssl enc -k secret, openssl rsa -passin pass:secret
openssl => (?<![\w-])openssl\s[^\n]{0,200}?(?<=\s)(?:-k |-pass(?:in|out)? ["']?pass:)["']?((?<=["'](?:pass:)?)[^"'\n]{4,128}|[^\s"']{4,128})
# echo secret | sudo -S, echo ada:secret | chpasswd
sudo -S|chpasswd|passwd --stdin|password-stdin => (?<![\w-])(?:echo|printf)(?: -n)? ["']?(?:[\w.-]{1,32}:)?([^\s"'|]{4,128})["']? ?\| ?(?:sudo (?:-\w )?-S|(?:sudo )?chpasswd|[^\n]{0,40}--(?:password-)?stdin)
# chpasswd <<< "ada:secret", net user ada secret, rabbitmqctl add_user ada secret
chpasswd|net user|add_user|change_password => (?:chpasswd ?<<< ?["']?[\w.-]{1,32}:|net user [\w.-]{1,32} |rabbitmqctl (?:add_user|change_password) [\w.-]{1,32} )["']?(?![/*])([^\s"']{4,128})
# WIFI:T:WPA;S:Home;P:secret;;
WIFI: => WIFI:[^\n]{0,80}?;?P:([^;\n]{4,63});
# net use Z: \\nas\media secret /user:ada, net use * "\\nas\my files" /user:ada secret
~net use => net use (?:\w: |\* )?(?:"\\[^"\n]{1,100}"|\\[^\s]{1,100})(?: \/\S{1,80}){0,3}? (?![/*])["']?${word}
# htpasswd -nb ada secret, htpasswd -b file ada secret
htpasswd => htpasswd (?=[^\n]{0,20}-\w{0,4}b)(?=[^\n]{0,20}-\w{0,4}n)(?:-\w{1,5} (?:\d\d? )?){1,4}${name} ["']?${word}
htpasswd => htpasswd (?=[^\n]{0,20}-\w{0,4}b)(?![^\n]{0,20}-\w{0,4}n)(?:-\w{1,5} (?:\d\d? )?){1,4}${name} ${name} ["']?${word}
# wpa_passphrase "My net" secret, nmcli … password secret, iwconfig … key s:secret, netsh … key=secret
wpa_passphrase|nmcli|iwconfig|netsh|-setairportnetwork => (?<![\w-])(?:wpa_passphrase ${name} |networksetup -setairportnetwork \w{1,8} ${name} |nmcli\s[^\n]{0,160}?(?:password|psk|leap-password|wep-key\d?)[ =]|iwconfig\s[^\n]{0,120}?key s:|netsh\s[^\n]{0,160}?key(?:material)?=)["']?${word}
# ansible-vault encrypt_string --vault-id dev@prompt 'secret', security add-generic-password … -w secret
encrypt_string|add-(?:generic|internet)-password => (?:encrypt_string (?:--(?!stdin)[\w-]{1,30}[ =]${name} ){0,4}|add-(?:generic|internet)-password\s[^\n]{0,160}?-w )["']?${word}
# snmp-server community secret RO
snmp-server community => snmp-server community (?!public|private)${word}
# gh secret set TOKEN --body secret, ssh-keygen -N secret, kinit <<< secret
gh secret set|ssh-keygen|kinit => (?:gh secret set \w{1,60} (?:--body|-b)[ =]|ssh-keygen\s[^\n]{0,120}?(?<=\s)-[NP] |kinit\s[^\n]{0,60}?<<< ?)["']?(?!["'])${word}
# CREATE USER … IDENTIFIED BY 'secret', … WITH PASSWORD 'secret'
~identified (?:with|by|as)|with (?:encrypted )?password|set password => (?:user [^\n]{1,80}identified (?:with \w{1,40} )?(?:by|as)|with (?:encrypted )?password|set password(?: for [^\s]{1,64})? ?=) (?:password ?\()?["']([^"'\n]{3,128})["']
# ENV JWT_SECRET secret
(?:ENV|ARG|setx|SET)  => (?<![\w-])(?:ENV|ARG|setx|SET) (?:[A-Z\d]{1,20}_){0,4}(?:PASSWORD|PASS|SECRET|TOKEN|KEY)(?:_[A-Z]{1,10})? ["']?(?!\d[\d.]*(?:\s|$))([^\s"']{6,256})
# PGPASSWORD=secret psql, docker run -e DB_PASS=secret
PASS(?:WORD|WD|PHRASE)?= => (?<![\w-])[A-Z\d_]{0,30}PASS(?:WORD|WD|PHRASE)?=["']?(?![/$<{(])([^\s"']{4,128})(?=["']? -{0,2}[a-z])
# .netrc
login\s => (?<![\w-])login\s{1,4}[^\s]{1,64}\s{1,4}password\s{1,4}([^\s]{4,128})
# jdbc:oracle:thin:ada/secret@host, sqlplus ada/secret@host
thin:|sqlplus => (?:thin:|sqlplus )[\w.]{1,64}\/([^\s/@"']{3,128})@
# aws configure set aws_secret_access_key secret
aws configure => aws configure set [\w.]{0,40}(?:secret|token)[\w.]{0,20} ["']?([^\s"']{8,256})
# .pgpass
:(?:\d{2,5}|\*):[\w*-]{1,64}:[\w*-]{1,64}: => ^[\w.*-]{1,100}:(?:\d{2,5}|\*):[\w*-]{1,64}:[\w*-]{1,64}:([^\s:]{4,128})(?=\s|$)
`;

/** One look for the hints of all commands, because most texts have none of them. */
const anyCommand = new RegExp(
  [...table.matchAll(/^~?(?!# )(.*?) => /gm)].map(([, hint]) => hint).join('|'),
  'i',
);

/** Passwords in commands. A variable, a placeholder, or an id of a user and a group is none. */
const commands: readonly SecretPattern[] = table
  .trim()
  .split('\n')
  .filter((line) => !line.startsWith('# '))
  .map((line) => {
    const [hint = '', place = ''] = line.replace(/^~/, '').split(' => ');
    const flags = line.startsWith('~') ? 'i' : '';
    return {
      kind: 'password',
      hint: new RegExp(hint, flags),
      pattern: new RegExp(place, `dgm${flags}`),
      accept: (secret) =>
        !isPlaceholder(secret) && !/^(?:\$|pass(?:wd|word|phrase)?$|secret$)/i.test(secret),
    };
  });

export function findInCommands(text: string): SecretFinding[] {
  return anyCommand.test(text) ? findPatterns(text, commands) : [];
}

/** Passwords in connection strings and other URLs: `postgres://user:password@host`. */
export const urlPasswords: readonly SecretPattern[] = [
  {
    kind: 'password',
    // Behind `://`. The last `@` before a slash ends the password.
    pattern:
      /(?:(?<=[A-Za-z][A-Za-z0-9+.-]{0,20}:\/\/)|(?<=["'`])(?=[\w.-]{1,32}:[^\s:"']{2,64}@(?:tcp|unix)\())[^\s:@/'"<>\ufffc]{0,128}:([^\s/'"<>\ufffc]{2,256})@(?=[\w[.-])/dg,
    accept: (secret, { 0: login, index, input }) =>
      !isPlaceholder(secret) &&
      !/^(?:password|passwd|pass|pw|secret|token|senha|passwort)$/i.test(secret) &&
      // `root:root@localhost` is not a secret.
      !(
        login === `${secret}:${secret}@` &&
        /^(?:localhost|127\.0\.0\.1)/.test(input.slice(index + login.length))
      ),
  },
];
