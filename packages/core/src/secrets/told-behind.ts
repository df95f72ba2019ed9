import type { SecretFinding } from './finding.ts';
import { isCommonWord } from './not-secret-words.ts';
import { isPlaceholder } from './placeholders.ts';
import { hasDigit, hasLetter } from './strength.ts';

/** `hunter2! is my password`, `use hunter2! as the password`, `hunter2!が新しいパスワード`, `hunter2!是我的密码`. */
const behind =
  /(?<=^|[\s"'`:,(])([!-~]{5,64}?)["'`]?(?: (?:is|was|as|for|ist|es|est|é|als|como|comme)(?: (?:the|my|our|your|a|his|her|das|mein|unser|la|mi|nuestra|le|mon|a|minha|nova?|new|old|root|admin|wifi|wi-fi|current|shared|main|mein neues)){0,3} (?:password|passcode|passphrase|passwort|kennwort|contraseña|mot de passe|mdp|senha)(?![A-Za-z])|[ ]?(?:是|就是|が|は)(?:[\u3040-\u30ff\u4e00-\u9fff]{0,6}?)(?:密码|密碼|パスワード))/dgiu;

/** Passwords that are told before they are called so. Only made-up words count. */
export function findToldBehind(text: string): SecretFinding[] {
  const findings: SecretFinding[] = [];
  for (const { indices } of text.matchAll(behind)) {
    const [start, end] = indices?.[1] ?? [0, 0];
    const value = text.slice(start, end);
    if (!hasDigit(value) || !hasLetter(value)) continue;
    if (isPlaceholder(value) || isCommonWord(value) || /^[\w-]+\.\w+$|[/\\:]/.test(value)) continue;
    findings.push({ kind: 'password', start, end });
  }
  return findings;
}
