import { expect, it } from '@jest/globals';
import { createLogger } from '../log/logger.ts';
import { createBatchedCounter } from './batched-counter.ts';

interface Counted {
  name: string;
  times: number;
}

const lines: string[] = [];
const logger = createLogger({
  name: 'test',
  level: 'info',
  format: 'json',
  destination: { write: (line) => void lines.push(line) },
});

const counting = (write: (counted: Counted[]) => Promise<void>, everyMs = 60_000) =>
  createBatchedCounter<Counted>({
    keyOf: ({ name }) => name,
    merge: (known, { times }) => {
      known.times += times;
    },
    write,
    logger,
    what: 'apples',
    everyMs,
  });

it('adds up counts with the same key and writes them once', async () => {
  const written: Counted[][] = [];
  const tally = counting((batch) => Promise.resolve(void written.push(batch)));
  const first = { name: 'a', times: 1 };
  for (const counted of [first, { name: 'b', times: 2 }, { name: 'a', times: 3 }]) tally.add(counted);
  await tally.close();
  await tally.close();
  expect(written).toEqual([
    [
      { name: 'a', times: 4 },
      { name: 'b', times: 2 },
    ],
  ]);
  expect(first.times).toBe(1);
});

it('writes automatically after a while', async () => {
  const written = Promise.withResolvers<Counted[]>();
  const tally = counting((batch) => Promise.resolve(written.resolve(batch)), 1);
  tally.add({ name: 'a', times: 1 });
  expect(await written.promise).toEqual([{ name: 'a', times: 1 }]);
  await tally.close();
});

it('writes failed counts with the next batch, logs the failure, and never writes two batches concurrently', async () => {
  const tries: Counted[][] = [];
  const answers = [Promise.reject(new Error('no database')), Promise.resolve()];
  const tally = counting((batch) => {
    tries.push(structuredClone(batch));
    return answers[tries.length - 1] ?? Promise.resolve();
  });
  tally.add({ name: 'a', times: 1 });
  const closing = tally.close();
  tally.add({ name: 'a', times: 1 });
  tally.add({ name: 'b', times: 1 });
  await Promise.all([closing, tally.close()]);
  expect(tries).toEqual([
    [
      { name: 'a', times: 2 },
      { name: 'b', times: 1 },
    ],
    [
      { name: 'a', times: 2 },
      { name: 'b', times: 1 },
    ],
  ]);
  expect(lines.filter((line) => line.includes('"counts":"apples"'))).toHaveLength(1);
});

it('keeps the newest counts up to a limit while writing fails', async () => {
  const tried: Counted[][] = [];
  const tally = counting((batch) => {
    tried.push(batch);
    return Promise.reject(new Error('no database'));
  });
  for (let number = 0; number < 300; number += 1) tally.add({ name: `early ${number}`, times: 1 });
  await tally.close();
  for (let number = 0; number < 300; number += 1) tally.add({ name: `late ${number}`, times: 1 });
  await tally.close();
  expect(tried.map(({ length }) => length)).toEqual([300, 500]);
  expect(tried[1]?.filter(({ name }) => name.startsWith('late'))).toHaveLength(300);
});
