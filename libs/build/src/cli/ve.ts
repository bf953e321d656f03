#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadEnvFile } from 'node:process';
import { LaunchError } from '../../../../tools/launch-error.mjs';
import { pinnedNodeRuntime } from '../../../../tools/node-runtime.mjs';
import { exitWhenParentExits } from '../../../../tools/parent-process.mjs';
import { findRemoteFolders } from '../../../../tools/remotes.mjs';
import { isPacked, repositoryRoot, workspaceRoot } from '../repository.ts';

const usage = `Usage: npx --no ve <command> [remote]

  new <name>      create a remote with a page, a filled slot, tests and a budget
  dev             serve it from its sources inside the pages of a live site
  test            run its tests
  release         build, check and publish it; --canary 10 gives it to 10% of visitors, --promote to all
  rollback        end its canary, or go back to the release before
  list            what is live, how a canary is judged, who moved what and why

The remote may be left out where there is one. npx --no ve <command> --help says more.
RELEASE_URL is the address of the site and RELEASE_TOKEN the right to release there; both may be in .env.`;

interface Command {
  run: () => Promise<unknown>;
  /** Whether it asks the site, and gets its address and the token of `.env`. The others must not have the token. */
  asksSite?: true;
  /** An argument that it adds. */
  adds?: string;
}

const commands: Readonly<Record<string, Command>> = {
  new: { run: () => import('./new-remote.ts') },
  dev: { run: () => import('./dev.ts'), asksSite: true },
  test: { run: () => import('./test.ts') },
  release: { run: () => import('./release.ts'), asksSite: true },
  rollback: { run: () => import('./release.ts'), asksSite: true, adds: '--rollback' },
  list: { run: () => import('./release.ts'), asksSite: true, adds: '--list' },
};

/** The arguments with the name of the only remote, where none is given. */
function withRemote(given: readonly string[]): readonly string[] {
  const remotes = findRemoteFolders(workspaceRoot);
  const [only, ...others] = remotes;
  const isNamed = given.some((each) => each === 'shell' || remotes.includes(each));
  return isNamed || only === undefined || others.length > 0 ? given : [only, ...given];
}

/** Runs the command that the process was started with. */
async function run([name = '--help', ...given]: readonly string[]): Promise<void> {
  const command = commands[name];
  if (command === undefined) {
    const isAsked = name === '--help' || name === '-h';
    (isAsked ? console.log : console.error)(isAsked ? usage : `There is no command ${name}.\n\n${usage}`);
    process.exitCode = isAsked ? 0 : 2;
    return;
  }
  if (command.asksSite && existsSync('.env')) loadEnvFile('.env');
  const own = name === 'new' ? given : withRemote(given);
  // The programs run alone too, and read their arguments from here.
  process.argv.splice(2, Infinity, ...own, ...(command.adds === undefined ? [] : [command.adds]));
  await command.run();
}

/** Runs the same command by the Node that was installed with this tool. Returns its exit code. */
async function runByPinnedNode(): Promise<number> {
  const installed = resolve(repositoryRoot, '../../../..');
  const child = spawn(pinnedNodeRuntime(installed), process.argv.slice(1), { stdio: 'inherit' });
  // Ctrl-C reaches both; this process ends with the other.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill());
  exitWhenParentExits(() => child.kill());
  const [code] = (await once(child, 'close')) as [number | null];
  return code ?? 1;
}

const oldestNode = 26;
const isOld = Number.parseInt(process.versions.node, 10) < oldestNode;
try {
  if (isPacked && isOld) process.exitCode = await runByPinnedNode();
  else await run(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof LaunchError ? error.message : error);
  process.exitCode = 1;
}
