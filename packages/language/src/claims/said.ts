/** A text with who said it, where that is known. */
export interface Said {
  content: string;
  speaker?: string;
}
