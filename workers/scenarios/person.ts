import { currentConsents } from '@ve/domain/membership/consents';
import { waitUntil } from '@ve/workers/testing/wait-until';
import { setTimeout as delay } from 'node:timers/promises';
import { type ScenarioBrowser, openScenarioBrowser, UnexpectedAnswerError } from './browser.ts';
import { type SeededRandom } from './seeded-random.ts';
import type { ScenarioCounts } from './scenario-counts.ts';
import {
  answerBankAuthentication,
  type OpenSignUpPayment,
  type SignUpPaymentResult,
  paySignUp,
} from './pay-sign-up.ts';
import type { ScenarioStack } from './scenario-stack.ts';

/** How long a mail or a job is waited for, in real milliseconds: a killed worker delays it by a lease. */
const waitLimitMs = 240_000;
/** A deletion waits for cancellation, refund and mail, each of which may be killed several times. */
const deletionLimitMs = 600_000;

export interface SimulatedPersonOptions {
  stack: ScenarioStack;
  counts: ScenarioCounts;
  chance: SeededRandom;
  /** Unique part of the e-mail address. */
  name: string;
  /** Network address of the client. */
  address: string;
  card: string;
  registration: string;
}

/** A refund that the product promised. */
export interface PromisedRefund {
  /** Time of the request: the same for every repeated response. */
  requestedAt: string;
  pence: number;
  how: string;
}

export interface SignUpOptions {
  /** Number of declining cards tried first. */
  declines?: number;
  bank?: 'complete' | 'fail';
  /** True to leave after the payment without requesting the outcome. */
  closesTab?: boolean;
  withSecondTab?: boolean;
  with?: string;
}

export type SimulatedPerson = ReturnType<typeof createSimulatedPerson>;

/** A user with a browser, a mailbox and a card, who does everything over HTTP. */
export const createSimulatedPerson = ({
  stack,
  counts,
  chance,
  name,
  address,
  card,
  registration,
}: SimulatedPersonOptions) => {
  const email = `${name}@example.com`;
  const browser: ScenarioBrowser = openScenarioBrowser({
    origin: stack.origin,
    address,
    onLost: () => {
      counts.lostAnswers += 1;
    },
  });
  const { must, call } = browser;
  const diary: string[] = [];
  const note = (what: string): void => {
    counts.steps += 1;
    diary.push(`${stack.now().toISOString()} ${what}`);
  };
  const promised: PromisedRefund[] = [];
  /** The ids of the person's Stripe customers, one for each form. */
  const customers = new Set<string>();
  let signedIn = false;
  /** True after a deletion until the next form. */
  let deleted = false;

  const mailsTo = (subject?: RegExp) =>
    stack.mails.filter(
      (mail) => mail.to.includes(email) && (subject === undefined || subject.test(mail.parsed.subject ?? '')),
    );
  const linkIn = (text: string | undefined, path: string): string | null =>
    new RegExp(`${path}\\?token=([\\w-]+)`).exec((text ?? '').replaceAll('\n', ' '))?.[1] ?? null;
  /** The token of the newest mail after `since` with such a link, or null. */
  const tokenOf = (path: string, since = 0): string | null =>
    mailsTo()
      .slice(since)
      .map(({ parsed }) => linkIn(parsed.text, path))
      .findLast((token) => token !== null) ?? null;
  const nextToken = async (path: string, since: number): Promise<string> => {
    await waitUntil(`${name} has a mail with ${path}`, () => tokenOf(path, since) !== null, waitLimitMs, 100);
    return tokenOf(path, since) ?? '';
  };
  const doubled = async <T>(act: () => Promise<T>): Promise<T> => {
    if (!chance.happens(20)) return act();
    const [first] = await Promise.all([act(), act()]);
    return first;
  };

  const signIn = async (): Promise<boolean> => {
    if (signedIn) {
      const { user } = await must('GET', '/api/session');
      if (user !== null) return true;
      signedIn = false;
    }
    const since = mailsTo().length;
    const { outcome } = await must('POST', '/api/auth/sign-in', { email, registration });
    if (outcome !== 'sent') return false;
    const token = await nextToken('/signin/link', since);
    const redeemed = await must('POST', '/api/auth/link/redeem', { token });
    // The response of an earlier try was lost with its cookie.
    if (redeemed['outcome'] === 'used') return signIn();
    signedIn = redeemed['outcome'] === 'signed-in';
    note(`signs in: ${String(redeemed['outcome'])}`);
    return signedIn;
  };
  const signedInCall = async (
    method: 'GET' | 'POST',
    path: string,
    body?: object,
  ): Promise<Record<string, unknown> | null> => {
    if (!(await signIn())) return null;
    const answer = await call(method, path, body);
    if (answer.status === 401) {
      signedIn = false;
      return (await signIn()) ? must(method, path, body) : null;
    }
    if (answer.status >= 400) throw new UnexpectedAnswerError(`${name}, ${method} ${path}: ${JSON.stringify(answer)}`);
    return answer.body;
  };

  const customerData = () => ({ fullName: 'Dana Driver', email, regNumber: registration });
  /** Fills in a form; null when the rate limit of the address or the client is used up. */
  const openSignUpForm = async (): Promise<{ payment: OpenSignUpPayment; customer: string } | null> => {
    // The page does the same: the response sets the cookie that the form needs.
    await must('GET', '/api/trial-end');
    const form = {
      customerData: {
        ...customerData(),
        address: { line_1: '1 High Street', line_2: '', line_3: '', post_town: 'Leeds', postcode: 'LS1 1AA' },
      },
      consents: { terms: currentConsents.terms.version, startNow: currentConsents['start-now'].version },
    };
    for (let key = crypto.randomUUID(), attempt = 1; ; attempt += 1) {
      const { status, body } = await doubled(() =>
        call('POST', '/api/create-checkout', { ...form, idempotencyKey: key }),
      );
      if (status === 200 && body['outcome'] === 'ready') {
        const clientSecret = String(body['clientSecret']);
        const [id = ''] = clientSecret.split('_secret_');
        const customer = String(body['stripeCustomerId']);
        customers.add(customer);
        if (deleted) counts.returns += 1;
        deleted = false;
        return { payment: { id, clientSecret }, customer };
      }
      if (status === 200 && body['outcome'] === 'cookie-needed') continue;
      if (status === 200) {
        note(`fills in: ${String(body['outcome'])}`);
        return null;
      }
      // The first response was lost with its cookie: this browser is unknown to the form.
      if (status === 409 && attempt < 5) key = crypto.randomUUID();
      else throw new UnexpectedAnswerError(`${name} cannot fill in: ${status} ${JSON.stringify(body)}`);
    }
  };

  const declining = ['4000000000000002', '4000000000009995', '4000000000000069', '4000000000000127'];

  const join = async ({
    declines = 0,
    bank = 'complete',
    closesTab = false,
    withSecondTab = false,
    with: other,
  }: SignUpOptions = {}): Promise<string> => {
    const form = await openSignUpForm();
    if (form === null) return 'refused';
    counts.signUps += 1;
    const payWith = async (number: string): Promise<SignUpPaymentResult> => {
      const stripeCustomerId = form.customer;
      const paid = await paySignUp(stack, browser, form.payment, {
        card: number,
        bank,
        closesTab,
        withSecondTab,
        customerData: { ...customerData(), stripeCustomerId, subscriptionId: null },
      });
      note(`pays with ${number}: ${paid}`);
      return paid;
    };
    for (let tried = 0; tried < declines; tried += 1) {
      const paid = await payWith(chance.pick(declining));
      if (paid === 'closed') return paid;
      if (paid !== 'declined') throw new Error(`a card that declines is ${paid}`);
      counts.declines += 1;
    }
    const number = other ?? card;
    if (/^40002[67]/.test(number)) counts.authentications += 1;
    const paid = await payWith(number);
    if (paid === 'signed-in') signedIn = true;
    if (paid === 'declined') counts.declines += 1;
    return paid;
  };

  const membership = () => signedInCall('GET', '/api/subscription');

  /**
   * Pays the month, as an early upgrade or an open invoice; `rejoin` consents to a new membership if the old one ended.
   */
  const upgrade = async ({ bank = 'complete' as 'complete' | 'fail', rejoin = false } = {}): Promise<string> => {
    const deadline = Date.now() + waitLimitMs;
    for (;;) {
      const body = rejoin ? { consent: currentConsents.rejoin.version } : undefined;
      const answer = await doubled(() => signedInCall('POST', '/api/upgrade-subscription', body));
      if (answer === null) return 'signed out';
      const outcome = String(answer['outcome']);
      if (outcome === 'authenticate') {
        counts.authentications += 1;
        const clientSecret = String(answer['clientSecret']);
        const [id = ''] = clientSecret.split('_secret_');
        await answerBankAuthentication(stack, { id, clientSecret }, bank);
        if (bank === 'complete') continue;
        note('does not authenticate');
        return 'authenticate';
      }
      if (outcome !== 'pending') {
        note(`upgrades: ${outcome}`);
        counts.upgrades += 1;
        if (rejoin && outcome === 'upgraded') counts.rejoined += 1;
        return outcome;
      }
      if (Date.now() > deadline) throw new Error(`${name}: the upgrade stays pending`);
    }
  };

  /** Uses the full check and waits for its end. */
  const unlock = async (vehicle = registration, { twice = false } = {}): Promise<string> => {
    const ask = () => signedInCall('POST', `/api/reports/${vehicle}/full-check`);
    const answers = await Promise.all(twice ? [ask(), ask()] : [ask()]);
    const ids = new Set(answers.map((answer) => answer?.['checkId']).filter((id) => id !== undefined));
    if (ids.size > 1) throw new Error(`${name}: one click, two checks`);
    let state = answers.find((answer) => answer?.['checkId'] !== undefined) ?? answers[0] ?? null;
    if (state === null) return 'signed out';
    if (state['outcome'] === 'refused') {
      note(`unlocks: ${String(state['reason'])}`);
      return String(state['reason']);
    }
    counts.checks += 1;
    const deadline = Date.now() + waitLimitMs;
    while (state['outcome'] === 'pending') {
      await delay(300);
      state = await signedInCall('GET', `/api/full-checks/${String(state['checkId'])}`);
      if (state === null) return 'signed out';
      if (Date.now() > deadline) throw new Error(`${name}: the check stays pending`);
    }
    note(`unlocks ${vehicle}: ${String(state['outcome'])}`);
    return String(state['outcome']);
  };

  const keepPromise = (how: string, answer: Record<string, unknown>): void => {
    const { summary } = answer as { summary?: { requestedAt: string; refund: { pence: number } } };
    if (answer['outcome'] !== 'cancelled' || summary === undefined) return;
    counts.cancellations += 1;
    promised.push({ requestedAt: summary.requestedAt, pence: summary.refund.pence, how });
    note(`cancels by ${how}: ${summary.refund.pence} pence`);
  };
  const cancel = async (how: 'account' | 'link' | 'page'): Promise<string> => {
    if (how === 'account') {
      const answer = await doubled(() => signedInCall('POST', '/api/subscription/cancel'));
      if (answer) keepPromise(how, answer);
      return String(answer?.['outcome'] ?? 'signed out');
    }
    if (how === 'link') {
      const token = tokenOf('/membership/cancel');
      if (token === null) return 'no link';
      await must('POST', '/api/membership-link', { token });
      const answer = await doubled(() => must('POST', '/api/membership-link/cancel', { token }));
      keepPromise(how, answer);
      return String(answer['outcome']);
    }
    // An address without an account gets no code, and the search itself is kept for a day.
    if (deleted || mailsTo(/trial has started/i).length === 0) return 'no account';
    const since = mailsTo().length;
    const found = await must('POST', '/api/search-subscription', { email });
    if (found['outcome'] === 'code-sent') {
      const codes = () =>
        mailsTo()
          .slice(since)
          .map(({ parsed }) => /\b\d{3} ?\d{3}\b/.exec(`${parsed.subject ?? ''} ${parsed.text ?? ''}`)?.[0])
          .filter((code) => code !== undefined);
      await waitUntil(`${name} has a code`, () => codes().length > 0, waitLimitMs, 100);
      const { outcome } = await must('POST', '/api/search-subscription', { email, code: codes().at(-1) ?? '' });
      if (outcome !== 'answer') return String(outcome);
    }
    const answer = await must('POST', '/api/request-cancellation', { email });
    keepPromise(how, answer);
    return String(answer['outcome']);
  };

  const keep = async (how: 'account' | 'link'): Promise<string> => {
    const token = how === 'link' ? tokenOf('/membership/cancel') : null;
    const answer =
      token === null
        ? await signedInCall('POST', '/api/subscription/withdraw-cancellation')
        : await must('POST', '/api/membership-link/withdraw-cancellation', { token });
    const outcome = String(answer?.['outcome'] ?? 'signed out');
    if (outcome === 'kept') counts.kept += 1;
    note(`keeps: ${outcome}`);
    return outcome;
  };

  /** Changes the card; `alias` is its id in Stripe's list of test cards. */
  const changeCard = async (alias: string): Promise<string> => {
    const collected = { payment_method: `pm_card_${alias}` };
    const { body: token } = await stack.call('POST', 'test_helpers/confirmation_tokens', collected);
    let saved = await signedInCall('POST', '/api/me/card', { confirmationToken: token['id'] });
    if (saved?.['outcome'] === 'authenticate') {
      counts.authentications += 1;
      const { setupIntentId, clientSecret } = saved;
      await answerBankAuthentication(
        stack,
        { id: String(setupIntentId), clientSecret: String(clientSecret) },
        'complete',
      );
      saved = await signedInCall('POST', '/api/me/card/confirm', { setupIntentId });
    }
    counts.cardChanges += 1;
    note(`changes the card to ${alias}: ${String(saved?.['outcome'])}`);
    return String(saved?.['outcome'] ?? 'signed out');
  };

  /** Requests the deletion link, confirms it, and waits for the last mail. */
  const deleteAccount = async (): Promise<string> => {
    const since = mailsTo().length;
    const asked = await signedInCall('POST', '/api/me/deletion');
    if (asked?.['outcome'] !== 'sent') return String(asked?.['outcome'] ?? 'signed out');
    const token = await nextToken('/your-data/delete', since);
    const shown = await must('POST', '/api/account-deletion', { token });
    const { membership: ends } = shown as { membership?: { refund: { pence: number } } | null };
    const confirmed = await doubled(() => must('POST', '/api/account-deletion/confirm', { token }));
    if (confirmed['outcome'] !== 'confirmed') return String(confirmed['outcome']);
    counts.deletions += 1;
    promised.push({ requestedAt: stack.now().toISOString(), pence: ends?.refund.pence ?? 0, how: 'deletion' });
    note(`deletes the account: ${ends?.refund.pence ?? 'nothing runs'}`);
    await waitUntil(
      `the account of ${name} is deleted`,
      () => mailsTo(/account.*deleted/i).length > mailsBefore(since),
      deletionLimitMs,
      200,
    );
    signedIn = false;
    deleted = true;
    return 'deleted';
  };
  const mailsBefore = (since: number): number =>
    mailsTo()
      .slice(0, since)
      .filter(({ parsed }) => /account.*deleted/i.test(parsed.subject ?? '')).length;

  /** The PaymentIntents of all customers of this person, newest first. */
  const paymentIntents = async (): Promise<{ id: string; status: string; amount: number }[]> => {
    const found: { id: string; status: string; amount: number; created: number }[] = [];
    for (const customer of customers) {
      const { body } = await stack.call('GET', 'payment_intents', { customer, limit: '100' });
      found.push(...((body['data'] ?? []) as typeof found));
    }
    return found.toSorted((one, other) => other.created - one.created);
  };

  return {
    name,
    email,
    card,
    registration,
    address,
    diary,
    note,
    promised,
    customers: customers as ReadonlySet<string>,
    isDeleted: () => deleted,
    browser,
    mailsTo,
    signIn,
    join,
    membership,
    upgrade,
    unlock,
    cancel,
    keep,
    changeCard,
    deleteAccount,
    /** Refunds like staff in Stripe's dashboard; without `pence` the whole charge. */
    refundByHand: async (amount: 50 | 890, pence?: number): Promise<void> => {
      const charge = (await paymentIntents()).find((each) => each.status === 'succeeded' && each.amount === amount);
      if (charge === undefined) return;
      const { status } = await stack.call('POST', 'refunds', {
        payment_intent: charge.id,
        'metadata[refund_key]': 'by-hand',
        ...(pence === undefined ? {} : { amount: String(pence) }),
      });
      if (status === 200) counts.refundsByHand += 1;
      note(`gets ${pence ?? 'all'} of ${amount} by hand: ${status}`);
    },
    cancelByHand: async (atOnce: boolean): Promise<void> => {
      for (const customer of customers) {
        const { body } = await stack.call('GET', 'subscriptions', { customer });
        for (const subscription of (body['data'] ?? []) as { id: string }[]) {
          if (atOnce) await stack.call('DELETE', `subscriptions/${subscription.id}`);
          else await stack.call('POST', `subscriptions/${subscription.id}`, { cancel_at_period_end: 'true' });
          counts.cancelledByHand += 1;
        }
      }
      note(`is cancelled by hand, ${atOnce ? 'at once' : 'at the end'}`);
    },
    /** Decides the person's open disputes as their bank would. */
    decideDisputes: async (status: 'won' | 'lost'): Promise<void> => {
      const own = new Set((await paymentIntents()).map(({ id }) => id));
      const { body } = await stack.call('GET', 'disputes', { limit: '100' });
      for (const dispute of body['data'] as { id: string; status: string; payment_intent: string }[]) {
        if (!own.has(dispute.payment_intent) || dispute.status !== 'needs_response') continue;
        await stack.control('PUT', `stripe/disputes/${dispute.id}`, { status });
        counts.disputes += 1;
        note(`the bank decides: ${status}`);
      }
    },
  };
};
