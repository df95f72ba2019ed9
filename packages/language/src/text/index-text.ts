import { analyse } from './analyse.ts';

/** What of a memory can be found. */
export interface Findable {
  content: string;
  tags: readonly string[];
  source: { speaker?: string };
}

/** The text whose vector stands for the memory. */
export function textToEmbed({ content }: Findable): string {
  return content;
}

/** The words by which a memory is found: who said it, what it says, how it is tagged. */
export function indexTerms({ content, tags, source }: Findable): string[] {
  return [
    ...(source.speaker === undefined ? [] : analyse(source.speaker)),
    ...analyse(content),
    ...tags.flatMap(analyse),
  ];
}
