import { beforeEach, expect, it } from '@jest/globals';
import { createLogger } from '../log/logger.ts';
import type { FinishedVendorCall } from './finished-vendor-call.ts';
import { createFailedVendorCallLogger } from './vendor-warnings.ts';

let lines: Record<string, unknown>[];
let at: number;
let report: (report: FinishedVendorCall) => void;
beforeEach(() => {
  lines = [];
  at = Date.parse('2026-03-01T10:00:00.000Z');
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
  const logger = createLogger({ name: 'workers', level: 'info', format: 'json', destination });
  report = createFailedVendorCallLogger(logger, () => new Date(at));
});

const failed = (provider: string, failure: FinishedVendorCall['failure']): FinishedVendorCall => ({
  provider,
  outcome: failure ?? 'found',
  failure,
  ms: 12.4,
  notes: [],
});

it('logs a failing vendor once a minute per kind of failure, with the number of suppressed lines', () => {
  for (let n = 0; n < 40; n += 1) report(failed('DVLA', 'timeout'));
  report(failed('DVLA', 'refused'));
  report(failed('DVSA', 'timeout'));
  at += 60_000;
  report(failed('DVLA', 'timeout'));
  expect(lines).toMatchObject([
    { level: 40, event: 'provider_call_failed', provider: 'DVLA', failure: 'timeout', ms: 12, suppressed: 0 },
    { provider: 'DVLA', failure: 'refused', suppressed: 0 },
    { provider: 'DVSA', failure: 'timeout', suppressed: 0 },
    { provider: 'DVLA', failure: 'timeout', suppressed: 39 },
  ]);
});

it('logs neither successful nor aborted calls', () => {
  report(failed('DVLA', null));
  expect(lines).toEqual([]);
});

it('continues after the clock was set back', () => {
  report(failed('DVLA', 'timeout'));
  at -= 3_600_000;
  report(failed('DVLA', 'timeout'));
  expect(lines).toHaveLength(2);
});
