import { expect, it } from '@jest/globals';
import { outcomeOfSignUp, trialsPerCard, whyNoTrial } from './sign-up-outcome.ts';

it.each([
  ['none', 0, 'open-account'],
  ['none', trialsPerCard - 1, 'open-account'],
  ['none', trialsPerCard, 'return-payment'],
  ['never-subscribed', 0, 'add-to-account'],
  ['never-subscribed', trialsPerCard, 'return-payment'],
  ['had-subscription', 0, 'return-payment'],
  ['had-subscription', trialsPerCard, 'return-payment'],
] as const)('an address with account %s and a card with %i trials: %s', (account, trialsOfCard, outcome) => {
  expect(outcomeOfSignUp({ account, trialsOfCard })).toBe(outcome);
});

it.each([
  ['none', trialsPerCard - 1, null],
  ['never-subscribed', 0, null],
  ['had-subscription', trialsPerCard - 1, 'had-trial'],
  ['none', trialsPerCard, 'trial-limit'],
  ['never-subscribed', trialsPerCard, 'trial-limit'],
  // Whoever pays reads the limit: it must not tell them which addresses have an account.
  ['had-subscription', trialsPerCard, 'trial-limit'],
] as const)(
  'an address with account %s and a card with %i trials is returned because: %s',
  (account, trialsOfCard, why) => {
    expect(whyNoTrial({ account, trialsOfCard })).toBe(why);
  },
);
