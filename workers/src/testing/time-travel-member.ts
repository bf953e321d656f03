import { type Subscription, subscriptionSchema } from '@ve/contracts/http/membership/subscription';
import { type Watch, watchSchema } from '@ve/contracts/http/monitoring/watch';
import { currentConsents } from '@ve/domain/membership/consents';
import { randomUUID } from 'node:crypto';
import type { TimeTravelStack } from './time-travel-stack.ts';

/** The member signs in again this long after the last sign-in, before the session expires. */
const signedInMs = 25 * 86_400_000;

/**
 * A member with a browser and a telephone who does everything through the product's interfaces. `card`: of Stripe's
 * list, another for each member, since a card may begin few trials.
 */
export const createTimeTravelMember = (
  stack: TimeTravelStack,
  { name, registration, phone, card }: { name: string; registration: string; phone: string | null; card: string },
) => {
  const email = `${name}@example.com`;
  const call = stack.openBrowser();
  let signedInAt = 0;
  let car = registration;

  /** Returns the token of the link in the latest mail. */
  const mailedToken = async (): Promise<string> => {
    const links = await stack.linksTo(email);
    return links.map((link) => /[#?&]token=([\w-]+)/.exec(link)?.[1]).find((found) => found !== undefined) ?? '';
  };

  const signIn = async (): Promise<void> => {
    if (stack.now().getTime() - signedInAt < signedInMs) return;
    await call('POST', '/api/auth/sign-in', { email, registration: car });
    await stack.settle();
    const { outcome } = await call('POST', '/api/auth/link/redeem', { token: await mailedToken() });
    if (outcome !== 'signed-in') throw new Error(`${name} was not signed in: ${String(outcome)}`);
    signedInAt = stack.now().getTime();
  };

  /** Calls the API as the signed-in member and requires the outcome. */
  const must = async (expected: string, method: string, path: string, body?: object): Promise<void> => {
    await signIn();
    const answer = await call(method, path, body);
    if (answer['outcome'] !== expected) throw new Error(`${name}, ${path}: ${JSON.stringify(answer)}`);
  };

  const confirmNumber = async (): Promise<void> => {
    await must('saved', 'PUT', '/api/me/phone', { phone });
    await must('sent', 'POST', '/api/me/phone/code');
    await stack.settle();
    const texts = (await stack.arrived()).filter(({ to }) => to === phone);
    const code = /^\d{6}/.exec(texts.at(-1)?.words ?? '')?.[0];
    await must('confirmed', 'POST', '/api/me/phone/confirm', { code });
    await must('set', 'PATCH', '/api/watch', { sms: true });
  };

  /** Pays the month; retries while Stripe has not decided. */
  const upgrade = async (body?: object): Promise<void> => {
    await signIn();
    for (let outcome: unknown = 'pending'; outcome === 'pending'; await stack.settle()) {
      ({ outcome } = await call('POST', '/api/upgrade-subscription', body));
      if (outcome !== 'upgraded' && outcome !== 'already-active' && outcome !== 'pending') {
        throw new Error(`${name}, upgrade: ${String(outcome)}`);
      }
    }
  };

  /** Pays 50p; returns whether that started a trial, or the outcome follows by mail. */
  const signUp = async (): Promise<'signed-in' | 'check-email'> => {
    const customer = { fullName: name, email, regNumber: registration };
    const address = { line_1: '1 High Street', line_2: '', line_3: '', post_town: 'Leeds', postcode: 'LS1 1AA' };
    // Like the payment page: its first call sets the cookie.
    await call('GET', '/api/trial-end');
    const checkout = await call('POST', '/api/create-checkout', {
      customerData: { ...customer, address },
      consents: { terms: currentConsents.terms.version, startNow: currentConsents['start-now'].version },
      idempotencyKey: randomUUID(),
    });
    const secret = String(checkout['clientSecret']);
    const [paymentIntentId = ''] = secret.split('_secret_');
    const made = await fetch(`${stack.url}/v1/test_helpers/confirmation_tokens`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_sandbox' },
      body: new URLSearchParams({ payment_method: `pm_card_${card}` }),
    });
    if (!made.ok) throw new Error(`${name} has no card: ${await made.text()}`);
    const { id: confirmationToken } = (await made.json()) as { id: string };
    const customerData = { ...customer, stripeCustomerId: checkout['stripeCustomerId'], subscriptionId: null };
    for (;;) {
      const confirmation = { paymentIntentId, confirmationToken, customerData };
      const { outcome } = await call('POST', '/api/confirm-payment', confirmation);
      if (outcome === 'check-email') return outcome;
      if (outcome === 'signed-in') {
        signedInAt = stack.now().getTime();
        return outcome;
      }
      if (outcome !== 'pending') throw new Error(`${name}: ${String(outcome)}`);
    }
  };

  return {
    name,
    email,
    phone,
    confirmNumber,
    /** Reads `GET /api/watch`, like the dashboard. */
    readWatch: async (): Promise<Watch> => {
      await signIn();
      return watchSchema.parse(await call('GET', '/api/watch'));
    },
    set: (changes: object) => must('set', 'PATCH', '/api/watch', changes),
    giveDate: (kind: 'insurance' | 'servicing', on: string) =>
      must('set', 'PUT', `/api/watch/due-dates/${kind}`, { on }),
    cancel: () => must('cancelled', 'POST', '/api/subscription/cancel'),
    rejoin: () => upgrade({ consent: currentConsents.rejoin.version }),
    changeCar: async (other: string): Promise<void> => {
      await must('changed', 'POST', '/api/watch/car', { registration: other });
      car = other;
    },
    answerText: (body: string) => stack.control('POST', 'twilio/replies', { from: phone, body }),

    /** Unsubscribes by the button of a mail program (RFC 8058), from the latest reminder. */
    unsubscribe: async (): Promise<void> => {
      const mails = (await stack.arrived()).filter(({ to, unsubscribeUrl }) => to === email && unsubscribeUrl !== null);
      const answer = await fetch(mails.at(-1)?.unsubscribeUrl ?? '', {
        method: 'POST',
        body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
      });
      if (!answer.ok) throw new Error(`${name} could not unsubscribe: ${answer.status}`);
    },

    /** Reads `GET /api/subscription`, like every page. */
    readSubscription: async (): Promise<Subscription> => {
      await signIn();
      return subscriptionSchema.parse(await call('GET', '/api/subscription'));
    },
    /** Requests a full check of the member's car and returns the response. */
    startCheck: async (): Promise<Record<string, unknown>> => {
      await signIn();
      return call('POST', `/api/reports/${car}/full-check`);
    },
    signUp,
    /** Pays 50p, and the first month at once unless the trial is to run. */
    join: async ({ tries = false }: { tries?: boolean } = {}): Promise<void> => {
      if ((await signUp()) !== 'signed-in') throw new Error(`${name} was not signed in`);
      if (!tries) await upgrade();
    },
    upgrade,

    /** Runs the full check and waits for its result. */
    unlock: async (): Promise<void> => {
      await signIn();
      await call('POST', `/api/reports/${car}/full-check`);
      await stack.settle();
      const { outcome } = await call('POST', `/api/reports/${car}/full-check`);
      if (outcome !== 'done') throw new Error(`${name}, full check: ${String(outcome)}`);
    },

    /** Deletes the account by the link in the mail; returns when it is deleted. */
    deleteAccount: async (): Promise<void> => {
      // So that the mail with the link is the last one.
      await stack.settle();
      await must('sent', 'POST', '/api/me/deletion');
      await stack.settle();
      const token = await mailedToken();
      const { outcome } = await call('POST', '/api/account-deletion/confirm', { token });
      if (outcome !== 'confirmed') throw new Error(`${name}, deletion: ${String(outcome)}`);
      await stack.settle();
    },
  };
};

export type TimeTravelMember = ReturnType<typeof createTimeTravelMember>;
