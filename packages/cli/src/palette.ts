/** Colours by meaning. Without colour every function answers its text. */
export interface Palette {
  strong(text: string): string;
  quiet(text: string): string;
  accent(text: string): string;
  good(text: string): string;
  warning(text: string): string;
  bad(text: string): string;
}

export function palette({ colour }: { colour: boolean }): Palette {
  const paint = (open: number, close: number) => (text: string) =>
    colour && text !== '' ? `\u001b[${open}m${text}\u001b[${close}m` : text;
  return {
    strong: paint(1, 22),
    quiet: paint(2, 22),
    accent: paint(36, 39),
    good: paint(32, 39),
    warning: paint(33, 39),
    bad: paint(31, 39),
  };
}
