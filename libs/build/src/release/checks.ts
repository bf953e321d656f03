import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Release, repositoryRoot } from '../repository.ts';
import type { LiveRelease } from './release-server.ts';

export interface ReleaseFindings {
  /** Reasons why the release must not be given to visitors, each with a remedy. */
  problems: string[];
  /** Harmless differences that are probably not intended. */
  warnings: string[];
}

interface Findings {
  releaseFindings: (release: Release, live: readonly LiveRelease[]) => ReleaseFindings;
}

/**
 * Checks a release against the live ones. The site makes the same check before it accepts the release; here the result
 * is known before any upload. Imported by path, because this tool builds the packages and depends on none.
 */
export async function checkRelease(release: Release, live: readonly LiveRelease[]): Promise<ReleaseFindings> {
  const file = pathToFileURL(join(repositoryRoot, 'libs/contracts/src/release-findings.ts')).href;
  const { releaseFindings } = (await import(file)) as Findings;
  return releaseFindings(release, live);
}
