import type { ProductionConfigRule } from './production-rules.ts';

/*
 * Promises of pages and mails that a configuration could break: production does not start then. The promises whose
 * words follow the configuration instead are in docs/operations/promises.md, with these.
 */

/** Refuses 0, which turns off what the pages promise. */
const neverZero = (name: string, promise: string): ProductionConfigRule => ({
  name,
  refuses: (value) => Number(value) === 0,
  words: `must not be 0, as the pages promise ${promise},`,
});

/** For the variables of `watchConfigFields`. */
export const watchConfigPagePromiseRules: readonly ProductionConfigRule[] = [
  {
    name: 'WATCH_FINANCE_DAYS',
    refuses: (days) => Number(days) === 0,
    words: 'must not be 0, as the landing page says every three months,',
  },
  {
    name: 'WATCH_VALUE_DAYS',
    refuses: (days) => Number(days) === 0 || Number(days) > 31,
    words: 'must be from 1 to 31, as the landing page says month by month,',
  },
  neverZero('WATCH_SPECIFICATION_DAYS', 'alerts of keeper and plate changes'),
];

/** For the daily limits of the workers. A limit of 0 does not cap a busy day: it ends the service. */
export const budgetConfigPagePromiseRules: readonly ProductionConfigRule[] = [
  neverZero('DVLA_CALLS_A_DAY', 'tax and MOT status'),
  neverZero('DVSA_CALLS_A_DAY', 'the MOT history'),
  neverZero('UKVD_CALLS_A_DAY', 'specifications'),
  neverZero('UKVD_PENCE_A_DAY', 'specifications'),
  neverZero('VDI_PENCE_A_DAY', 'full checks'),
  neverZero('VALUATION_PENCE_A_DAY', 'a valuation'),
  neverZero('WATCH_SPECIFICATION_PENCE_A_DAY', 'alerts of keeper and plate changes'),
  neverZero('WATCH_VALUE_PENCE_A_DAY', 'the value month by month'),
  neverZero('WATCH_FINANCE_PENCE_A_DAY', 'finance alerts'),
  neverZero('TEXTS_PENCE_A_DAY', 'reminders by text'),
];

/** Refuses a production without petrol prices. */
export const petrolConfigPagePromiseRules: readonly ProductionConfigRule[] = [
  'FUEL_FINDER_CLIENT_ID',
  'FUEL_FINDER_CLIENT_SECRET',
].map((name) => ({
  name,
  needed: true,
  refuses: () => false,
  words: 'must be set, as the pages promise petrol prices,',
}));
