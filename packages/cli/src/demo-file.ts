import { fileURLToPath } from 'node:url';

/** The path of a file that the demo brings along. */
export function demoFile(name: string): string {
  return fileURLToPath(new URL(`../demo/${name}`, import.meta.url));
}
