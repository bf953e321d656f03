import 'reflect-metadata';
import { vehicleFetchNotifyChannel } from '@ve/data/vehicle/vehicle-fetch/vehicle-fetch.repository';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { createLogger } from '@ve/server-kit/log/logger';
import type { Readable } from 'node:stream';
import { ServerSentEventStreams } from './server-sent-event-streams.ts';
import { BffMetrics } from './metrics.ts';
import { WorkTracker } from './work-tracker.ts';
import type { TrackedWork } from './tracked-work.ts';

/* A second kind of work, for this test only: it counts to a number. */

interface Probe {
  counted: number;
  of: number;
  padding?: string;
}

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const logLines: string[] = [];
const logger = createLogger({
  name: 'bff',
  level: 'info',
  format: 'json',
  destination: { write: (line) => void logLines.push(line) },
});

const opened: WorkTracker[] = [];
afterEach(async () => {
  for (const watch of opened.splice(0)) {
    await watch.beforeApplicationShutdown();
    await watch.onApplicationShutdown();
  }
});

/** Starts a tracker of the probe and of another kind, with the worker's side of both. */
async function start() {
  const states = new Map<string, Probe>();
  let reads = 0;
  const watch = new WorkTracker({ DATABASE_URL: database.url }, logger);
  opened.push(watch);
  const probe = watch.register<Probe>({
    channel: 've_probe',
    read: (id) => {
      reads += 1;
      return id === 'broken' ? Promise.reject(new Error('no answer')) : Promise.resolve(states.get(id) ?? null);
    },
    isDone: ({ counted, of }) => counted === of,
    maxDurationMs: 60_000,
  });
  const other = watch.register<{ of: string }>({
    channel: vehicleFetchNotifyChannel,
    read: (id) => Promise.resolve({ of: `other ${id}` }),
    isDone: () => true,
    maxDurationMs: 60_000,
  });
  await watch.onModuleInit();
  const metrics = new BffMetrics();
  return {
    watch,
    probe,
    other,
    streams: new ServerSentEventStreams(watch, metrics),
    openStreams: async () => (await metrics.eventStreams.get()).values[0]?.value ?? 0,
    reads: () => reads,
    work: async (id: string, state: Probe, sent = true) => {
      states.set(id, state);
      if (sent) await database.orm.em.fork().execute(`select pg_notify('ve_probe', ?)`, [id]);
    },
  };
}

/** Resolves to the first followed state that satisfies the check. */
const firstState = <S>(work: TrackedWork<S>, id: string, check: (state: S) => boolean) =>
  new Promise<S>((resolve) => {
    const stop = work.follow(id, (state) => {
      if (!check(state)) return;
      stop();
      resolve(state);
    });
  });

const connections = () =>
  database.orm.em
    .fork()
    .execute(`select pid from pg_stat_activity where datname = current_database() and query like 'listen %'`);

describe('the work tracker', () => {
  it('follows all kinds of work over one connection', async () => {
    const { probe, other, work } = await start();
    expect(await connections()).toHaveLength(1);
    await work('a', { counted: 0, of: 2 });
    const counted = firstState(probe, 'a', (state) => state.counted === 1);
    await work('a', { counted: 1, of: 2 });
    expect(await counted).toEqual({ counted: 1, of: 2 });
    expect(await other.waitUntilDone('a', 60_000)).toEqual({ of: 'other a' });
  });

  it('waits until work is done, or returns its current state', async () => {
    const { probe, work } = await start();
    await work('b', { counted: 0, of: 1 });
    expect(await probe.waitUntilDone('b', 50)).toEqual({ counted: 0, of: 1 });
    const done = probe.waitUntilDone('b', 60_000);
    await work('b', { counted: 1, of: 1 });
    expect(await done).toEqual({ counted: 1, of: 1 });
    expect(await probe.waitUntilDone('nobody', 20)).toBeNull();
  });

  it('waits for a state that is sufficient', async () => {
    const { probe, work } = await start();
    await work('half', { counted: 0, of: 9 });
    const half = probe.waitUntil('half', 60_000, ({ counted }) => counted >= 4);
    await work('half', { counted: 4, of: 9 });
    expect(await half).toEqual({ counted: 4, of: 9 });
  });

  it('reads once per change, regardless of the number of followers', async () => {
    const { probe, work, reads } = await start();
    await work('c', { counted: 0, of: 1 });
    const waits = Array.from({ length: 100 }, () => probe.waitUntilDone('c', 60_000));
    await work('c', { counted: 1, of: 1 });
    await Promise.all(waits);
    expect(reads()).toBeLessThanOrEqual(4);
  });

  it('re-reads after its connection was cut', async () => {
    const { probe, work } = await start();
    await work('d', { counted: 0, of: 1 });
    const first = await firstState(probe, 'd', () => true);
    expect(first.counted).toBe(0);
    const done = probe.waitUntilDone('d', 60_000);
    await work('d', { counted: 1, of: 1 }, false);
    await database.orm.em
      .fork()
      .execute(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen %'`,
      );
    expect(await done).toEqual({ counted: 1, of: 1 });
  });

  it('keeps following work that could not be read', async () => {
    const { probe } = await start();
    expect(await probe.waitUntilDone('broken', 50)).toBeNull();
    expect(logLines.join('')).toContain('"channel":"ve_probe"');
  });

  it('responds to waiting requests when the process stops', async () => {
    const { watch, probe, work } = await start();
    await work('e', { counted: 0, of: 1 });
    const waiting = probe.waitUntilDone('e', 60_000);
    await firstState(probe, 'e', () => true);
    const stopped = watch.beforeApplicationShutdown();
    await work('e', { counted: 1, of: 1 });
    expect(await waiting).toEqual({ counted: 1, of: 1 });
    await stopped;
  });

  it('lets a request that starts waiting during the stop wait for the rest of the grace period', async () => {
    const { watch, probe, work } = await start();
    await work('late', { counted: 0, of: 1 });
    await watch.beforeApplicationShutdown();
    const waiting = probe.waitUntilDone('late', 60_000);
    await firstState(probe, 'late', () => true);
    await work('late', { counted: 1, of: 1 });
    expect(await waiting).toEqual({ counted: 1, of: 1 });
  });

  it('responds to new waits within the grace period when the process is stopping', async () => {
    const { watch, probe } = await start();
    await watch.beforeApplicationShutdown();
    expect(await probe.waitUntilDone('late', 60_000)).toBeNull();
  });

  it('refuses a kind registered twice or too late', async () => {
    const { watch, probe } = await start();
    expect(() => watch.register({ ...probe.kind, channel: 've_late' })).toThrow('after the start');
    const fresh = new WorkTracker({ DATABASE_URL: database.url }, logger);
    fresh.register(probe.kind);
    expect(() => fresh.register(probe.kind)).toThrow('twice');
  });
});

describe('event streams', () => {
  const texts = async (stream: Readable) => {
    let text = '';
    for await (const chunk of stream) text += String(chunk);
    return [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? '') as Probe);
  };

  it('send every state of any kind of work, and end with it', async () => {
    const { probe, streams, work, openStreams } = await start();
    await work('f', { counted: 0, of: 1 });
    const stream = streams.open({ work: probe, id: 'f', client: 'client', present: { counted: 0, of: 1 } });
    const sent = texts(stream);
    expect(await openStreams()).toBe(1);
    await work('f', { counted: 1, of: 1 });
    expect(await sent).toEqual([
      { counted: 0, of: 1 },
      { counted: 1, of: 1 },
    ]);
    expect(await openStreams()).toBe(0);
  });

  it('are limited per client over all kinds of work, and released', async () => {
    const { probe, other, streams } = await start();
    const open = Array.from({ length: 12 }, (_, index) =>
      index % 2
        ? streams.open({ work: probe, id: 'g', client: 'one', present: { counted: 0, of: 1 } })
        : streams.open({ work: probe, id: 'h', client: 'one', present: { counted: 0, of: 1 } }),
    );
    expect(() => streams.open({ work: other, id: 'g', client: 'one', present: { of: 'state' } })).toThrow();
    await texts(streams.open({ work: other, id: 'g', client: 'another', present: { of: 'state' } }));
    const closed = new Promise((resolve) => open[0]?.once('close', resolve));
    open[0]?.destroy();
    await closed;
    await texts(streams.open({ work: other, id: 'g', client: 'one', present: { of: 'state' } }));
    for (const stream of open) stream.destroy();
  });

  it('buffer little for a reader that does not read, and still send the last state', async () => {
    const { probe, streams, work } = await start();
    const padding = 'x'.repeat(10_000);
    const stream = streams.open({ work: probe, id: 'i', client: 'slow', present: { counted: 0, of: 100, padding } });
    for (let counted = 1; counted <= 100; counted += 1) {
      const next = firstState(probe, 'i', (state) => state.counted === counted);
      await work('i', { counted, of: 100, padding });
      await next;
    }
    expect(stream.readableLength + (stream as Readable & { writableLength: number }).writableLength).toBeLessThan(
      60_000,
    );
    const sent = await texts(stream);
    expect(sent.length).toBeLessThan(10);
    expect(sent.at(-1)?.counted).toBe(100);
  });

  it('share one buffer of a long state', async () => {
    const { probe, streams, work } = await start();
    const padding = 'x'.repeat(100_000);
    const open = Array.from({ length: 200 }, (_, index) =>
      streams.open({ work: probe, id: 'k', client: `client ${index}`, present: { counted: 0, of: 1 } }),
    );
    const before = process.memoryUsage();
    const all = firstState(probe, 'k', ({ counted }) => counted === 0);
    await work('k', { counted: 0, of: 1, padding });
    await all;
    const after = process.memoryUsage();
    // A copy per stream would be 20 MB.
    expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(5_000_000);
    expect(after.heapUsed - before.heapUsed).toBeLessThan(10_000_000);
    for (const stream of open) stream.destroy();
  });

  it('end when the process stops', async () => {
    const { watch, probe, streams } = await start();
    const sent = texts(streams.open({ work: probe, id: 'j', client: 'client', present: { counted: 0, of: 1 } }));
    await watch.beforeApplicationShutdown();
    expect(await sent).toEqual([{ counted: 0, of: 1 }]);
  });
});
