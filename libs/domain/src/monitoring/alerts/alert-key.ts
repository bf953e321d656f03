import type { AlertFacts } from './alert.ts';

/**
 * Identifies an event among those of the same member's car, so that each is notified once: a test by its number, a
 * value by its month. Any other event may recur, so its key also has the time at which it was learned.
 */
export const alertUniqueKey = (facts: AlertFacts, at: Date): string => {
  const when = at.toISOString();
  switch (facts.kind) {
    case 'mot-result':
      return `mot-result:${facts.testNumber.slice(0, 60)}`;
    case 'value':
      return `value:${facts.month}`;
    case 'date-moved':
      return `date-moved:${facts.of}:${when}`;
    case 'recall':
      return `recall:${facts.campaigns.length === 0 ? 'flag' : facts.campaigns[0]?.slice(0, 40)}:${when}`;
    case 'tax-status':
    case 'finance':
    case 'keeper-change':
    case 'plate-change':
    case 'petrol':
    case 'scrapped-or-exported':
      return `${facts.kind}:${when}`;
  }
};
