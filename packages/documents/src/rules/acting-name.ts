/** Invisible characters, which some file systems and many readers skip. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]/gu;
/** Windows stores characters that its names cannot have here: U+F03A is a colon to other systems. */
const stoodIn = /[\uf001-\uf07f]/g;
const device = /^(con|prn|aux|nul|clock\$|conin\$|conout\$|com\d|lpt\d)\s*([.:]|$)/u;
/** The short form that Windows gives a long name: `git~1` opens `.git`. */
const shortName = /^[^.]{1,6}~\d{1,6}(\.[^.]{0,3})?$/u;
/** A colon of another script between letters of that script is punctuation, which no file system interprets. */
const stream = /:|(?<![^\0-\x7f])[：﹕︓](?![^\0-\x7f])/u;
/**
 * These are read when a folder is opened. `HEAD` makes a folder a git repository, whose `config` names commands to run.
 */
const read = /^(head|desktop\.ini|autorun\.inf|.*\.(lnk|url|scf|library-ms|searchconnector-ms))$/u;

/**
 * Why the mere presence of a file or folder with this name has an effect, or `undefined` if it has none: tools read
 * names that begin with a dot as configuration, and Windows takes some names for devices, streams or other names. Case,
 * compatibility forms (`．git`, `ＣＯＮ`, `com¹`) and invisible characters make no difference. `onWindows: false`: names that
 * only Windows takes for something else are allowed, as for a file that lies on another system already.
 */
export function actingName(
  name: string,
  { onWindows = true }: { onWindows?: boolean } = {},
): string | undefined {
  const visible = name
    .replace(invisible, '')
    .replace(stoodIn, (char) => String.fromCharCode(char.charCodeAt(0) - 0xf000));
  // Upper case first: letters with several lower-case forms (ſ, K) have one capital.
  const folded = visible.normalize('NFKC').toUpperCase().toLowerCase();
  if (/^\s*[.。]/u.test(folded)) return 'begins with a dot, which tools read as configuration';
  if (read.test(folded)) return 'is a file that tools act on';
  if (!onWindows) return undefined;
  if (/[.\s．﹒․]$/u.test(visible)) return 'ends with a dot or a space, which Windows leaves out';
  if (device.test(folded.trimStart())) return 'is a device name on Windows';
  if (stream.test(visible)) return 'contains a colon, which names a stream or a drive on Windows';
  if (shortName.test(folded))
    return 'has the form of a short name, which opens another file on Windows';
  return undefined;
}
