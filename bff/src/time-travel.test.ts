import { testRows } from '@ve/data/testing/test-rows';
import { connectDatabase } from '@ve/data/kernel/database';
import { createTestDatabase } from '@ve/data/testing/test-database';
import { compileCache, runBundled } from '@ve/server-kit/testing/bundled-script';
import { saveVehicleRecordIfNewer } from '@ve/data/vehicle/vehicle.repository';
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { completeRecordOf } from './testing/test-app.ts';
import { unreachableVendorEnv } from './testing/unreachable-vendor-env.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const children: ChildProcessWithoutNullStreams[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

/** Starts a process; returns its URL once ready. */
const start = async (args: readonly string[], env: Record<string, string>): Promise<string> => {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env.PATH, ...compileCache, PORT: '0', ...env },
  });
  children.push(child);
  let text = '';
  const ready = Promise.withResolvers<string>();
  const collect = (chunk: Buffer): void => {
    text += chunk.toString();
    const url = /"url":"(http[^"]+)"/.exec(text)?.[1];
    if (url !== undefined) ready.resolve(url);
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  child.on('close', () => ready.reject(new Error(text)));
  return ready.promise;
};

it('follows the sandbox’s clock forwards and back without a restart', async () => {
  const database = await createTestDatabase();
  const sandbox = await start(['sandbox/src/main.ts'], { SMTP_PORT: '0' });
  const bff = await start(await runBundled('bff'), {
    ...unreachableVendorEnv,
    DATABASE_URL: database.url,
    CLOCK_SOURCE: `${sandbox}/control/clock`,
  });

  const orm = await connectDatabase({ url: database.url, poolSize: 1 });
  const em = orm.em.fork();
  await saveVehicleRecordIfNewer(em, completeRecordOf('AB12CDE', new Date('2026-03-01T10:00:00Z')));
  const march = new Date('2026-03-01');
  const done = { status: 'done', outcome: 'found', finishedAt: march } as const;
  const fetched = await testRows(() => em).add('vehicle_fetches', done, march);
  await orm.close(true);

  const asOf = async (): Promise<unknown> => {
    const answer = await fetch(`${bff}/api/vehicle-fetches/${fetched.id}`);
    return ((await answer.json()) as { asOf?: unknown }).asOf;
  };
  const reaches = async (day: string): Promise<void> => {
    const until = performance.now() + 20_000;
    while ((await asOf()) !== day) {
      if (performance.now() > until) throw new Error(`the BFF says that it is ${String(await asOf())}, not ${day}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const move = (body: object) =>
    fetch(`${sandbox}/control/clock`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  try {
    await move({ instant: '2031-12-31T12:00:00Z' });
    await reaches('2031-12-31');
    await move({ hours: 12 });
    await reaches('2032-01-01');
    await move({ days: -400 });
    await reaches('2030-11-27');
  } finally {
    await database.drop();
  }
}, 60_000);
