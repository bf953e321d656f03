import { join, resolve } from 'node:path';
import { exitWithHelp } from '../../../../tools/help.mjs';
import { runningInstanceUrl } from '../../../../tools/lock-file.mjs';
import { parseReleaseCommand, releaseCommandUsage, UsageError, readReleaseTarget } from '../release/release-command.ts';
import { ReleaseServerClient } from '../release/release-server.ts';
import { requireKnownReleaseName, runReleaseCommand } from '../release/release.ts';
import { importRemoteContract, workspaceRoot } from '../repository.ts';
import { terminalText } from '../terminal-text.ts';

/**
 * `npm run release <remote|shell> -- …`: see `usage`. Exit code 1: the release failed. Exit code 2: the arguments are
 * invalid, nothing was done.
 */
exitWithHelp(releaseCommandUsage);

let token = '';

try {
  const command = parseReleaseCommand(process.argv.slice(2), process.env);
  const root = resolve(command.root ?? workspaceRoot);
  const context = {
    root,
    store: resolve(process.env.STORE_DIR ?? join(root, '.store')),
    mode: 'production' as const,
    contract: await importRemoteContract(),
  };
  const target = readReleaseTarget(await requireKnownReleaseName(root, command.name), process.env, {
    url: runningInstanceUrl(join(root, '.data/start.lock')),
    tokenFile: join(root, '.data/release-tokens.json'),
  });
  token = target.token;
  // The build runs the code of dependencies.
  delete process.env.RELEASE_TOKEN;
  await runReleaseCommand(
    {
      server: new ReleaseServerClient(target),
      context,
      cache: join(root, '.cache/releases'),
      print: (line) => {
        console.log(terminalText(line, token));
      },
    },
    command,
  );
} catch (error) {
  console.error(terminalText(error instanceof Error ? error.message : String(error), token));
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
