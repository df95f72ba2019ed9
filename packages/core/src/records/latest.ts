/** The latest of some times, which compare as texts. */
export function latest(...times: string[]): string {
  return [...times].sort().at(-1) as string;
}
