import { expect, it } from '@jest/globals';
import { outcomeOfSignUp, trialsPerCard, trialRefusalReason } from './sign-up-outcome.ts';

it.each([
  ['none', 0, 'open-account'],
  ['none', trialsPerCard - 1, 'open-account'],
  ['none', trialsPerCard, 'return-payment'],
  ['never-subscribed', 0, 'add-to-account'],
  ['never-subscribed', trialsPerCard, 'return-payment'],
  ['had-subscription', 0, 'return-payment'],
  ['had-subscription', trialsPerCard, 'return-payment'],
] as const)('an address with account %s and a card with %i trials: %s', (account, trials, outcome) => {
  expect(outcomeOfSignUp({ account, trials: { ofCard: trials, ofPerson: trials } })).toBe(outcome);
});

it.each([
  ['none', trialsPerCard - 1, null],
  ['never-subscribed', 0, null],
  ['had-subscription', trialsPerCard - 1, 'had-trial'],
  ['none', trialsPerCard, 'trial-limit'],
  ['never-subscribed', trialsPerCard, 'trial-limit'],
  // The payer sees the limit: it must not disclose which addresses have an account.
  ['had-subscription', trialsPerCard, 'trial-limit'],
] as const)(
  'a payment for an address with account %s and a card with %i trials is refunded because: %s',
  (account, trialsOfCard, why) => {
    expect(trialRefusalReason({ account, trials: { ofCard: trialsOfCard, ofPerson: trialsOfCard } })).toBe(why);
  },
);

it('an address whose deleted accounts had as many trials as a card may have is refunded, with the reason in the mail only', () => {
  const trials = { ofCard: 0, ofPerson: trialsPerCard };
  expect(trialRefusalReason({ account: 'none', trials })).toBe('had-trial');
  expect(outcomeOfSignUp({ account: 'none', trials })).toBe('return-payment');
});
