import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Subscription } from '@ve/contracts/http/membership/subscription';
import { createTimeTravelMember, type TimeTravelMember } from '@ve/workers/testing/time-travel-member';
import { openTimeTravelStack, type TimeTravelStack } from '@ve/workers/testing/time-travel-stack';
import { waitUntil } from '@ve/workers/testing/wait-until';

/*
 * One membership on the sandbox's clock, read over HTTP: the hours before its charges, failed charges, and the end. It
 * begins at the end of a month and renews on the night of a clock change.
 */

let stack: TimeTravelStack;
let ann: TimeTravelMember;
beforeAll(async () => {
  stack = await openTimeTravelStack();
  await stack.travelTo('2027-02-27T00:40:00Z');
  await stack.untilSiteFollows();
  ann = createTimeTravelMember(stack, { name: 'ann', registration: 'AB12CDE', phone: null, card: 'visa' });
  await ann.join({ tries: true });
  await stack.settle();
}, 300_000);
afterAll(() => stack.close(), 120_000);

const trialEnd = '2027-02-28T00:40:00.000Z';
const firstEnd = '2027-03-28T00:40:00.000Z';
const secondEnd = '2027-04-28T00:40:00.000Z';
const thirdEnd = '2027-05-28T00:40:00.000Z';

/** Rounds Stripe's instants down to the minute: the sandbox counts from the second of the payment. */
const toTheMinute = (at: string | null): string | null => at && `${at.slice(0, 16)}:00.000Z`;

/** Moves the clock to an instant, waits until Stripe's events led to the state, and reads the membership. */
const at = async (instant: string, state: Subscription['state']): Promise<Partial<Subscription>> => {
  await travelTo(instant);
  await waitUntil(`the membership is ${state}`, async () => (await read()).state === state, 30_000);
  return read();
};
const travelTo = async (instant: string): Promise<void> => {
  await stack.travelTo(instant);
  await stack.untilSiteFollows();
  await stack.settle();
};
const read = async (): Promise<Partial<Subscription>> => {
  const { state, subscribed, credits, paidUntil, nextCharge, nextCheck } = await ann.readSubscription();
  return {
    state,
    subscribed,
    credits,
    paidUntil: toTheMinute(paidUntil),
    nextCharge: nextCharge && { ...nextCharge, at: toTheMinute(nextCharge.at)! },
    nextCheck,
  };
};

const stripe = async (method: string, path: string, form?: Record<string, string>) => {
  const answer = await fetch(`${stack.url}/v1/${path}`, {
    method,
    headers: { authorization: 'Bearer sk_test_sandbox' },
    ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as { id: string; data: { id: string }[] };
};
const useCard = async (card: string): Promise<void> => {
  const [row] = await stack.rows<{ subscription: string; customer: string }>(
    `select stripe_subscription_id as subscription, stripe_customer_id as customer from customers`,
  );
  const { id } = await stripe('POST', `payment_methods/${card}/attach`, { customer: row!.customer });
  await stripe('POST', `subscriptions/${row!.subscription}`, { default_payment_method: id });
};
const payOpenInvoice = async (): Promise<void> => {
  const [row] = await stack.rows<{ id: string }>(
    `select payment_problem ->> 'invoiceId' as id from subscriptions where payment_problem is not null`,
  );
  await stripe('POST', `invoices/${row!.id}/pay`);
};
const subjects = async (): Promise<string[]> =>
  (await stack.arrived()).filter(({ channel }) => channel === 'email').map(({ words }) => words);

const notPaid = { subscribed: false, credits: 0 };
const paid = { state: 'active', subscribed: true, credits: 1, nextCheck: 'now' };
const charge = (when: string, timing: string) => ({ pence: 890, at: when, timing });

describe('a membership over its first months', () => {
  it('shows £8.90 at the end of the trial', async () => {
    const inTrial = { state: 'trial', paidUntil: trialEnd, nextCharge: charge(trialEnd, 'planned') };
    expect(await read()).toEqual({ ...notPaid, ...inTrial, nextCheck: 'with-charge' });
  });

  it('is not paid and has no check in the hour before its first full charge', async () => {
    const inHour = { state: 'charge-due', paidUntil: trialEnd, nextCharge: charge(trialEnd, 'due') };
    expect(await at('2027-02-28T01:10:00Z', 'charge-due')).toEqual({ ...notPaid, ...inHour, nextCheck: 'with-charge' });
    expect(await ann.startCheck()).toMatchObject({ outcome: 'refused', reason: 'not-subscribed' });
  });

  it('is paid until the month ends once it was charged', async () => {
    const inMonth = { paidUntil: firstEnd, nextCharge: charge(firstEnd, 'planned') };
    expect(await at('2027-02-28T02:10:00Z', 'active')).toEqual({ ...paid, ...inMonth });
  });

  it('cannot use the previous month’s check in the hour before its renewal', async () => {
    const inHour = { state: 'charge-due', paidUntil: firstEnd, nextCharge: charge(firstEnd, 'due') };
    expect(await at('2027-03-28T01:10:00Z', 'charge-due')).toEqual({ ...notPaid, ...inHour, nextCheck: 'with-charge' });
    expect(await ann.startCheck()).toMatchObject({ outcome: 'refused', reason: 'not-subscribed' });
    const renewed = { paidUntil: secondEnd, nextCharge: charge(secondEnd, 'planned') };
    expect(await at('2027-03-28T02:10:00Z', 'active')).toEqual({ ...paid, ...renewed });
  });

  it('can be paid early in that hour, and is charged once', async () => {
    expect(await at('2027-04-28T01:00:00Z', 'charge-due')).toMatchObject({ state: 'charge-due' });
    await ann.upgrade();
    const renewed = { paidUntil: thirdEnd, nextCharge: charge(thirdEnd, 'planned') };
    expect(await read()).toEqual({ ...paid, ...renewed });
    expect(await at('2027-04-28T03:00:00Z', 'active')).toEqual({ ...paid, ...renewed });
    expect((await subjects()).filter((subject) => subject === 'Receipt: £8.90 paid')).toHaveLength(3);
  });

  it('keeps its e-mails, lists what is paused, and can be paid in the account after a failed charge', async () => {
    await useCard('pm_card_chargeCustomerFail');
    expect(await at('2027-05-28T02:10:00Z', 'past-due')).toMatchObject({
      ...notPaid,
      state: 'past-due',
      paidUntil: thirdEnd,
      nextCharge: { pence: 890, timing: 'planned' },
      nextCheck: 'when-paid',
    });
    expect(await subjects()).toContain('Your payment of £8.90 did not go through');
    expect((await ann.readWatch()).state).toBe('watching');
    expect(await ann.startCheck()).toMatchObject({ outcome: 'refused', reason: 'not-subscribed' });
    await useCard('pm_card_visa');
    await ann.upgrade();
    expect(await read()).toMatchObject({ ...paid, paidUntil: '2027-06-28T00:40:00.000Z' });
  });

  it('is updated by the hourly sweep when it was paid at Stripe without an event', async () => {
    await useCard('pm_card_chargeCustomerFail');
    expect(await at('2027-06-28T02:10:00Z', 'past-due')).toMatchObject({ state: 'past-due' });
    await stack.control('PUT', 'stripe/webhooks', { lossPercent: 100 });
    await useCard('pm_card_visa');
    await payOpenInvoice();
    await stack.control('PUT', 'stripe/webhooks', { lossPercent: 0 });
    expect(await at('2027-06-29T02:20:00Z', 'past-due')).toMatchObject({ state: 'past-due' });
    await stack.catchUp();
    expect(await read()).toMatchObject({ ...paid, paidUntil: '2027-07-28T00:40:00.000Z' });
  });

  it('ends, with a mail, when Stripe cancels it for non-payment', async () => {
    await useCard('pm_card_chargeCustomerFail');
    for (let day = 28; day < 28 + 30 && (await read()).state !== 'cancelled'; day += 1) {
      await travelTo(new Date(Date.UTC(2027, 6, day, 3)).toISOString());
    }
    const ended = { state: 'cancelled', paidUntil: '2027-07-28T00:40:00.000Z', nextCharge: null, nextCheck: null };
    expect(await read()).toEqual({ ...notPaid, ...ended });
    expect(await subjects()).toContain('Your membership has ended');
    expect((await ann.readWatch()).state).toBe('lapsed');
  });
});
