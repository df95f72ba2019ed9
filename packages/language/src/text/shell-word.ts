/**
 * A text as one word of a command for a shell, for commands that people copy. Nothing in it is expanded or run.
 * @example
 * console.log(`mneme list --scope=${shellWord(scope)}`);
 */
export function shellWord(text: string): string {
  return /^[\w@+:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
