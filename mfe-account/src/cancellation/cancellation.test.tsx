import { describe, expect, test } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import type { SubscriptionSearchResult } from '@ve/contracts/http/membership/cancellation';
import { refundRuleTextsOfContract } from '@ve/domain/membership/refund-rule-texts-of-contract';
import { refundRuleTexts } from '@ve/domain/membership/refund-rule-texts';
import { FixedSession, type SessionState } from '@ve/mfe-kit/session';
import { renderPage, signedInSession, visitorSession } from '@ve/mfe-kit/testing';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import axe from 'axe-core';
import { useState } from 'react';
import { activeSubscription, noRefundFixture, cancellationSummaryFixture } from '../testing/account.ts';
import { CancellationPage } from './cancellation.page.tsx';

const network = installFakeNetwork();
const email = 'driver@example.com';
const search = 'POST /api/search-subscription';
const request = 'POST /api/request-cancellation';
const keep = 'POST /api/subscription/withdraw-cancellation';
const sentWords = 'If this address has a subscription, a code is on its way';
const unavailable = {
  status: 503,
  body: { type: 'x', code: 'service-unavailable', title: 'The service isn’t available right now.', status: 503 },
};

const nothing: SubscriptionSearchResult = {
  outcome: 'answer',
  cancellation_request: null,
  refunded_payment_found: false,
  refunded_payment_info: null,
  canceled_subscription_found: false,
  canceled_subscription_info: null,
  payment_intents_found: false,
  subscriptions: [],
};
const subscription = {
  registration_number: 'AB12CDE',
  state: 'active',
  endsAt: '2036-12-22T14:05:00.000Z',
  endsImmediately: false,
  refund: noRefundFixture,
  agreed: { pence: 890, fullCheckPence: 500 },
  monthlyPence: 890,
} as const;
const running = { ...cancellationSummaryFixture, endsAt: '2036-12-22T14:05:00.000Z', ended: false, canWithdraw: true };
const full = { kind: 'full', pence: 890 } as const;
const refunded = { ...nothing, refunded_payment_found: true };
const refundedInfo = {
  registration_number: 'AB12CDE',
  amount: 890,
  currency: 'gbp',
  refunded_at: Date.parse('2026-11-20T23:30:00Z') / 1000,
};
const canceledInfo = {
  id: 'sub_1Q2w3E4r5T',
  canceled_at: Date.parse('2026-07-01T23:30:00Z') / 1000,
  registration_number: 'AB12CDE',
  amount: 890,
  currency: 'usd',
};

const open = (session = visitorSession) =>
  renderPage(<CancellationPage />, {
    path: '/cancellation',
    session,
    route: '/cancellation',
    routes: { '/my-account': null, '/contact': null },
    queries: true,
  });
type Opened = ReturnType<typeof open>;
const field = () => screen.getByRole('textbox', { name: 'E-mail address' });
const button = (name: string) => screen.getByRole('button', { name });
const calls = (wanted: string) =>
  network.calls.filter(({ method, path }) => `${method} ${path}` === wanted).map(({ body }) => body);

async function searchFor({ user }: Opened, address = email): Promise<void> {
  await user.clear(field());
  await user.type(field(), address);
  await user.click(button('Search'));
}

/** Opens the page and searches; `answer` is the response to the search. */
async function show(answer: unknown, session = visitorSession): Promise<Opened> {
  network.answer(search, { body: answer });
  const page = open(session);
  await searchFor(page);
  await screen.findByRole('heading', { level: 2, name: /Subscription|Cancellation/ });
  return page;
}

async function expectAccessible({ container }: Opened): Promise<void> {
  const rules = { 'color-contrast': { enabled: false }, region: { enabled: false } };
  const { violations } = await axe.run(container, { rules });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}

test.each([
  ['sign in and choose Cancel', '/my-account'],
  ['contact form', '/contact?type=general'],
])('names the other ways to cancel, and %s leads there', async (name, target) => {
  const page = open();
  expect(screen.getByRole('heading', { level: 1, name: 'Cancel Subscription' })).toBeInTheDocument();
  await page.user.click(within(screen.getByRole('complementary')).getByRole('link', { name }));
  expect(page.address()).toBe(target);
});

describe('the search', () => {
  test('needs an address: the button is unavailable while the field is empty', async () => {
    const page = open();
    expect(button('Search')).toHaveAttribute('aria-disabled', 'true');
    await page.user.type(field(), '  {Enter}');
    expect(network.calls).toEqual([]);
    await page.user.type(field(), 'driver');
    expect(button('Search')).not.toHaveAttribute('aria-disabled');
  });

  test('sends any text that is not empty, and says of what is no address that it can have no subscription', async () => {
    network.answer(search, { status: 400, body: { type: 'x', code: 'request-invalid', title: 'x', status: 400 } });
    const page = open();
    await searchFor(page, ' driver');
    expect(await screen.findByRole('alert')).toHaveTextContent(/^No Subscription FoundThat is not an e-mail address/);
    expect(field()).toHaveValue('driver');
    expect(calls(search)).toEqual([{ email: 'driver' }]);
    await expectAccessible(page);
  });

  test('shows every visitor the same text, with the reasons why no code may come', async () => {
    network.answer(search, { body: { outcome: 'code-sent' } });
    const page = open();
    await searchFor(page, ' Driver@Example.com');
    expect(await screen.findByText(sentWords)).toBeInTheDocument();
    const code = screen.getByRole('textbox', { name: 'Six-digit code' });
    expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    expect(code).toHaveAttribute('inputmode', 'numeric');
    expect(screen.getByRole('heading', { name: 'No Subscription Found' })).toBeInTheDocument();
    expect(screen.getAllByText(/Possible reasons/)).toHaveLength(1);
    expect(calls(search)).toEqual([{ email }]);
    expect(screen.getByRole('heading', { name: 'Enter your code' })).toHaveFocus();
    expect(screen.getByText(`If so, it goes to ${email} and works for 10 minutes.`)).toBeInTheDocument();
    await expectAccessible(page);
  });

  test.each([
    ['no answer', 'no-answer' as const],
    ['an error', unavailable],
  ])('shows an error when it fails (%s), never that nothing exists, and can be retried', async (_, failure) => {
    network.answer(search, failure, { body: { outcome: 'code-sent' } });
    const page = open();
    await searchFor(page);
    expect(await screen.findByText('The search failed')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact?type=general');
    expect(screen.queryByText('No Subscription Found')).toBeNull();
    expect(field()).toHaveValue(email);
    await expectAccessible(page);
    await page.user.click(button('Try again'));
    expect(await screen.findByText(sentWords)).toBeInTheDocument();
    expect(calls(search)).toEqual([{ email }, { email }]);
  });

  test('past the hourly limit names the time to wait, without an error reference', async () => {
    const body = { type: 'x', code: 'too-many-requests', title: 'Too many requests.', status: 429, requestId: 'r-1' };
    network.answer(search, { status: 429, body: { ...body, detail: 'You can try again in 20 minutes.' } });
    const page = open();
    await searchFor(page);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(/try again in 20 minutes.*a few codes an hour.*Use the last one/);
    expect(alert).not.toHaveTextContent(/failed|Reference/);
    await expectAccessible(page);
  });

  test('has the address of a signed-in user filled in, and needs no code for it', async () => {
    network.answer(search, { body: nothing });
    const page = open(signedInSession({ email }));
    expect(field()).toHaveValue(email);
    await page.user.click(button('Search'));
    expect(await screen.findByRole('heading', { name: 'No Subscription Found' })).toBeInTheDocument();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  test('an address that becomes known late is filled in only while the visitor is not in the field', async () => {
    let signIn = () => {};
    const LateSession = () => {
      const [session, setSession] = useState<SessionState>(visitorSession);
      signIn = () => setSession(signedInSession({ email }));
      return (
        <FixedSession session={session}>
          <CancellationPage />
        </FixedSession>
      );
    };
    const page = renderPage(<LateSession />, { path: '/cancellation' });
    act(signIn);
    expect(field()).toHaveValue(email);
    page.unmount();

    const { user } = renderPage(<LateSession />, { path: '/cancellation' });
    await user.click(field());
    act(signIn);
    await user.keyboard('other@example.com');
    expect(field()).toHaveValue('other@example.com');
  });
});

describe('the code', () => {
  const code = () => screen.getByRole('textbox', { name: 'Six-digit code' });

  test('opens the results, also when typed with spaces', async () => {
    network.answer(search, { body: { outcome: 'code-sent' } }, { body: { ...nothing, subscriptions: [subscription] } });
    const page = open();
    await searchFor(page);
    await page.user.type(await screen.findByRole('textbox', { name: 'Six-digit code' }), '123 456{Enter}');
    expect(await screen.findByRole('heading', { name: 'Subscription Found' })).toBeInTheDocument();
    expect(calls(search)).toEqual([{ email }, { email, code: '123456' }]);
  });

  test('is not sent when incomplete; a refused code shows what to do, each time', async () => {
    network.answer(search, { body: { outcome: 'code-sent' } }, { body: { outcome: 'code-refused' } });
    const page = open();
    await searchFor(page);
    await page.user.type(await screen.findByRole('textbox', { name: 'Six-digit code' }), '12345{Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent('Enter the six digits of the code');
    expect(calls(search)).toHaveLength(1);
    await page.user.type(code(), '6{Enter}');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('This code is wrong, has expired or was used');
    expect(alert).toHaveFocus();
    expect(code()).toHaveValue('123456');
    await expectAccessible(page);
    await page.user.click(button('Continue'));
    await expect(screen.findByRole('alert')).resolves.toHaveFocus();
    expect(calls(search)).toHaveLength(3);
  });

  test('is no longer usable after five wrong guesses', async () => {
    network.answer(search, { body: { outcome: 'code-sent' } }, { body: { outcome: 'code-refused' } });
    const page = open();
    await searchFor(page);
    await page.user.type(await screen.findByRole('textbox', { name: 'Six-digit code' }), '123456');
    for (const guesses of [1, 2, 3, 4, 5]) {
      await page.user.click(button('Continue'));
      const words = guesses < 5 ? /is wrong, has expired or was used/ : /stopped working after 5 wrong tries/;
      expect(await screen.findByRole('alert')).toHaveTextContent(words);
      expect(calls(search)).toHaveLength(1 + guesses);
    }
  });

  test('can be requested again, which empties the field', async () => {
    network.answer(search, { body: { outcome: 'code-sent' } });
    const page = open();
    await searchFor(page);
    await page.user.type(await screen.findByRole('textbox', { name: 'Six-digit code' }), '12');
    await page.user.click(button('Send another code'));
    expect(await screen.findByText(/another code is on its way/)).toBeInTheDocument();
    expect(code()).toHaveValue('');
    expect(calls(search)).toEqual([{ email }, { email }]);
  });

  test('stays in the field when the check fails, with an error', async () => {
    network.answer(search, { body: { outcome: 'code-sent' } }, { body: { outcome: 'code-refused' } }, unavailable, {
      body: nothing,
    });
    const page = open();
    await searchFor(page);
    await page.user.type(await screen.findByRole('textbox', { name: 'Six-digit code' }), '123456{Enter}');
    await page.user.type(
      await screen.findByRole('textbox', { name: 'Six-digit code', description: /wrong/ }),
      '{Enter}',
    );
    expect(await screen.findByText('The search failed')).toBeInTheDocument();
    expect(code()).not.toBeInvalid();
    await page.user.click(button('Try again'));
    expect(await screen.findByText(/We found no subscription for this address/)).toBeInTheDocument();
    expect(calls(search).at(-1)).toEqual({ email, code: '123456' });
  });

  test('is left by Search Different Email, which keeps the address', async () => {
    network.answer(search, { body: { outcome: 'code-sent' } });
    const page = open();
    await searchFor(page);
    await page.user.click(await screen.findByRole('button', { name: 'Search Different Email' }));
    expect(field()).toHaveValue(email);
    expect(field()).toHaveFocus();
    expect(screen.queryByText(sentWords)).toBeNull();
  });
});

describe('the views, in the order of the specification', () => {
  const everything: SubscriptionSearchResult = {
    outcome: 'answer',
    cancellation_request: running,
    refunded_payment_found: true,
    refunded_payment_info: refundedInfo,
    canceled_subscription_found: true,
    canceled_subscription_info: canceledInfo,
    payment_intents_found: true,
    subscriptions: [{ ...subscription }],
  };
  test.each<[string, Partial<SubscriptionSearchResult>]>([
    ['Cancellation Request Found', {}],
    ['Cancellation Request Already Processed', { cancellation_request: null }],
    ['Cancellation Already Processed', { cancellation_request: null, refunded_payment_found: false }],
    [
      'Subscription Found',
      { cancellation_request: null, refunded_payment_found: false, canceled_subscription_found: false },
    ],
    ['No Subscription Service Found', { ...nothing, payment_intents_found: true }],
    ['No Subscription Found', nothing],
  ])('%s', async (title, answer) => {
    const page = await show({ ...everything, ...answer });
    const shown = screen.getByRole('heading', { level: 2, name: title });
    expect(shown).toHaveFocus();
    // Including 'What you get back' and 'Other ways to cancel'.
    expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(3);
    expect(button('Search Different Email')).toBeInTheDocument();
    await expectAccessible(page);
  });

  test('a request shows when it was made, when it ends, and where to undo it', async () => {
    await show({ ...nothing, cancellation_request: running });
    expect(screen.getByText('01/11/2026')).toBeInTheDocument();
    expect(screen.getByText('AB12 CDE')).toBeInTheDocument();
    expect(screen.getByText(/It ends on 22 December 2036/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Keep my membership' })).toHaveAttribute('href', '/my-account');
  });

  test('a request that ended with a refund cannot be undone', async () => {
    await show({ ...nothing, cancellation_request: { ...cancellationSummaryFixture, refund: full } });
    expect(screen.getByText(/It ended on 1 November 2026.*£8\.90 goes back to your card/)).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Keep my membership' })).toBeNull();
  });

  test('a refund shows its day, vehicle and amount', async () => {
    await show({ ...refunded, refunded_payment_info: refundedInfo });
    for (const text of ['20/11/2026', 'AB12 CDE', '£8.90']) expect(screen.getByText(text)).toBeInTheDocument();
    expect(screen.getByText(/5-10 business days/)).toBeInTheDocument();
  });

  test('a cancelled subscription shows every field, the day in UK time, the amount in its currency', async () => {
    await show({ ...nothing, canceled_subscription_found: true, canceled_subscription_info: canceledInfo });
    for (const text of [
      'Date cancelled',
      'Last payment',
      '02/07/2026',
      'Subscription ID',
      'sub_1Q2w3E4r5T',
      'AB12 CDE',
      '$8.90',
    ]) {
      expect(screen.getByText(text)).toBeInTheDocument();
    }
  });

  test('a cancelled subscription of an unknown vehicle shows no vehicle', async () => {
    const info = { ...canceledInfo, registration_number: 'N/A' };
    await show({ ...nothing, canceled_subscription_found: true, canceled_subscription_info: info });
    expect(screen.queryByText('Vehicle registration')).toBeNull();
    expect(screen.queryByText('N/A')).toBeNull();
  });

  test.each([
    [
      'trial',
      noRefundFixture,
      /It ends at once, and the £8\.90 will not be charged\. The 50p for the trial is not refunded/,
    ],
    [
      'active',
      noRefundFixture,
      /It ends on 22 December 2036, when the time you have paid for runs out.*There is no refund/,
    ],
    [
      'active',
      full,
      /You get £8\.90 back, because you have not used the full check it paid for\. The refund goes to the card you paid with.*5-10 business days\. Your membership ends at once/,
    ],
    ['active', { kind: 'pro-rata', pence: 412 }, /You get £4\.12 back, for the rest of the month/],
    [
      'active',
      { kind: 'pro-rata', pence: 377, daysLeft: 29, fullCheckPence: 500 },
      /You get £3\.77 back, for the 29 whole days left of the month\. The £5\.00 for the full check you used is not returned\./,
    ],
    [
      'past-due',
      noRefundFixture,
      /It ends at once\. What you owe will not be charged\. There is no refund of earlier payments.*already under way, we return it/,
    ],
  ] as const)(
    'a subscription (%s) shows the refund and the end before it is cancelled',
    async (state, refund, words) => {
      await show({
        ...nothing,
        subscriptions: [{ ...subscription, state, refund, endsImmediately: !words.source.startsWith('It ends on') }],
      });
      expect(screen.getByText(words)).toBeInTheDocument();
      expect(screen.getByText('AB12 CDE')).toBeInTheDocument();
      expect(screen.queryAllByText('Refund available')).toHaveLength(refund.kind === 'none' ? 0 : 1);
      expect(calls(request)).toEqual([]);
    },
  );
});

test('states the rules of a refund before anything is searched for', () => {
  open();
  const rules = screen.getByRole('region', { name: 'What you get back' });
  for (const rule of Object.values(refundRuleTexts())) expect(rules).toHaveTextContent(rule);
});

test('states the rules of the contract that was found, which may be older than today’s', async () => {
  const agreed = { pence: 890, fullCheckPence: 0 };
  await show({ ...nothing, subscriptions: [{ ...subscription, agreed }] });
  const rules = screen.getByRole('region', { name: 'What you get back' });
  for (const rule of Object.values(refundRuleTextsOfContract(agreed))) expect(rules).toHaveTextContent(rule);
  expect(rules).not.toHaveTextContent(refundRuleTexts().used);
});

test('states no rules for a cancelled subscription, whose refund was decided then', async () => {
  await show({ ...nothing, cancellation_request: running });
  expect(screen.queryByRole('region', { name: 'What you get back' })).toBeNull();
});

describe('Request Cancellation', () => {
  const found = (refund: typeof full | typeof noRefundFixture = full) => ({
    ...nothing,
    subscriptions: [{ ...subscription, refund }],
  });
  const processed = {
    outcome: 'cancelled',
    summary: { ...cancellationSummaryFixture, refund: full },
    answerToken: 'token-1',
  };

  test('is sent once, and shows the result; one question may be answered afterwards', async () => {
    network.answer(request, { body: processed });
    network.answer('POST /api/cancellation-answer', { status: 204 });
    const page = await show(found());
    await page.user.dblClick(button('Request Cancellation'));
    const heading = await screen.findByRole('heading', { name: 'Cancellation Processed' });
    expect(heading).toHaveFocus();
    expect(screen.getByText('AB12 CDE')).toBeInTheDocument();
    expect(screen.getByText(/£8\.90 goes back to your card and appears in 5-10 business days/)).toBeVisible();
    expect(calls(request)).toEqual([{ email }]);
    await expectAccessible(page);

    await page.user.click(await screen.findByRole('button', { name: 'Send answer' }));
    expect(screen.getByRole('textbox')).toBeInvalid();
    await page.user.type(screen.getByRole('textbox', { name: 'What made you leave?' }), 'I sold\nthe car');
    await page.user.click(button('Send answer'));
    expect(await screen.findByText('Thank you for telling us.')).toBeInTheDocument();
    expect(calls('POST /api/cancellation-answer')).toEqual([{ token: 'token-1', answer: 'I sold the car' }]);

    await page.user.click(button('Start Over'));
    expect(field()).toHaveValue('');
  });

  test('without a refund mentions none; the question can be skipped', async () => {
    network.answer(request, { body: { ...processed, summary: cancellationSummaryFixture } });
    const page = await show(found(noRefundFixture));
    await page.user.click(button('Request Cancellation'));
    const words = await screen.findByText(/It ended on 1 November 2026/);
    expect(words).not.toHaveTextContent(/card|refund/i);
    expect(words).toHaveTextContent('If a payment of £8.90 is already under way, we return it.');
    await page.user.click(await screen.findByRole('button', { name: 'Skip' }));
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(document.activeElement).toContainElement(screen.getByText('No answer was sent.'));
    expect(document.body).not.toHaveFocus();
    expect(calls('POST /api/cancellation-answer')).toEqual([]);
  });

  test('of a signed-in member can be undone immediately', async () => {
    network.answer(request, { body: { outcome: 'cancelled', summary: running, answerToken: null } });
    network.answer(keep, unavailable, { body: { outcome: 'kept', subscription: activeSubscription } });
    const page = await show(found(noRefundFixture), signedInSession({ email }));
    await page.user.click(button('Request Cancellation'));
    await page.user.click(await screen.findByRole('button', { name: 'Keep my membership' }));
    expect(await screen.findByText('We couldn’t keep it. It is still cancelled')).toBeInTheDocument();
    await page.user.click(button('Keep my membership'));
    expect(await screen.findByText('You keep your membership')).toBeInTheDocument();
    expect(screen.getByText(/Next charge: £8\.90 on 22 December 2036/)).toBeInTheDocument();
  });

  test('shows that nothing was cancelled when it fails, and can be retried', async () => {
    network.answer(request, 'no-answer', { body: processed });
    const page = await show(found());
    await page.user.click(button('Request Cancellation'));
    expect(await screen.findByText('It was not cancelled')).toBeInTheDocument();
    await page.user.click(button('Request Cancellation'));
    expect(await screen.findByRole('heading', { name: 'Cancellation Processed' })).toBeInTheDocument();
  });

  test('requests another code half an hour after the last', async () => {
    network.answer(request, { body: { outcome: 'code-needed' } });
    const page = await show(found());
    network.answer(search, { body: { outcome: 'code-sent' } });
    await page.user.click(button('Request Cancellation'));
    expect(await screen.findByText(/counts for only half an hour/)).toBeInTheDocument();
    expect(screen.getByText(sentWords)).toBeInTheDocument();
    await expectAccessible(page);
  });

  test('shows what another tab has cancelled in the meantime', async () => {
    network.answer(request, { body: { outcome: 'none' } });
    const page = await show(found());
    network.answer(search, { body: { ...nothing, cancellation_request: running } });
    await page.user.click(button('Request Cancellation'));
    expect(await screen.findByRole('heading', { name: 'Cancellation Request Found' })).toBeInTheDocument();
  });
});
