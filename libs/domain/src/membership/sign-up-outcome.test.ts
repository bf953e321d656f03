import { expect, it } from '@jest/globals';
import { outcomeOfSignUp, maxTrialsPerCard, trialRefusalReason } from './sign-up-outcome.ts';

it.each([
  ['none', 0, 'open-account'],
  ['none', maxTrialsPerCard - 1, 'open-account'],
  ['none', maxTrialsPerCard, 'return-payment'],
  ['never-subscribed', 0, 'add-to-account'],
  ['never-subscribed', maxTrialsPerCard, 'return-payment'],
  ['had-subscription', 0, 'return-payment'],
  ['had-subscription', maxTrialsPerCard, 'return-payment'],
] as const)('an address with account %s and a card with %i trials: %s', (account, trials, outcome) => {
  expect(outcomeOfSignUp({ account, trials: { ofCard: trials, ofPerson: trials } })).toBe(outcome);
});

it.each([
  ['none', maxTrialsPerCard - 1, null],
  ['never-subscribed', 0, null],
  ['had-subscription', maxTrialsPerCard - 1, 'had-trial'],
  ['none', maxTrialsPerCard, 'trial-limit'],
  ['never-subscribed', maxTrialsPerCard, 'trial-limit'],
  // The payer sees the limit: it must not disclose which addresses have an account.
  ['had-subscription', maxTrialsPerCard, 'trial-limit'],
] as const)(
  'a payment for an address with account %s and a card with %i trials is refunded because: %s',
  (account, trialsOfCard, why) => {
    expect(trialRefusalReason({ account, trials: { ofCard: trialsOfCard, ofPerson: trialsOfCard } })).toBe(why);
  },
);

it('an address whose deleted accounts had as many trials as a card may have is refunded, with the reason in the mail only', () => {
  const trials = { ofCard: 0, ofPerson: maxTrialsPerCard };
  expect(trialRefusalReason({ account: 'none', trials })).toBe('had-trial');
  expect(outcomeOfSignUp({ account: 'none', trials })).toBe('return-payment');
});
