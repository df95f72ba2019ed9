const notInNames = /[%\p{C}\p{Default_Ignorable_Code_Point}\p{White_Space}\u2800]/gu;

/**
 * Encodes any text as a name, as in URLs: characters that a name cannot have, white space and `%` become codes.
 * Different texts give different names. The empty text becomes `%`, which no other text gives.
 */
export function escapeName(text: string): string {
  return text.toWellFormed().replace(notInNames, encodeURIComponent) || '%';
}
