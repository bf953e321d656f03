import { buildPackage, type PackageBuildResult, type BuildContext } from '../build-package.ts';
import { totalScriptBytes, measureRemoteScripts, findBudgetExcesses, startScriptBytes } from '../size-budget.ts';
import { toStoredRelease } from '../release-store.ts';
import type { LiveReleaseFetcher } from './live-release-fetcher.ts';
import type { LiveRelease, ReleaseServerClient } from './release-server.ts';
import type { LiveReleaseComparison } from '@ve/contracts/release-findings';
import type { Release } from '@ve/contracts/remote-manifest';
import { importContractModule } from '../repository.ts';
import { findTypeErrors } from './check-types.ts';

export interface ReleaseToolDeps {
  server: ReleaseServerClient;
  context: BuildContext;
  /** Folder for releases fetched from the site and pages rendered from them. */
  cache: string;
  print: (line: string) => void;
}

/** The release did not succeed as requested; the message describes the current state. */
export class ReleaseFailedError extends Error {}

export const formatKilobytes = (bytes: number): string => (bytes / 1_000).toFixed(1);

/** Measures the stages of one command. */
export class BuildStageTimer {
  readonly #since = performance.now();
  readonly #taken: string[] = [];

  async time<T>(name: string, work: Promise<T>): Promise<T> {
    const since = performance.now();
    const result = await work;
    this.#taken.push(`${name} ${seconds(performance.now() - since)}`);
    return result;
  }

  /** `4.8 s (build 3.1, publish 0.5, pages 0.9, move 0.1)` */
  summary(): string {
    return `${seconds(performance.now() - this.#since)} s (${this.#taken.join(', ')})`;
  }
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(1);

/**
 * Checks the types of a package, builds it, checks it and measures it with the live releases.
 *
 * @throws ReleaseFailedError with all problems, or an Error of the build
 */
export async function buildAndCheckPackage({
  tool,
  live,
  channels,
  stages,
  name,
}: {
  tool: ReleaseToolDeps;
  live: LiveReleaseFetcher;
  channels: readonly LiveRelease[];
  stages: BuildStageTimer;
  name: string;
}): Promise<PackageBuildResult> {
  const { context, print } = tool;
  const typeErrors = await stages.time('types', findTypeErrors(context.root, name));
  if (typeErrors === null) print(`note: ${name} has no tsconfig.json, so that its types are not checked`);
  else if (typeErrors !== '') throw new ReleaseFailedError(`Nothing was published.\n${typeErrors}`);
  const workspacePackage = await stages.time('build', buildPackage(context, name));
  print(`${workspacePackage.built ? 'built' : 'unchanged since it was built'}: ${name} ${workspacePackage.version}`);
  const [excess, { problems, warnings }] = await stages.time(
    'check',
    Promise.all([
      weigh({ tool, live, channels, built: workspacePackage }),
      checkRelease(workspacePackage.release, channels),
    ]),
  );
  for (const warning of warnings) print(`note: ${warning}`);
  if (excess.length + problems.length > 0) {
    throw new ReleaseFailedError(['Nothing was published.', ...excess, ...problems].join('\n'));
  }
  return workspacePackage;
}

/** Measures the release with the stable shell. Returns what is over the budget. */
async function weigh({
  tool: { context, print },
  live,
  channels,
  built: { name, release, manifest, ...trees },
}: {
  tool: ReleaseToolDeps;
  live: LiveReleaseFetcher;
  channels: readonly LiveRelease[];
  built: PackageBuildResult;
}): Promise<string[]> {
  const stored = toStoredRelease(context.store, release);
  if (name === 'shell') {
    print(`every page starts with its ${formatKilobytes(startScriptBytes(stored))} kB by gzip`);
    return [];
  }
  const shell = channels.find((each) => each.name === 'shell' && each.channel === 'stable')?.release;
  const size = measureRemoteScripts(shell ? await live.get(shell) : null, stored, trees);
  const shellDescription = shell ? `with the live shell ${shell.version}` : 'without a shell, as none is live';
  print(
    `pages start with ${formatKilobytes(totalScriptBytes(size.start))} kB by gzip ${shellDescription}, the heaviest needs ${formatKilobytes(totalScriptBytes(size.page.scripts))}`,
  );
  return findBudgetExcesses(manifest, size);
}

/**
 * Checks a release against the live ones. The site makes the same check before it accepts the release; here the result
 * is known before any upload.
 */
async function checkRelease(release: Release, live: readonly LiveRelease[]): Promise<LiveReleaseComparison> {
  const { compareWithLiveReleases } = await importContractModule('release-findings');
  return compareWithLiveReleases(release, live, 'refuse');
}
