/** The oldest Node that everything here runs on, as `engines` in each package.json says too. */
export const oldestNode = '22.14';

/**
 * What to say on a Node that is too old (`process.versions.node`); undefined where it is new enough. Imports nothing,
 * so that it can be asked before anything is loaded that an old Node does not survive.
 */
export function nodeTooOld(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldestNode.split('.').map(Number);
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return undefined;
  return `Mneme needs Node ${oldestNode} or newer; this is ${version}`;
}
