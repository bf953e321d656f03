import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sendRedisCommand } from '@ve/workers/testing/redis-command';
import { waitUntil } from '@ve/workers/testing/wait-until';
import { freePort } from '../../tools/ports.mjs';
import { findProgram } from '../../tools/suites/find-program.mjs';
import type { KillablePart } from './killable-process.ts';

const tether = fileURLToPath(new URL('../../tools/run-with-parent.mjs', import.meta.url));

export interface KillableRedis extends KillablePart {
  url: string;
  /** Deletes its data, so that the next start is empty. Call it only while Redis is killed. */
  wipe(): void;
}

/** Returns the path of a Redis program on this machine, or null if there is none. */
export const findRedisProgram = (): string | null => findProgram(['redis-server', 'valkey-server']);

/** Starts Redis as configured in production (append-only log, flushed each second) on a fixed port. */
export const startKillableRedis = async (program: string): Promise<KillableRedis> => {
  const folder = mkdtempSync(join(tmpdir(), 've-scenarios-redis-'));
  const data = join(folder, 'data');
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;
  const answers = () =>
    sendRedisCommand(url, 'PING').then(
      () => true,
      () => false,
    );
  const hasEnded = (): boolean => child === null || child.exitCode !== null || child.signalCode !== null;
  const start = async (): Promise<void> => {
    mkdirSync(data, { recursive: true });
    const options = { port: String(port), bind: '127.0.0.1', save: '', appendonly: 'yes', appendfsync: 'everysec' };
    const more = { 'maxmemory-policy': 'noeviction', dir: data };
    const given = Object.entries({ ...options, ...more }).flatMap(([name, value]) => [`--${name}`, value]);
    await waitUntil('Redis answers', async () => {
      // It has a process group of its own, which ends with this process. The killed one may hold the port for a moment.
      if (hasEnded()) {
        child = spawn(process.execPath, [tether, program, ...given], {
          detached: true,
          stdio: ['pipe', 'ignore', 'ignore'],
        });
      }
      return answers();
    });
  };
  const kill = async (): Promise<void> => {
    if (child?.pid === undefined || hasEnded()) return;
    const exited = once(child, 'exit');
    process.kill(-child.pid, 'SIGKILL');
    await exited;
  };
  await start();
  return {
    name: 'Redis',
    url,
    start,
    kill,
    wipe: () => rmSync(data, { recursive: true, force: true }),
    close: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
