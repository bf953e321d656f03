import { buildPackage, type BuiltPackage } from '../build-package.ts';
import { totalBytes, measureRemote, findBudgetExcesses, startScriptBytes } from '../size-budget.ts';
import { storedRelease } from '../release-store.ts';
import { checkRelease } from './check-release.ts';
import type { LiveReleases } from './live-releases.ts';
import type { LiveRelease } from './release-server.ts';
import { formatKilobytes, ReleaseFailedError, type ReleaseTool } from './release-tool.ts';
import type { StageTimer } from './stage-timer.ts';

/**
 * Builds a package, checks it and measures it with the live releases.
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
  tool: ReleaseTool;
  live: LiveReleases;
  channels: readonly LiveRelease[];
  stages: StageTimer;
  name: string;
}): Promise<BuiltPackage> {
  const { context, print } = tool;
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
  tool: ReleaseTool;
  live: LiveReleases;
  channels: readonly LiveRelease[];
  built: BuiltPackage;
}): Promise<string[]> {
  const stored = storedRelease(context.store, release);
  if (name === 'shell') {
    print(`every page starts with its ${formatKilobytes(startScriptBytes(stored))} kB by gzip`);
    return [];
  }
  const shell = channels.find((each) => each.name === 'shell' && each.channel === 'stable')?.release;
  const size = measureRemote(shell ? await live.get(shell) : null, stored, trees);
  const shellDescription = shell ? `with the live shell ${shell.version}` : 'without a shell, as none is live';
  print(
    `pages start with ${formatKilobytes(totalBytes(size.start))} kB by gzip ${shellDescription}, the heaviest needs ${formatKilobytes(totalBytes(size.page.scripts))}`,
  );
  return findBudgetExcesses(manifest, size);
}
