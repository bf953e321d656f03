import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The used part of the embedded server's launcher. */
interface Launcher {
  startPostgres(options: {
    root: string;
    folder: string;
    logFile: string;
    port?: number;
    durable: boolean;
  }): Promise<{ url: string; port: number; pid: number; ended: Promise<string | null>; stop(): Promise<void> }>;
}

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const launcher = new URL('../../../../tools/postgres/server.mjs', import.meta.url).href;

/** The ids of the server process and its connection processes. */
function processesOf(server: number): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const children = lines.map((line) => line.trim().split(/\s+/).map(Number)).filter(([, parent]) => parent === server);
  return [server, ...children.flatMap(([pid]) => (pid === undefined ? [] : [pid]))];
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** Starts a Postgres server for a single test, which can be frozen, and killed as by a power failure. */
export const startSeparatePostgres = async () => {
  const { startPostgres } = (await import(launcher)) as Launcher;
  const base = await mkdtemp(join(tmpdir(), 've-own-postgres-'));
  const options = { root, folder: join(base, 'data'), logFile: join(base, 'postgres.log'), durable: true };
  let server = await startPostgres(options);
  let frozen: number[] = [];
  const { url, port } = server;
  const thaw = (): void => signal(frozen.splice(0), 'SIGCONT');

  return {
    /** URL of the database `postgres`, as superuser. */
    url,
    /** Stops all of its processes, which neither respond nor close a connection, until `thaw`. */
    freeze: (): void => {
      frozen = processesOf(server.pid);
      signal(frozen, 'SIGSTOP');
    },
    thaw,
    /** Kills all of its processes (-9). */
    kill: async (): Promise<void> => {
      signal(processesOf(server.pid), 'SIGKILL');
      await server.ended;
    },
    /** Starts it after `kill`, on the same port and with the same data. */
    start: async (): Promise<void> => {
      server = await startPostgres({ ...options, port });
    },
    close: async (): Promise<void> => {
      thaw();
      await server.stop();
      await rm(base, { recursive: true, force: true });
    },
  };
};
