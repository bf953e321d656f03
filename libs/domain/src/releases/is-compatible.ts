const parts = (version: string): [number, number] => {
  const [major = '', minor = ''] = version.split('.');
  return [Number(major), Number(minor)];
};

/** A remote is compatible when it needs the shell's major version of the contract, and no later minor than the shell's. */
export function isCompatible(needed: string, offered: string): boolean {
  const [neededMajor, neededMinor] = parts(needed);
  const [offeredMajor, offeredMinor] = parts(offered);
  return neededMajor === offeredMajor && neededMinor <= offeredMinor;
}
