/**
 * Characters that look like signs with which a line begins or ends, by what they look like, from Unicode's list of
 * confusable characters (UTS 39) and by shape. Unicode's own compatibility forms and brackets by category are not
 * repeated. Marks of quotations and titles (`「」`, `《》`, `«»`) are not brackets.
 */
export const lookAlikes = {
  '(': '（﹙⁽₍❨❪⟮⦅⸨\u{fd3e}',
  ')': '）﹚⁾₎❩❫⟯⦆⸩\u{fd3f}',
  ':': '：﹕ːˑ˸։\u{5c3}\u{703}\u{704}\u{705}\u{706}\u{707}\u{708}\u{709}፡።፣፤፥፦፧፨᛬᠃᠄᠉⁚⁝⁞∶∷≔≕⍠⦂⋮⦙⫶⸬ꓽ꛴꞉︓︰\u{10781}\u{10782}𒑰𒑱𒑲𒑳𒑴𝄈𝪊⠅⠆⠨⠰⸪⸫⸭⁖︙ⵂⵆⵗ\u{903}\u{983}\u{a03}\u{a83}\u{b03}\u{b83}\u{c03}\u{c83}\u{d03}\u{d83}\u{f7f}\u{1038}\u{17c7}\u{17c8}\u{1b04}\u{1b82}\u{a983}\u{11002}\u{11082}\u{11182}\u{11303}',
  '<': '＜﹤≮˂ᐸ≪≺⋖◁◃❮⟨⧼⪻𝈶',
  '>': '＞﹥≯˃ᐳ≫≻⋗▷▹❯⟩⧽⪼𝈷',
  '[': '⁅⎡⎣❲⟦⟬⦋⦗【〔〖〚﹝',
  ']': '⁆⎤⎦❳⟧⟭⦌⦘】〕〗〛﹞',
} as const;
