import type { LiveRelease, ReleaseFindings } from '@ve/contracts/release-findings';
import type { Release } from '@ve/contracts/remote-manifest';
import { contractModule } from '../repository.ts';

/**
 * Checks a release against the live ones. The site makes the same check before it accepts the release; here the result
 * is known before any upload.
 */
export async function checkRelease(release: Release, live: readonly LiveRelease[]): Promise<ReleaseFindings> {
  const { releaseFindings } = await contractModule('release-findings');
  return releaseFindings(release, live);
}
