import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withoutOtherStack } from '../../tools/settings.mjs';
import { runCleanupSteps, startStack } from '../../tools/stack.mjs';
import type { BenchResult } from './bench-result.ts';
import { root, workshop } from './workshop.ts';

export interface BenchStack {
  site: string;
  sandbox: string;
  databaseUrl: string;
}

/**
 * Measures on the whole product, started for this alone: it has no sign-ups and no fetched vehicles, and no limit is
 * used up.
 */
export async function* measureOnStack(
  measure: (stack: BenchStack) => AsyncIterable<BenchResult>,
): AsyncIterable<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), 've-bench-'));
  // Traversable, because Postgres may have to run as the user `nobody`; its contents are private.
  chmodSync(folder, 0o711);
  const cleanup = [
    () => {
      rmSync(folder, { recursive: true, force: true });
      return Promise.resolve();
    },
  ];
  try {
    const { url, sandboxUrl, databaseUrl, failed } = await startStack(
      workshop,
      {
        settings: { ...withoutOtherStack(process.env), LOG_FORMAT: 'json', RATE_LIMIT_PER_MINUTE: '100000' },
        dataFolder: join(folder, 'data'),
        storeFolder: join(root, '.store'),
        randomPorts: true,
        seed: 'none',
      },
      cleanup,
    );
    void failed.then((reason) => {
      throw new Error(reason);
    });
    yield* measure({ site: url, sandbox: sandboxUrl, databaseUrl });
  } finally {
    await runCleanupSteps(cleanup);
  }
}
