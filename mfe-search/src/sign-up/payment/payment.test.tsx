import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { PaymentConfirmation } from '@ve/contracts/http/membership/checkout';
import type { Subscription } from '@ve/contracts/http/membership/subscription';
import { currentConsents } from '@ve/domain/membership/consents';
import { refundRuleTexts } from '@ve/domain/membership/refund-rule-texts';
import { signUpAgainMessages } from '@ve/domain/membership/returned-payment-messages';
import { type RenderPageOptions, renderPage, signedInSession } from '@ve/mfe-kit/testing';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import { writeStripePageConfig, installFakeStripeJs } from '@ve/mfe-kit/testing-stripe';
import { withoutMembership } from '@ve/mfe-kit/subscription';
import { SignUpPage } from '../sign-up.page.tsx';
import { expectAccessible, exampleVehicle, exampleAddress, storeSignUpFixture } from '../testing.tsx';

const network = installFakeNetwork();
const stripe = installFakeStripeJs();

const trialEnd = 'GET /api/trial-end';
const checkout = 'POST /api/create-checkout';
const confirmation = 'POST /api/confirm-payment';
const ready = { body: { outcome: 'ready', clientSecret: 'pi_1_secret_2', stripeCustomerId: 'cus_1' } };
const question = 'Your bank wants you to confirm this payment. Try again and follow its steps. Nothing was charged.';
const authenticate = { body: { outcome: 'authenticate', clientSecret: 'pi_1_secret_2', message: question } };
const signedInAnswer: PaymentConfirmation = {
  outcome: 'signed-in',
  userEmail: 'ann@example.com',
  registration: 'AB12CDE',
};

beforeEach(() => {
  writeStripePageConfig('/signup');
  network.answer('GET /api/vehicle-lookup?reg=AB12CDE', { body: exampleVehicle });
  network.answer('POST /api/error-logs', { status: 204 });
  network.answer(trialEnd, { body: { trialEndsAt: '2026-11-22T18:30:00.000Z' } });
  network.answer(checkout, ready);
});
afterEach(() => {
  localStorage.clear();
  jest.useRealTimers();
});

const open = (options: Partial<RenderPageOptions> = {}) =>
  renderPage(<SignUpPage />, {
    queries: true,
    path: '/signup?reg=AB12CDE&step=4&utm_source=partner',
    route: '/signup',
    routes: { '/report': <p>the report</p> },
    ...options,
  });
const press = (name: string) => screen.getByRole('button', { name });
const pay = () => press('Pay 50p now, then £8.90 a month');
const box = (name: RegExp) => screen.getByRole('checkbox', { name });
const summary = () =>
  screen.getByRole('heading', { name: /There is a problem|Payment failed/ }).parentElement ?? document.body;
const summarised = () =>
  within(summary())
    .getAllByRole('link')
    .map(({ textContent }) => textContent);
const callsOf = (path: string) => network.calls.filter((call) => call.path === path).map(({ body }) => body);
const reports = () => callsOf('/api/error-logs');
const stored = () => JSON.parse(localStorage.getItem('pending_signup') ?? 'null') as Record<string, unknown> | null;
const settled = { timeout: 10_000 };

async function openFilledIn(options: Partial<RenderPageOptions> = {}) {
  const draft = storeSignUpFixture();
  const page = open(options);
  await screen.findByRole('group', { name: 'Card details' }, settled);
  stripe.fillIn();
  await page.user.click(box(/agree to the terms/));
  await page.user.click(box(/Start my trial now/));
  return { ...page, draft };
}

describe('the form', () => {
  test('has the name, two unticked boxes, the card, and the key facts right above the button', async () => {
    storeSignUpFixture();
    const { container, headerTitle } = open();
    await screen.findByRole('group', { name: 'Card details' }, settled);
    expect(headerTitle()).toBe('PAYMENT');
    expect(screen.getByRole('textbox', { name: 'Full name' })).toHaveValue('Ann Driver');
    expect(box(/agree to the terms/)).not.toBeChecked();
    expect(box(/Start my trial now/)).not.toBeChecked();
    expect(screen.getByText(currentConsents.terms.text)).toBeVisible();
    expect(screen.getByText(currentConsents['start-now'].text)).toBeVisible();
    expect(screen.getByRole('link', { name: /Read the terms/ })).toHaveAttribute('href', '/terms');

    const facts = screen.getByRole('region', { name: 'What you agree to' });
    expect(facts).toHaveTextContent('AB12 CDE');
    expect(facts).toHaveTextContent('50p, once, for a trial of 24 hours.');
    expect(facts).toHaveTextContent('Not the full check: that comes with the first £8.90, which you can pay early.');
    expect(facts).toHaveTextContent('within about an hour of 22 November 2026 at 18:30 UK time, unless you cancel');
    expect(facts).toHaveTextContent('Online at any time');
    for (const rule of Object.values(refundRuleTexts())) expect(facts).toHaveTextContent(rule);
    const headlines = screen.getByLabelText('In short');
    expect(
      within(headlines)
        .getAllByRole('listitem', { hidden: true })
        .map(({ textContent }) => textContent),
    ).toEqual([
      '50p today for 24 hours.',
      'Then £8.90 a month from 22 November 2026 at 18:30 UK time.',
      'Cancel online at any time.',
    ]);
    const card = screen.getByRole('group', { name: 'Card details' });
    expect(headlines.compareDocumentPosition(card)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(facts.nextElementSibling).toBe(pay());
    expect(stripe.elements[0]).toMatchObject({ mode: 'payment', amount: 50, currency: 'gbp' });
    expect(stripe.options[0]).toMatchObject({ fields: { billingDetails: { address: 'never' } } });
    expect(screen.getByRole('link', { name: 'Back' })).toHaveAttribute(
      'href',
      '/signup?reg=AB12CDE&step=3&utm_source=partner',
    );
    await expectAccessible(container);
  });

  test.each(['2025-11-21T18:30:00Z', '2027-11-21T18:30:00Z'])(
    'shows the first full charge by the service’s clock, although the browser believes it is %s',
    async (now) => {
      jest.useFakeTimers({ now: new Date(now), doNotFake: ['queueMicrotask', 'setTimeout'] });
      storeSignUpFixture();
      open();
      const facts = await screen.findByRole('region', { name: 'What you agree to' }, settled);
      await within(facts).findByText(/within about an hour of 22 November 2026 at 18:30 UK time, unless you cancel/);
      network.answer(trialEnd, { body: { trialEndsAt: '2026-11-22T18:31:00.000Z' } });
      await act(() => jest.advanceTimersByTimeAsync(60_000));
      await within(facts).findByText(/within about an hour of 22 November 2026 at 18:31 UK time, unless you cancel/);
    },
  );

  test('shows no date that is unknown', async () => {
    network.answer(trialEnd, 'no-answer');
    storeSignUpFixture();
    open();
    const facts = await screen.findByRole('region', { name: 'What you agree to' }, settled);
    expect(facts).toHaveTextContent('Charged within about an hour of the end of the trial, unless you cancel');
  });

  test('shows all missing fields at once, and sends no request', async () => {
    storeSignUpFixture();
    const { user, container } = open();
    await screen.findByRole('group', { name: 'Card details' }, settled);
    await user.clear(screen.getByRole('textbox', { name: 'Full name' }));
    await user.click(pay());
    await waitFor(() => expect(summarised()).toHaveLength(4));
    expect(summarised()).toEqual([
      'Enter your full name',
      'Tick the box to agree to the terms',
      'Tick the box to start your trial now',
      'Your card number is incomplete.',
    ]);
    // The card's field shows this message itself.
    expect(screen.getAllByText('Your card number is incomplete.')).toHaveLength(1);
    await waitFor(() => expect(summary()).toHaveFocus());
    await expectAccessible(container);
    stripe.invalid('Your card number is invalid.');
    await user.click(pay());
    await waitFor(() => expect(summarised()).toContain('Your card number is invalid.'));
    await user.click(within(summary()).getByRole('link', { name: 'Your card number is invalid.' }));
    expect(screen.getByRole('textbox', { name: 'Card number' })).toHaveFocus();
    expect(callsOf('/api/create-checkout')).toEqual([]);
  });
});

describe('paying', () => {
  test('goes through checkout, bank and service to the report, and removes the details', async () => {
    const { user, address, draft } = await openFilledIn();
    network.answer(confirmation, { body: { outcome: 'pending' } }, { body: signedInAnswer });
    await user.click(pay());
    expect(await screen.findByText('the report', {}, settled)).toBeVisible();
    expect(address()).toBe('/report?reg=AB12CDE&utm_source=partner');
    expect(callsOf('/api/create-checkout')).toEqual([
      {
        customerData: {
          fullName: 'Ann Driver',
          email: 'ann@example.com',
          regNumber: 'AB12CDE',
          address: exampleAddress,
        },
        consents: { terms: currentConsents.terms.version, startNow: currentConsents['start-now'].version },
        idempotencyKey: draft.idempotencyKey,
      },
    ]);
    expect(stripe.calls).toMatchObject([
      {
        name: 'createConfirmationToken',
        given: {
          params: {
            payment_method_data: {
              billing_details: {
                name: 'Ann Driver',
                email: 'ann@example.com',
                address: { line1: '1 High Street', city: 'LEEDS', postal_code: 'LS1 1AA', country: 'GB' },
              },
            },
          },
        },
      },
    ]);
    const [paid, polled, ...others] = callsOf('/api/confirm-payment');
    expect(paid).toEqual({
      paymentIntentId: 'pi_1',
      confirmationToken: 'ctoken_1',
      customerData: {
        fullName: 'Ann Driver',
        email: 'ann@example.com',
        regNumber: 'AB12CDE',
        stripeCustomerId: 'cus_1',
      },
    });
    expect([polled, others]).toEqual([{ ...(paid as object), confirmationToken: undefined }, []]);
    expect(stored()).toBeNull();
    expect(JSON.stringify(localStorage)).not.toContain('secret');
    expect(reports()).toEqual([]);
  });

  test('shows its steps, and ignores a second click', async () => {
    network.answer(confirmation, 'silence');
    const { user, container } = await openFilledIn();
    await user.dblClick(pay());
    const steps = await screen.findByRole('list', { name: 'What happens now' });
    expect(within(steps).getByText('Taking 50p…').closest('li')).toHaveAttribute('aria-current', 'step');
    expect(within(steps).getByText('Opening your account')).toBeVisible();
    expect(within(steps).getByText('Saving your report')).toBeVisible();
    await user.click(press('Paying…'));
    await waitFor(() => expect(callsOf('/api/confirm-payment')).toHaveLength(1));
    expect(callsOf('/api/create-checkout')).toHaveLength(1);
    expect(stripe.calls).toHaveLength(1);
    expect(stripe.options.at(-1)).toMatchObject({ readOnly: true });
    expect(screen.queryByRole('link', { name: 'Back' })).toBeNull();
    await expectAccessible(container);
  });

  test.each([
    [
      'trial-limit',
      /^This card has started 3 trials in the last 30 days/,
      ['See the free report', 'Sign in'],
      'Use another card',
    ],
    ['not-started', /^We couldn’t start your trial, and we are sorry/, ['See the free report'], 'Try again'],
  ] as const)(
    'explains a refunded payment (%s): the refund, its reason, and what the full price buys',
    async (returned, why, links, again) => {
      const { user, container } = await openFilledIn();
      network.answer(confirmation, { body: { outcome: 'check-email', userEmail: 'ann@example.com', returned } });
      await user.click(pay());
      const heading = await screen.findByRole(
        'heading',
        { level: 1, name: 'Your 50p goes back to your card' },
        settled,
      );
      expect(heading).toHaveFocus();
      expect(screen.getByText(why)).toHaveTextContent('it usually arrives within 5-10 business days');
      expect(screen.getByText(/costs £8\.90 a month\. It includes one full check each month/)).toHaveTextContent(
        signUpAgainMessages[returned],
      );
      expect(screen.getByText(/e-mailed this to ann@example.com/)).toBeVisible();
      expect(screen.queryByText(/taken your payment/)).toBeNull();
      const main = heading.parentElement as HTMLElement;
      const paths = within(main).getAllByRole('link');
      expect(paths.map(({ textContent }) => textContent)).toEqual(links);
      expect(document.title).toMatch(/^Your 50p goes back/);
      await expectAccessible(container);

      const [first] = callsOf('/api/create-checkout');
      await user.click(screen.getByRole('button', { name: again }));
      expect(await screen.findByRole('heading', { level: 1, name: 'Pay 50p to start' }, settled)).toBeVisible();
      expect(stored()).toMatchObject({ fullName: 'Ann Driver', email: 'ann@example.com', paymentIntentId: null });
      // This is another payment, not the refunded one.
      expect(stored()?.['idempotencyKey']).not.toBe((first as { idempotencyKey: string }).idempotencyKey);
    },
  );

  test('leads a visitor with an account to their mailbox', async () => {
    const { user, container } = await openFilledIn();
    network.answer(confirmation, { body: { outcome: 'check-email', userEmail: 'ann@example.com' } });
    await user.click(pay());
    expect(await screen.findByRole('heading', { level: 1, name: 'Check your e-mail' }, settled)).toHaveFocus();
    expect(screen.getByText(/written to ann@example.com/)).toBeVisible();
    expect(screen.getByText(/^If this e-mail address has already had a trial, we refund the 50p/)).toHaveTextContent(
      'starts with £8.90 and its full check',
    );
    expect(screen.queryByText(/taken your payment/)).toBeNull();
    expect(screen.getByRole('link', { name: 'See the free report' })).toHaveAttribute(
      'href',
      '/report?reg=AB12CDE&utm_source=partner',
    );
    expect(stored()).toBeNull();
    await expectAccessible(container);
  });

  test('refused shows the reason, keeps the form, and then another card pays the same payment', async () => {
    const message = 'There is not enough money on this card. Use another card. Nothing was charged.';
    network.answer(confirmation, { body: { outcome: 'not-paid', message } });
    const { user, container } = await openFilledIn();
    await user.click(pay());
    await waitFor(() => expect(summarised()).toEqual([message]));
    expect(screen.getAllByText('Payment failed')).toHaveLength(1);
    expect(screen.getByRole('group', { name: 'Card details' })).toHaveAccessibleDescription(/not enough money/);
    expect(box(/agree to the terms/)).toBeChecked();
    expect(stored()).toMatchObject({ paymentIntentId: null, fullName: 'Ann Driver' });
    expect(reports()).toEqual([]);
    await expectAccessible(container);

    network.answer(confirmation, { body: signedInAnswer });
    await user.click(pay());
    expect(await screen.findByText('the report', {}, settled)).toBeVisible();
    const [first, second] = callsOf('/api/create-checkout');
    expect(second).toEqual(first);
    // A confirmation token is valid for one attempt.
    expect(stripe.calls.map(({ name }) => name)).toEqual(['createConfirmationToken', 'createConfirmationToken']);
  });

  test.each([
    [
      { type: 'card_error', code: 'incorrect_number', message: 'Your card number is incorrect.' },
      'Your card number is incorrect.',
    ],
    [{ type: 'api_connection_error', message: 'Network down' }, 'Network down'],
  ])('a card that Stripe does not accept (%j) makes no payment attempt', async (error, text) => {
    const { user } = await openFilledIn();
    stripe.answer({ error });
    await user.click(pay());
    await waitFor(() => expect(summarised()).toEqual([text]));
    expect(callsOf('/api/confirm-payment')).toEqual([]);
  });

  test('an authentication is run by Stripe.js, and then the service confirms again', async () => {
    const { user } = await openFilledIn();
    stripe.answer({ confirmationToken: { id: 'ctoken_1' } }, { paymentIntent: { status: 'requires_confirmation' } });
    network.answer(confirmation, authenticate, { body: signedInAnswer });
    await user.click(pay());
    expect(await screen.findByText('the report', {}, settled)).toBeVisible();
    expect(stripe.calls.at(-1)).toEqual({ name: 'handleNextAction', given: { clientSecret: 'pi_1_secret_2' } });
    expect(callsOf('/api/confirm-payment')).toMatchObject([
      { confirmationToken: 'ctoken_1' },
      { paymentIntentId: 'pi_1' },
    ]);
  });

  test('an authentication that stays open keeps the form', async () => {
    const { user } = await openFilledIn();
    stripe.answer({ confirmationToken: { id: 'ctoken_1' } }, { error: { type: 'api_connection_error' } });
    network.answer(confirmation, authenticate);
    await user.click(pay());
    await waitFor(() => expect(summarised()).toEqual([question]));
    expect(callsOf('/api/confirm-payment')).toHaveLength(2);
  });

  test.each(['payment-attempts-exceeded', 'too-many-requests'])(
    'attempts that a limit refuses (%s) keep the form',
    async (code) => {
      const title = 'Too many payment attempts. Nothing was charged.';
      network.answer(confirmation, { status: 429, body: { type: 'about:blank', code, title, status: 429 } });
      const { user } = await openFilledIn();
      await user.click(pay());
      expect(await screen.findByText('Payment failed: Payment confirmation failed', {}, settled)).toBeVisible();
      expect(screen.getByText(title)).toBeVisible();
      expect(pay()).toBeVisible();
      expect([stored()?.['paymentIntentId'], reports()]).toEqual([null, []]);
      await user.click(pay());
      await waitFor(() => expect(callsOf('/api/create-checkout')).toHaveLength(2));
      const [first, second] = callsOf('/api/create-checkout') as { idempotencyKey: string }[];
      expect(second?.idempotencyKey === first?.idempotencyKey).toBe(code === 'too-many-requests');
    },
  );

  test('a browser without our cookie gets one; a browser that refuses it shows a message', async () => {
    const needed = { body: { outcome: 'cookie-needed' } };
    network.answer(checkout, needed, ready);
    network.answer(confirmation, { body: { outcome: 'not-paid', message: 'No.' } });
    const { user, container } = await openFilledIn();
    await user.click(pay());
    await waitFor(() => expect(summarised()).toEqual(['No.']));
    const [first, second] = callsOf('/api/create-checkout');
    expect(second).toEqual(first);
    network.answer(checkout, needed);
    await user.click(pay());
    expect(await screen.findByText('Your browser blocks cookies', {}, settled)).toBeVisible();
    expect(document.activeElement).toHaveTextContent('Nothing was charged.');
    await expectAccessible(container);
  });

  test.each([
    [503, 'checkout-failed', 'Checkout creation failed. Nothing was charged. Try again in a minute.', 1],
    [429, 'payment-attempts-exceeded', 'Too many payment attempts. Nothing was charged.', 0],
  ])('a checkout with response %i %s shows it and keeps the form', async (status, code, title, reported) => {
    network.answer(checkout, { status, body: { type: 'about:blank', code, title, status } });
    const { user } = await openFilledIn();
    await user.click(pay());
    expect(await screen.findByText(title, {}, settled)).toBeVisible();
    expect(screen.getByText('Payment failed: Checkout creation failed')).toBeVisible();
    expect(document.activeElement).toHaveTextContent(title);
    expect(pay()).toBeVisible();
    expect(stripe.calls).toEqual([]);
    expect(reports()).toHaveLength(reported);
    await user.click(pay());
    const [first, second] = callsOf('/api/create-checkout') as { idempotencyKey: string }[];
    // A payment that accepts no more cards is replaced; any other is reused.
    expect(second?.idempotencyKey === first?.idempotencyKey).toBe(status === 503);
  });

  test('a key that was used with other details is replaced', async () => {
    const problem = { type: 'about:blank', code: 'conflict', title: 'x', status: 409 };
    network.answer(checkout, { status: 409, body: problem }, ready);
    network.answer(confirmation, { body: signedInAnswer });
    const { user } = await openFilledIn();
    await user.click(pay());
    expect(await screen.findByText('the report', {}, settled)).toBeVisible();
    const [first, second] = callsOf('/api/create-checkout') as { idempotencyKey: string }[];
    expect(second?.idempotencyKey).not.toBe(first?.idempotencyKey);
  });

  test('consent texts that have changed are not agreed to', async () => {
    network.answer(checkout, { body: { outcome: 'consent-outdated' } });
    const { user } = await openFilledIn();
    await user.click(pay());
    expect(await screen.findByText('Our price or terms have changed', {}, settled)).toBeVisible();
    expect(press('Load the page again')).toBeVisible();
    expect(document.activeElement).toHaveTextContent('Our price or terms have changed');
    expect(stripe.calls).toEqual([]);
  });

  test('another tab that started to pay with the same details pays the same payment', async () => {
    const { user, draft } = await openFilledIn();
    const key = '00000000-0000-4000-8000-000000000009';
    localStorage.setItem('pending_signup', JSON.stringify({ ...draft, idempotencyKey: key }));
    await user.click(pay());
    await waitFor(() => expect(callsOf('/api/create-checkout')).toMatchObject([{ idempotencyKey: key }]));
  });
});

describe('a lost response of the service', () => {
  test('is requested again, and is reported as a payment error', async () => {
    const { user } = await openFilledIn();
    network.answer(confirmation, 'no-answer', { body: signedInAnswer });
    await user.click(pay());
    expect(await screen.findByText('the report', {}, settled)).toBeVisible();
    expect(callsOf('/api/confirm-payment')).toHaveLength(2);
    expect(stripe.calls).toHaveLength(1);
    expect(reports()).toMatchObject([{ error_type: 'Payment Error' }]);
  });

  test('to an unpaid payment keeps the form with the card', async () => {
    const { user } = await openFilledIn();
    const message = 'Your bank declined this card.';
    network.answer(confirmation, 'no-answer', { body: { outcome: 'not-paid', message } });
    await user.click(pay());
    await waitFor(() => expect(summarised()).toEqual([message]));
    expect(screen.getByRole('group', { name: 'Card details' })).toBeVisible();
  });

  test('that stays lost leads to no second payment, but to another request', async () => {
    const { user, container } = await openFilledIn();
    const status = 400;
    const body = { type: 'about:blank', code: 'request-invalid', title: 'x', status };
    network.answer(confirmation, 'no-answer', { status, body });
    await user.click(pay());
    expect(await screen.findByText('Payment confirmation failed', {}, settled)).toBeVisible();
    expect(screen.queryByRole('button', { name: /Pay 50p/ })).toBeNull();
    await expectAccessible(container);
    network.answer(confirmation, { body: signedInAnswer });
    await user.click(press('Check again'));
    expect(await screen.findByText('the report', {}, settled)).toBeVisible();
    expect(callsOf('/api/create-checkout')).toHaveLength(1);
  });
});

describe('a tab that was closed after the payment was started', () => {
  const begun = { paymentIntentId: 'pi_1', stripeCustomerId: 'cus_1' };

  test.each(['/signup', '/signup?reg=AB12CDE&step=4', '/signup?reg=TX20DUE'])(
    'requests the result on return to %s, and leads to the report',
    async (path) => {
      storeSignUpFixture(begun);
      network.answer(confirmation, { body: signedInAnswer });
      const { address } = open({ path });
      expect(await screen.findByText('the report', {}, settled)).toBeVisible();
      expect(address()).toBe('/report?reg=AB12CDE');
      expect(callsOf('/api/confirm-payment')).toMatchObject([{ paymentIntentId: 'pi_1' }]);
      expect(stored()).toBeNull();
    },
  );

  test('continues with the payment when nothing was paid', async () => {
    storeSignUpFixture(begun);
    network.answer(confirmation, { body: { outcome: 'not-paid', message: 'Your card was declined.' } });
    const { address } = open({ path: '/signup' });
    expect(await screen.findByText('Your last payment did not go through', {}, settled)).toBeVisible();
    expect(screen.getByText('Your card was declined.')).toBeVisible();
    expect(address()).toBe('/signup?reg=AB12CDE&step=4');
    expect(stored()).toMatchObject({ paymentIntentId: null });
  });

  test('continues with the payment when the authentication was left open', async () => {
    storeSignUpFixture(begun);
    network.answer(confirmation, authenticate);
    open({ path: '/signup' });
    expect(await screen.findByText('Your last payment did not go through', {}, settled)).toBeVisible();
    expect(screen.getByText(question)).toBeVisible();
  });

  test('warns before another payment when this browser has lost the first', async () => {
    storeSignUpFixture(begun);
    network.answer(confirmation, { body: { outcome: 'unknown' } });
    const { user } = open();
    expect(await screen.findByText(/Look there before you pay again/, {}, settled)).toBeVisible();
    await user.click(press('Start again'));
    expect(screen.getByRole('heading', { level: 1, name: 'Your details' })).toBeVisible();
    expect(stored()).toMatchObject({ fullName: '', email: '', address: null, paymentIntentId: null });
  });
});

describe('a member', () => {
  const member = (state: Subscription['state'], more: Partial<Subscription> = {}) => {
    network.answer('GET /api/subscription', {
      body: { ...withoutMembership, state, registration: 'AB12CDE', ...more },
    });
    storeSignUpFixture();
  };

  const nothing = 'There is nothing to pay again.';
  const charge = (timing: 'due' | 'late') => ({
    nextCharge: { pence: 890, at: '2026-11-22T14:05:00.000Z', timing },
  });
  const isLate =
    'The time you paid for has ended, and we have not received the next payment. You can pay it in My account.';
  test.each<[Subscription['state'], Partial<Subscription>, string, string, string]>([
    ['active', {}, nothing, 'Go to My account', '/my-account'],
    ['trial', {}, nothing, 'Go to My account', '/my-account'],
    ['charge-due', charge('due'), 'Your next £8.90 is being taken', 'Go to My account', '/my-account'],
    ['charge-due', charge('late'), isLate, 'Pay in My account', '/my-account'],
    ['expired', charge('late'), isLate, 'Pay in My account', '/my-account'],
    ['past-due', {}, 'Your last payment failed.', 'See why and pay', '/my-account?fix=card'],
  ])('(%s %j) is led to the report, not to a second payment', async (state, more, text, account, href) => {
    member(state, more);
    const { container } = open({ session: signedInSession() });
    expect(await screen.findByRole('heading', { level: 1, name: 'You are already a member' }, settled)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open the report of AB12 CDE' })).toHaveAttribute(
      'href',
      '/report?reg=AB12CDE',
    );
    expect(screen.getByRole('link', { name: account })).toHaveAttribute('href', href);
    expect(screen.getByRole('status')).toHaveTextContent(text);
    expect(screen.queryByRole('checkbox')).toBeNull();
    await expectAccessible(container);
  });

  test('whose membership has ended is led to rejoin, not to a second trial', async () => {
    member('cancelled');
    open({ session: signedInSession() });
    expect(await screen.findByRole('link', { name: 'Rejoin in My account' }, settled)).toHaveAttribute(
      'href',
      '/my-account',
    );
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  test('who searches another vehicle is led to its report', async () => {
    member('active');
    const { user, address } = open({ session: signedInSession(), path: '/signup?reg=AB12CDE' });
    await user.click(await screen.findByRole('button', { name: 'Continue to the report' }, settled));
    expect(address()).toBe('/report?reg=AB12CDE');
  });

  test('who never signed up pays with the e-mail address of the account', async () => {
    member('none');
    localStorage.clear();
    open({ session: signedInSession(), path: '/signup?reg=AB12CDE&step=3' });
    expect(await screen.findByRole('combobox', { name: 'E-mail' }, settled)).toHaveValue('driver@example.com');
  });

  test('known only to the service is recognised by the checkout', async () => {
    network.answer(checkout, { body: { outcome: 'already-member' } });
    const { user } = await openFilledIn();
    await user.click(pay());
    expect(await screen.findByRole('heading', { name: 'You are already a member' }, settled)).toBeVisible();
    expect(stripe.calls).toEqual([]);
  });
});
