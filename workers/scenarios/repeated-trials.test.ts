import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { membershipOffer } from '@ve/domain/membership/offer';
import { maxTrialsPerCard } from '@ve/domain/membership/sign-up-outcome';
import { createTimeTravelMember } from '@ve/workers/testing/time-travel-member';
import { openTimeTravelStack, type TimeTravelStack } from '@ve/workers/testing/time-travel-stack';

/*
 * Someone repeatedly signs up, pays the first month early, runs the full check, cancels, deletes the account and starts
 * over, through the BFF, the workers and the sandbox's Stripe. Amounts are Stripe's.
 */

let stack: TimeTravelStack;
beforeAll(async () => {
  stack = await openTimeTravelStack();
}, 300_000);
afterAll(() => stack.close(), 120_000);

const rounds = [1, 2, 3, 4, 5];

/** Charges minus refunds at Stripe, in pence. */
const taken = async (): Promise<number> => {
  const answer = await fetch(`${stack.url}/v1/charges?limit=100`, {
    headers: { authorization: 'Bearer sk_test_sandbox' },
  });
  const { data, has_more: more } = (await answer.json()) as {
    data: { paid: boolean; amount: number; amount_refunded: number }[];
    has_more: boolean;
  };
  if (more) throw new Error('more charges than one page has');
  return data
    .filter(({ paid }) => paid)
    .reduce((sum, { amount, amount_refunded: refunded }) => sum + amount - refunded, 0);
};

/** Plays one round; returns its net cost in pence and whether it included a full check. */
const attack = async (name: string, card: string): Promise<{ pence: number; checked: boolean }> => {
  const before = await taken();
  const attacker = createTimeTravelMember(stack, { name, registration: 'AB12CDE', phone: null, card });
  const began = (await attacker.signUp()) === 'signed-in';
  if (began) {
    await attacker.upgrade();
    await attacker.unlock();
    await attacker.cancel();
    await attacker.deleteAccount();
  }
  await stack.settle();
  return { pence: (await taken()) - before, checked: began };
};

it.each([
  ['the same card and address', () => 'eve', () => 'visa'],
  ['the same card and other addresses', (round: number) => `mallory${round}`, () => 'mastercard'],
  [
    'other cards and the same address',
    () => 'oscar',
    (round: number) => ['at', 'be', 'ch', 'dk', 'es'][round - 1] ?? '',
  ],
])(
  'with %s, no full check costs less than its price, and trials are limited',
  async (_, nameOf, cardOf) => {
    const results = [];
    for (const round of rounds) results.push(await attack(nameOf(round), cardOf(round)));
    for (const { pence, checked } of results) {
      expect(pence).toBeGreaterThanOrEqual(checked ? membershipOffer.membership.fullCheckPence : 0);
    }
    expect(results.filter(({ checked }) => checked)).toHaveLength(maxTrialsPerCard);
  },
  600_000,
);
