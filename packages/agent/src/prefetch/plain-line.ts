const roles = 'human|assistant|user|system|developer|tool|claude';
const categories =
  'user_preference|project_context|factual_knowledge|decision_log|relationship|task_progress';

/**
 * A memory's text as one line of data. It cannot close the block or open another tag (no angle brackets), start a line
 * of its own (no line breaks or control characters), pass for a further memory (no copies of a line's frame), nor for
 * a turn of the dialogue (no role markers). The same text always gives the same line.
 */
export function plainLine(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
      // Invisible characters could hide a marker from the rules below. Joiners stay between letters that need them.
      .replace(/(?![\u200c\u200d])[\p{Cf}\u{e0000}-\u{e007f}]/gu, '')
      .replace(/(?<=[ -~])[\u200c\u200d]+(?=[ -~])/g, '')
      .replace(/[<＜﹤]/g, '‹')
      .replace(/[>＞﹥]/g, '›')
      .replace(new RegExp(`\\b(${roles})(\\s*)[:：﹕]`, 'giu'), '$1$2 -')
      .replace(new RegExp(`\\[(${categories})\\]`, 'gi'), '($1)')
      .replace(/\[(\/?)(inst|sys)\]/gi, '($1$2)')
      .replace(/[(（]\s*importance\s*[:：]\s*(\d+)\s*[)）]/gi, '[importance $1]')
      .replace(/\s+/g, ' ')
      .trim()
  );
}
