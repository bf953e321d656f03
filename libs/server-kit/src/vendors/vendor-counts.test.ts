import { expect, it } from '@jest/globals';
import { createLogger } from '../log/logger.ts';
import { type VendorCallCount, createVendorCallCounter } from './vendor-counts.ts';

const logger = createLogger({ name: 'test', level: 'silent', format: 'json' });
const start = Date.parse('2026-03-01T10:00:00.000Z');
const nothing = { calls: 0, errors: 0, limited: 0, refusedByBreaker: 0 };

const counting = (write: (counted: VendorCallCount[]) => Promise<void>) => {
  const at = { ms: start };
  const counts = createVendorCallCounter({ write, logger, now: () => new Date(at.ms), everyMs: 60_000 });
  const count = (provider: string, failure: string | null, outcome = failure ?? 'found') => {
    counts.count({ provider, outcome, failure });
  };
  return { at, count, close: counts.close };
};

it('writes one row for each vendor and minute, by outcome of the calls', async () => {
  const written: VendorCallCount[][] = [];
  const { at, count, close } = counting((batch) => Promise.resolve(void written.push(batch)));
  for (let n = 0; n < 40; n += 1) count('DVLA', null);
  for (const failure of ['timeout', 'refused', 'source-error', 'unreadable-answer']) count('DVLA', failure);
  for (const failure of ['rate-limited', 'budget-spent', 'circuit-open']) count('DVLA', failure);
  count('DVSA', null, 'cancelled');
  at.ms += 60_000;
  count('DVLA', null);
  await close();
  expect(written).toEqual([
    [
      { vendor: 'DVLA', minute: new Date(start), calls: 44, errors: 4, limited: 2, refusedByBreaker: 1 },
      { ...nothing, vendor: 'DVLA', minute: new Date(start + 60_000), calls: 1 },
    ],
  ]);
});
