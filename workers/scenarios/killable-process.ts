import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type BundledScript, compileCache, runBundled } from '@ve/server-kit/testing/bundled-script';
import { waitUntil } from '@ve/workers/testing/wait-until';

const root = fileURLToPath(new URL('../..', import.meta.url));
const readyMs = 120_000;
const keptErrors = 4_000;

/** A part of the stack that can be killed (-9) and restarted. */
export interface KillablePart {
  name: string;
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Stops it permanently. */
  close(): Promise<void>;
}

export interface KillableProcess extends KillablePart {
  isUp(): boolean;
  /** Unexpected ends of a process that was ready, each with its last output. */
  accidents: string[];
}

/**
 * Starts a server of the product from its sources; it is ready once it logs `process_ready`. `logFile` receives its
 * output.
 */
export const createKillableProcess = ({
  name,
  script,
  env,
  logFile,
}: {
  name: string;
  script: BundledScript;
  env: Record<string, string>;
  logFile: string;
}): KillableProcess => {
  let child: ChildProcess | null = null;
  let up = false;
  const accidents: string[] = [];

  const start = async (): Promise<void> => {
    const started = spawn(process.execPath, await runBundled(script), {
      cwd: root,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        ...compileCache,
        PARENT_PIPE: '1',
        ...env,
      },
    });
    child = started;
    let errors = '';
    let output = '';
    let ready = false;
    started.stdout.on('data', (chunk: Buffer) => {
      ready ||= chunk.includes('process_ready');
      output = (output + chunk.toString()).slice(-keptErrors);
      appendFileSync(logFile, chunk);
    });
    started.stderr.on('data', (chunk: Buffer) => {
      errors = (errors + chunk.toString()).slice(-keptErrors);
      appendFileSync(logFile, chunk);
    });
    started.once('exit', (code, signal) => {
      if (child === started) up = false;
      // One that is still starting may end because a dependency was killed.
      if (ready && signal !== 'SIGKILL')
        accidents.push(`${name} ended by itself (${code ?? signal}): ${errors || output}`);
    });
    const hasEnded = () => started.exitCode !== null || started.signalCode !== null;
    await waitUntil(`${name} is ready`, () => ready || hasEnded(), readyMs);
    up = ready && !hasEnded();
    // As a process manager does.
    if (hasEnded() && started.signalCode !== 'SIGKILL') await start();
  };
  const kill = async (): Promise<void> => {
    const killed = child;
    up = false;
    if (killed === null || killed.exitCode !== null || killed.signalCode !== null) return;
    const exited = once(killed, 'exit');
    killed.kill('SIGKILL');
    await exited;
  };
  return { name, start, kill, close: kill, isUp: () => up, accidents };
};
