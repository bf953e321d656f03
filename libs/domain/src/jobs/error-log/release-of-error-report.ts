import { releaseNamePattern, releaseVersionPattern } from '../../kernel/release/release-names.ts';

/** The parts of an error report that identify its release. */
export interface ReportedReleaseTraits {
  /** For a script that did not load, contains its path, which not every browser repeats in the stack. */
  error_message?: string;
  error_stack: string | null;
  additional_data: { remote?: string | undefined };
}

const reported = new RegExp(`^${releaseNamePattern}@${releaseVersionPattern}$`);
const inFrames = new RegExp(`/remotes/(${releaseNamePattern})/(${releaseVersionPattern})/`, 'g');

/**
 * The remote and its release, `mfe-report@3f2a`: as the page reports it, otherwise from the first script of a remote in
 * the stack (the shell's own code is often above it), otherwise the shell's. Null if there is none: a browser may send
 * anything.
 */
export function releaseOfErrorReport({
  error_message = '',
  error_stack,
  additional_data: { remote },
}: ReportedReleaseTraits): string | null {
  if (remote !== undefined && reported.test(remote)) return remote;
  const text = `${error_message.slice(0, 1_000)}\n${(error_stack ?? '').slice(0, 8_000)}`;
  const found = [...text.matchAll(inFrames)].map(([, name, of]) => ({ name, of }));
  const own = found.find(({ name }) => name !== 'shell') ?? found[0];
  return own === undefined ? null : `${own.name}@${own.of}`;
}
