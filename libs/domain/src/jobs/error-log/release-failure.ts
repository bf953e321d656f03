import { releaseOf, type ReleaseTraits } from './release-of.ts';

/** That a release failed for a visitor: its code threw, or a file of it did not load. */
export interface ReleaseFailure {
  name: string;
  version: string;
  kind: 'error' | 'failed-load';
}

interface ReportTraits extends ReleaseTraits {
  error_message: string;
  additional_data: ReleaseTraits['additional_data'] & { errorName?: string | undefined };
}

/** How pages begin what they say of a script that did not load. */
export const unloadedScript = 'Script did not load: ';
/** The shell's error for a remote that is missing, slow, broken or incompatible, and the bundler's for a part of one. */
const loadErrors: readonly (string | undefined)[] = ['RemoteError', 'ChunkLoadError'];

/** The fault that an error report tells of; null where it names no release. */
export function releaseFailureOf(report: ReportTraits): ReleaseFailure | null {
  const release = releaseOf(report);
  if (release === null) return null;
  const [name = '', version = ''] = release.split('@');
  return { name, version, kind: releaseFailureKindOf(report) };
}

/** What went wrong, whichever release it is of. */
export function releaseFailureKindOf({ error_message, additional_data }: ReportTraits): ReleaseFailure['kind'] {
  const isLoad = loadErrors.includes(additional_data.errorName) || error_message.startsWith(unloadedScript);
  return isLoad ? 'failed-load' : 'error';
}
