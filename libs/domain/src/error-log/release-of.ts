/** The parts of an error report that say which release it comes from. */
export interface ReleaseTraits {
  error_stack: string | null;
  additional_data: { remote?: string | undefined };
}

const name = '(?:shell|mfe-[a-z][a-z0-9-]{1,40})';
const version = '[A-Za-z0-9._-]{1,64}';
const said = new RegExp(`^${name}@${version}$`);
const inFrame = new RegExp(`/remotes/(${name})/(${version})/`);

/**
 * The remote and its release: `mfe-report@3f2a`, as the page says, else of the first line of the stack that has one. Null
 * where neither does: what a browser sends may be anything.
 */
export function releaseOf({ error_stack, additional_data: { remote } }: ReleaseTraits): string | null {
  if (remote !== undefined && said.test(remote)) return remote;
  const [, remoteName, remoteVersion] = inFrame.exec((error_stack ?? '').slice(0, 8_000)) ?? [];
  return remoteName === undefined || remoteVersion === undefined ? null : `${remoteName}@${remoteVersion}`;
}
