const parts = (version: string): [number, number] => {
  const [major = '', minor = ''] = version.split('.');
  return [Number(major), Number(minor)];
};

/** Whether a remote runs on a shell: it needs the shell's major version of the contract, and no later minor. */
export function isRemoteCompatibleWithShell(needed: string, offered: string): boolean {
  const [neededMajor, neededMinor] = parts(needed);
  const [offeredMajor, offeredMinor] = parts(offered);
  return neededMajor === offeredMajor && neededMinor <= offeredMinor;
}
