/** Characters that are not drawn, which some file systems and many readers skip. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]/gu;
/** Where Windows keeps characters that its own names cannot hold: U+F03A is a colon to other systems. */
const stoodIn = /[\uf001-\uf07f]/g;
const device = /^(con|prn|aux|nul|clock\$|conin\$|conout\$|com\d|lpt\d)\s*([.:]|$)/u;
/** The short form that Windows gives a long name: `git~1` opens `.git`. */
const shortName = /^[^.]{1,6}~\d{1,6}(\.[^.]{0,3})?$/u;
/** A colon of another script between letters of that script is punctuation, and no file system reads it. */
const stream = /:|(?<![^\0-\x7f])[：﹕︓](?![^\0-\x7f])/u;
/** Read when a folder is looked at. `HEAD` makes a folder a repository of git, whose `config` names commands to run. */
const read = /^(head|desktop\.ini|autorun\.inf|.*\.(lnk|url|scf|library-ms|searchconnector-ms))$/u;

/**
 * Why a name of a file or folder does something by being there, or `undefined` where it does nothing: tools take what
 * begins with a dot for configuration, and Windows takes some names for devices, streams or other names. Case does not
 * count, nor do compatibility forms (`．git`, `ＣＯＮ`, `com¹`) and characters that are not drawn.
 */
export function actingName(name: string): string | undefined {
  const visible = name
    .replace(invisible, '')
    .replace(stoodIn, (char) => String.fromCharCode(char.charCodeAt(0) - 0xf000));
  // Capitals first: what has several small forms (ſ, K) has one capital.
  const folded = visible.normalize('NFKC').toUpperCase().toLowerCase();
  if (/^\s*[.。]/u.test(folded)) return 'begins with a dot, which tools read as configuration';
  if (/[.\s．﹒․]$/u.test(visible)) return 'ends with a dot or a space, which Windows leaves out';
  if (device.test(folded.trimStart())) return 'is a device name on Windows';
  if (stream.test(visible)) return 'holds a colon, which names a stream or a drive on Windows';
  if (shortName.test(folded))
    return 'has the form of a short name, which opens another file on Windows';
  if (read.test(folded)) return 'is a file that tools act on';
  return undefined;
}
