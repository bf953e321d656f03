import { errorLogTypes } from '@ve/contracts/http/jobs/error-logs';
import { errorFingerprint } from '@ve/domain/jobs/error-log/fingerprint';
import { sampleBrowsers } from './sample-values.ts';
import type { SeedRow } from './copy-rows-into-table.ts';
import type { SeedParameters } from './customer.ts';
import { createSeededRandom, seededUuid } from './seeded-random.ts';

/** The retention of error logs, in days, which they fill. */
const days = 30;
const aDay = 86_400_000;

const verbs = 'load draw open read save parse show fill merge select measure watch'.split(' ');
const things =
  'Report Chart Card Plate Session Reminder Payment Address Vehicle Mileage Recall Timeline Dialog Banner Table Menu'.split(
    ' ',
  );
const places = 'List Panel Form Row View Slot Page Query Badge Header'.split(' ');
const states = 'undefined|null|not a function|not iterable|out of range|already closed|missing|stale'.split('|');
const remotes = ['mfe-search', 'mfe-report', 'mfe-account', 'mfe-admin', 'mfe-content'];
const paths = ['/', '/report', '/my-account', '/dashboard', '/signup', '/faq', '/blog/1'];

/** A repeated error: one per day and kind, which the fingerprint distinguishes. */
const kindOf = (scale: SeedParameters, kind: number) => {
  const drawn = createSeededRandom(scale.seed, 7, kind);
  const name = `${drawn.one(verbs)}${drawn.one(things)}${drawn.one(places)}`;
  const type = drawn.one(errorLogTypes);
  const remote = drawn.one(remotes);
  const message = `${name}${kind.toString(36).replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))} is ${drawn.one(states)}`;
  const stack = `TypeError: ${message}\n    at ${name} (https://vehicle-enquiry.example.com/remotes/${remote}/3f2a/main.js:1:2000)`;
  return {
    type,
    remote,
    name,
    message,
    stack,
    fingerprint: errorFingerprint({ error_type: type, error_message: message, error_stack: stack }),
  };
};

/** Error logs, as many as customers, the oldest first. */
export function* seededErrorRows(scale: SeedParameters): Generator<SeedRow> {
  const kinds = Math.ceil(scale.count / days);
  for (let index = 0; index < scale.count; index += 1) {
    const drawn = createSeededRandom(scale.seed, 8, index);
    const { type, remote, name, message, stack, fingerprint } = kindOf(scale, index % kinds);
    const at = new Date(scale.now.getTime() - Math.floor(days * aDay * (1 - (index + 0.5) / scale.count)));
    yield {
      id: seededUuid(scale.seed, index, 400),
      timestamp: at,
      error_message: message,
      error_stack: stack,
      user_agent: drawn.one(sampleBrowsers),
      url: drawn.one(paths),
      session_id: seededUuid(scale.seed, index, 400),
      error_type: type,
      component_name: name,
      additional_data: { remote: `${remote}@3f2a`, isPaymentRelated: type.startsWith('Payment') },
      fingerprint,
      occurrences: 1 + drawn.below(20),
      last_seen: new Date(Math.min(at.getTime() + drawn.below(aDay), scale.now.getTime())),
    };
  }
}
