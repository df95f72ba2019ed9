import { analyse } from './analyse.ts';

/** The searchable fields of a memory. */
export interface Findable {
  content: string;
  tags: readonly string[];
  source: { speaker?: string };
}

/** The text that is embedded for a memory. */
export function textToEmbed({ content }: Findable): string {
  return content;
}

/** The words by which a memory is found: speaker, content, tags. */
export function indexTerms({ content, tags, source }: Findable): string[] {
  return [
    ...(source.speaker === undefined ? [] : analyse(source.speaker)),
    ...analyse(content),
    ...tags.flatMap(analyse),
  ];
}
