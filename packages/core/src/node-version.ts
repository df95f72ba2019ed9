/** The oldest Node that Mneme supports, the same as `engines` in each package.json. */
export const oldestNode = '22.14';

/**
 * The message for a Node that is too old (`process.versions.node`); undefined if it is new enough. This file imports
 * nothing, so that it can run before modules that crash on an old Node.
 */
export function nodeTooOld(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldestNode.split('.').map(Number);
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return undefined;
  return `Mneme needs Node ${oldestNode} or newer; this is ${version}`;
}
