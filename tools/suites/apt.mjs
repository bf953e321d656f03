import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { formatElapsed } from '../output.mjs';
import { findProgram } from './find-program.mjs';

const LIMIT_MS = 300_000;
const POLICY = '/usr/sbin/policy-rc.d';

/** Whether distribution packages can be installed here: on Debian or a derivative, as root. */
export function canInstallPackages() {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version') && findProgram(['apt-get']) !== null;
}

/**
 * Installs one distribution package quietly, without starting its services.
 * @param {import('../build.mjs').Workshop} workshop
 * @param {string} name
 * @returns {Promise<string | null>} null when it is installed, else the reason
 */
export async function installPackage({ processes, output, signal }, name) {
  output.say(`Installing the package ${name} (apt-get)…`);
  const since = performance.now();
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (/** @type {string[]} */ ...args) =>
    processes.run({
      command: 'apt-get',
      args: ['-o', 'DPkg::Lock::Timeout=120', ...args],
      env,
      signal,
      limitMs: LIMIT_MS,
    });
  // Debian runs this file to decide whether a service may start; exit code 101 means no.
  const isPolicyMissing = !existsSync(POLICY);
  if (isPolicyMissing) writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    await apt('update', '-qq');
    const { code, tail, timedOut } = await apt('install', '-y', '-qq', '--no-install-recommends', name);
    if (code === 0) {
      output.say(`Installed ${name} in ${formatElapsed(since)}.`);
      return null;
    }
    return timedOut
      ? `apt-get install ${name} took longer than five minutes`
      : `apt-get install ${name} failed: ${lastLineOf(tail)}`;
  } finally {
    if (isPolicyMissing) rmSync(POLICY, { force: true });
  }
}

/** @param {string} text */
export function lastLineOf(text) {
  return text.trim().split('\n').at(-1) ?? '';
}
