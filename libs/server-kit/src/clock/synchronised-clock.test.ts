import { afterEach, describe, expect, it } from '@jest/globals';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createLogger } from '../log/logger.ts';
import { clockReadingOptions } from './clock-source.ts';
import { startSynchronisedClock, type MachineClocks, type SynchronisedClock } from './synchronised-clock.ts';

const lines: string[] = [];
const logger = createLogger({
  name: 'test',
  level: 'info',
  format: 'json',
  destination: { write: (line: string) => lines.push(line) },
});
const open: SynchronisedClock[] = [];
afterEach(() => {
  for (const clock of open.splice(0)) clock.close();
  lines.length = 0;
});

const minute = 60_000;
const day = 1_440 * minute;
const noon = Date.parse('2026-11-21T12:00:00Z');

/** A true time that only the test advances, and a machine whose clock is wrong. */
const worldWith = ({ skewMs = 0 } = {}) => {
  const world = { elapsed: 5_000, skewMs, trips: [] as (number | Error)[], asked: 0, truthIsAheadBy: 0 };
  const truth = () => noon + world.elapsed + world.truthIsAheadBy;
  const machine: MachineClocks = { time: () => noon + world.elapsed + world.skewMs, elapsed: () => world.elapsed };
  /** Each read takes as long as `trips` says, all of it before the source responds. */
  const readTime = (): Promise<Date> => {
    world.asked += 1;
    const trip = world.trips.shift() ?? 1;
    if (trip instanceof Error) return Promise.reject(trip);
    const answer = new Date(truth());
    world.elapsed += trip;
    return Promise.resolve(answer);
  };
  const start = async (everyMs = 1) => {
    const clock = await startSynchronisedClock({ readTime, everyMs, logger, machine });
    open.push(clock);
    return clock;
  };
  const resynchronised = async () => {
    const until = world.asked + 4;
    while (world.asked < until) await new Promise((resolve) => setTimeout(resolve, 1));
  };
  return { world, truth, start, resynchronised };
};
const errorOf = (clock: SynchronisedClock, truth: () => number): number => Math.abs(clock.now().getTime() - truth());

describe('a synchronised clock', () => {
  it.each([
    ['two minutes ahead', 2 * minute],
    ['two minutes behind', -2 * minute],
    ['a day ahead', day],
    ['a day behind', -day],
  ])('returns its source’s time on a machine that is %s', async (_, skewMs) => {
    const { start, truth } = worldWith({ skewMs });
    const clock = await start();
    expect(clock.isSynchronised()).toBe(true);
    expect(errorOf(clock, truth)).toBeLessThanOrEqual(1);
    expect(Math.abs(clock.offsetMs() + skewMs)).toBeLessThanOrEqual(1);
    expect(lines.join('')).toContain('clock_corrected');
  });

  it('is not affected when the machine’s clock is set while it runs', async () => {
    const { world, start, truth } = worldWith();
    const clock = await start(minute);
    world.skewMs = day;
    expect(errorOf(clock, truth)).toBeLessThanOrEqual(1);
  });

  it('uses the fastest of three slow responses', async () => {
    const { world, start, truth } = worldWith({ skewMs: day });
    world.trips = [30_000, 40, 9_000];
    const clock = await start(minute);
    expect(world.asked).toBe(3);
    expect(errorOf(clock, truth)).toBeLessThanOrEqual(40);
  });

  it('ignores a response that is too slow to prove an offset', async () => {
    const { world, start, truth, resynchronised } = worldWith({ skewMs: -2 * minute });
    const clock = await start();
    world.trips = Array.from({ length: 40 }, () => 90_000);
    await resynchronised();
    expect(errorOf(clock, truth)).toBeLessThanOrEqual(1);
  });

  it('follows a source that jumps forwards or backwards', async () => {
    const { world, start, truth, resynchronised } = worldWith();
    const clock = await start();
    for (const days of [30, -400]) {
      world.truthIsAheadBy = days * day;
      await resynchronised();
      expect(errorOf(clock, truth)).toBeLessThanOrEqual(1);
    }
  });

  it('keeps running while its source fails, logs it once, and logs the recovery', async () => {
    const { world, start, truth, resynchronised } = worldWith({ skewMs: day });
    const clock = await start();
    world.trips = Array.from({ length: 3 }, () => new Error('down'));
    await resynchronised();
    expect(errorOf(clock, truth)).toBeLessThanOrEqual(1);
    expect(lines.filter((line) => line.includes('time_source_read_failed'))).toHaveLength(1);
    expect(lines.filter((line) => line.includes('time_source_recovered'))).toHaveLength(1);
  });

  it('starts with the machine’s time while the source is down, reports it, and synchronises later', async () => {
    const { world, start, truth, resynchronised } = worldWith({ skewMs: day });
    world.trips = [new Error('down')];
    const clock = await start();
    expect(clock.isSynchronised()).toBe(false);
    expect(errorOf(clock, truth)).toBe(day);
    await resynchronised();
    expect(clock.isSynchronised()).toBe(true);
    expect(errorOf(clock, truth)).toBeLessThanOrEqual(1);
  });

  it('rejects an invalid time', async () => {
    const clock = await startSynchronisedClock({
      readTime: () => Promise.resolve(new Date(Number.NaN)),
      everyMs: minute,
      logger,
    });
    open.push(clock);
    expect(clock.isSynchronised()).toBe(false);
    expect(Number.isNaN(clock.now().getTime())).toBe(false);
  });

  it('reads a URL that returns an instant, once a second', async () => {
    const answers = ['2030-01-01T00:00:00.000Z\n'];
    const server = createServer((_request, response) => response.end(answers[0])).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/clock`;
    const readings = clockReadingOptions(url, () => Promise.reject(new Error('not asked')));
    expect(readings.everyMs).toBe(1_000);
    const clock = await startSynchronisedClock({ ...readings, logger });
    open.push(clock);
    server.closeAllConnections();
    server.close();
    expect(clock.now().toISOString()).toMatch(/^20(29-12-31T23:59|30-01-01T00:00):/);
  });
});
