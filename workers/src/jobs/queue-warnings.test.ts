import { expect, it } from '@jest/globals';
import { createLogger } from '@ve/server-kit/log/logger';
import { createQueueConnectionLossLogger } from '../jobs/queue-warnings.ts';

it('queue errors are logged once a minute per kind, with the number of suppressed lines', () => {
  const lines: Record<string, unknown>[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
  let at = Date.parse('2026-03-01T10:00:00.000Z');
  const warn = createQueueConnectionLossLogger(
    createLogger({ name: 'workers', level: 'info', format: 'json', destination }),
    () => new Date(at),
  );
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  for (let n = 0; n < 40; n += 1) warn(refused);
  warn(new Error('Connection terminated unexpectedly'));
  at += 60_000;
  warn(refused);
  expect(lines).toMatchObject([
    { level: 40, event: 'queue_operation_failed', err: { code: 'ECONNREFUSED' }, suppressed: 0 },
    { err: { message: 'Connection terminated unexpectedly' }, suppressed: 0 },
    { err: { code: 'ECONNREFUSED' }, suppressed: 39 },
  ]);
});
