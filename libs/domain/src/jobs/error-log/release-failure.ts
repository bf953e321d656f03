import { releaseOfErrorReport, type ReportedReleaseTraits } from './release-of-error-report.ts';

/** A failure of a release for a visitor: its code threw, or one of its files did not load. */
export interface ReleaseFailure {
  name: string;
  version: string;
  kind: 'error' | 'failed-load';
}

interface ReportTraits extends ReportedReleaseTraits {
  error_message: string;
  additional_data: ReportedReleaseTraits['additional_data'] & { errorName?: string | undefined };
}

/** The start of the message that pages send for a script that did not load. */
export const unloadedScriptPrefix = 'Script did not load: ';
/**
 * The shell's error for a remote that is missing, slow, broken or incompatible, and the bundler's for a failed chunk.
 */
const loadErrors: readonly (string | undefined)[] = ['RemoteError', 'ChunkLoadError'];

/** The release failure in an error report; null if it names no release. */
export function releaseFailureOfErrorReport(report: ReportTraits): ReleaseFailure | null {
  const release = releaseOfErrorReport(report);
  if (release === null) return null;
  const [name = '', version = ''] = release.split('@');
  return { name, version, kind: releaseFailureKindOf(report) };
}

/** The kind of failure, regardless of its release. */
export function releaseFailureKindOf({ error_message, additional_data }: ReportTraits): ReleaseFailure['kind'] {
  const isLoad = loadErrors.includes(additional_data.errorName) || error_message.startsWith(unloadedScriptPrefix);
  return isLoad ? 'failed-load' : 'error';
}
