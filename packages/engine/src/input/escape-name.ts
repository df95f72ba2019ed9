const notInNames = /[%\p{C}\p{Default_Ignorable_Code_Point}\p{White_Space}\u2800]/gu;

/**
 * Any text as a name, as addresses have it: what a name may not hold, every white space and `%` are written as codes.
 * Two texts that differ never come to one name. The empty text is `%`, which no other comes to.
 */
export function escapeName(text: string): string {
  return text.toWellFormed().replace(notInNames, encodeURIComponent) || '%';
}
