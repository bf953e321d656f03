import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { waitUntil } from '@ve/workers/testing/wait-until';
import { freePort } from '../../tools/ports.mjs';
import { prometheusRuleFiles, shortenRules } from './shortened-rules.ts';

const tether = fileURLToPath(new URL('../../tools/run-with-parent.mjs', import.meta.url));
const readyMs = 60_000;

export interface RunningPrometheus {
  /** The names of the alerts that fire now. */
  firing(): Promise<Set<string>>;
  close(): Promise<void>;
}

interface AlertsAnswer {
  data: { alerts: { labels: { alertname: string }; state: string }[] };
}

const jobs = (targets: Record<string, readonly number[]>): string =>
  Object.entries(targets)
    .map(
      ([name, ports]) =>
        `  - job_name: ${name}\n    static_configs:\n      - targets: [${ports.map((port) => `'127.0.0.1:${port}'`).join(', ')}]\n`,
    )
    .join('');

/**
 * Starts Prometheus with our rules, shortened by `factor`, which scrapes and evaluates every second.
 * @param options command: the program with its first arguments; targets: ports with `/metrics`, by job
 */
export const startPrometheus = async ({
  command,
  targets,
  factor,
}: {
  command: readonly string[];
  targets: Record<string, readonly number[]>;
  factor: number;
}): Promise<RunningPrometheus> => {
  const folder = mkdtempSync(join(tmpdir(), 've-prometheus-'));
  mkdirSync(join(folder, 'rules'));
  for (const { name, text } of prometheusRuleFiles)
    writeFileSync(join(folder, 'rules', name), shortenRules(text, factor));
  writeFileSync(
    join(folder, 'prometheus.yml'),
    `global:\n  scrape_interval: 1s\n  scrape_timeout: 1s\n  evaluation_interval: 1s\nrule_files: [rules/*.yml]\nscrape_configs:\n${jobs(targets)}`,
  );
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(
    process.execPath,
    [
      tether,
      ...command,
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { detached: true, stdio: ['pipe', 'ignore', 'pipe'] },
  );
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors = (errors + chunk.toString()).slice(-4_000)));
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const close = async (): Promise<void> => {
    if (!hasEnded() && child.pid !== undefined) {
      const exited = once(child, 'exit');
      process.kill(-child.pid, 'SIGKILL');
      await exited;
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const isReady = async (): Promise<boolean> => {
    if (hasEnded()) throw new Error(`Prometheus ended: ${errors}`);
    return fetch(`${url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  };
  await waitUntil('Prometheus is ready', isReady, readyMs, 100).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    firing: async () => {
      const { data } = (await (await fetch(`${url}/api/v1/alerts`)).json()) as AlertsAnswer;
      return new Set(data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname));
    },
    close,
  };
};
