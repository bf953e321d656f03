import { type LiveRelease, releaseFindings, type ReleaseFindings } from '@ve/contracts/release-findings';
import type { Release } from '@ve/contracts/remote-manifest';
import type { ServedApiCalls } from './served-calls.ts';

/**
 * The problems of serving this release together with the live ones and with this service. A publish or move with
 * problems is refused with these messages.
 */
export function liveCompatibilityProblems(
  release: Release,
  live: readonly LiveRelease[],
  served: Pick<ServedApiCalls, 'differences'>,
): ReleaseFindings {
  const { problems, warnings } = releaseFindings(release, live);
  const calls = served
    .differences(release.calls)
    .map(
      (difference) =>
        `${release.name}@${release.version} was built with another API than this service's: ${difference}. Deploy a service ` +
        'that serves it first, or build the remote with the contracts of the one that runs',
    );
  return { problems: [...problems, ...calls], warnings };
}
