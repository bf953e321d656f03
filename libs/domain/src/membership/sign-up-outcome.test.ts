import { expect, it } from '@jest/globals';
import { outcomeOfSignUp, trialsPerCard } from './sign-up-outcome.ts';

it.each([
  ['none', 0, 'open-account'],
  ['none', trialsPerCard - 1, 'open-account'],
  ['none', trialsPerCard, 'return-payment'],
  ['never-subscribed', 0, 'add-to-account'],
  ['never-subscribed', trialsPerCard, 'return-payment'],
  ['had-subscription', 0, 'return-payment'],
  ['had-subscription', trialsPerCard, 'return-payment'],
] as const)('an address with account %s and a card with %i trials: %s', (account, trials, outcome) => {
  expect(outcomeOfSignUp({ account, trials })).toBe(outcome);
});
