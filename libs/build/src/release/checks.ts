import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Release, repositoryRoot } from '../repository.ts';
import type { LiveRelease } from './release-server.ts';

export interface ReleaseFindings {
  /** Why visitors must not be given it, each with what to do. */
  problems: string[];
  /** What harms nobody and is probably not meant. */
  warnings: string[];
}

interface Findings {
  releaseFindings: (release: Release, live: readonly LiveRelease[]) => ReleaseFindings;
}

/**
 * What stands between a release and those that are live. The site asks the same before it takes the release; here it is
 * known before anything is sent. Imported by path, because this tool works on the rooms and depends on none.
 */
export async function checkRelease(release: Release, live: readonly LiveRelease[]): Promise<ReleaseFindings> {
  const file = pathToFileURL(join(repositoryRoot, 'libs/contracts/src/release-findings.ts')).href;
  const { releaseFindings } = (await import(file)) as Findings;
  return releaseFindings(release, live);
}
