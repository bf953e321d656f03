import { beforeEach, describe, expect, test } from '@jest/globals';
import { act, cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react';
import { currentConsents } from '@ve/domain/membership/consents';
import { refundRuleTexts } from '@ve/domain/membership/refund-rule-texts';
import { storeFullCheckAwaitingPayment, readFullCheckAwaitingPayment } from '@ve/mfe-kit/pending-check';
import { renderPage, signedInSession, visitorSession } from '@ve/mfe-kit/testing';
import { installFakeNetwork, type FakeRequestOutcome } from '@ve/mfe-kit/testing-network';
import {
  fullCheckPath,
  finishedFullCheck,
  failedFullCheck,
  fullCheckOf,
  membershipAnswersByPlan,
  runningFullCheck,
  savedReportPath,
  savedReportWithCheck,
  startFullCheckRequest,
} from '../../testing/full-checks.ts';
import { FullCheckUnlockButton } from './unlock-button.tsx';
import type { FullCheckUnlockPlace } from './unlock-context.ts';
import { FullCheckUnlockProvider } from './unlock-provider.tsx';

// On a loaded machine the first render of a file may take seconds.
configure({ asyncUtilTimeout: 10_000 });

const network = installFakeNetwork();
beforeEach(() => {
  sessionStorage.clear();
});
const checksStarted = () => network.calls.filter(({ method, path }) => `${method} ${path}` === startFullCheckRequest);

const open = (session = signedInSession(), place: FullCheckUnlockPlace = 'vdi') =>
  renderPage(
    <FullCheckUnlockProvider registration="AB12CDE">
      <FullCheckUnlockButton registration="AB12CDE" place={place} />
    </FullCheckUnlockProvider>,
    { queries: true, session },
  );

function answer(
  plan: (typeof membershipAnswersByPlan)[keyof typeof membershipAnswersByPlan],
  ...started: FakeRequestOutcome[]
): void {
  network.answer('GET /api/subscription', { body: plan });
  network.answer(`GET ${savedReportPath}`, { body: savedReportWithCheck(null) });
  if (started.length > 0) network.answer(startFullCheckRequest, ...started);
}

const unlockButton = () => screen.findByRole('button', { name: '1 credit available - Click to unlock' });

describe('the button', () => {
  test('leads a visitor to the sign-up, shows the contents and the price of the check, and sends no request', async () => {
    open(visitorSession);
    const link = await screen.findByRole('link', { name: 'Sign Up to Upgrade' });
    expect(link).toHaveAttribute('href', '/signup?reg=AB12CDE');
    expect(screen.getByText(/stolen, written off or on finance/)).toHaveTextContent(
      /50p for a 24-hour trial, then £8\.90 a month until you cancel/,
    );
    expect(network.calls).toEqual([]);
  });

  test('leads a reader who never had a membership to the trial, with its price', async () => {
    answer(membershipAnswersByPlan.none);
    open();
    expect(await screen.findByRole('link', { name: 'Upgrade Early' })).toHaveAttribute('href', '/signup?reg=AB12CDE');
    expect(screen.getByText(/50p for a 24-hour trial, then £8\.90 a month until you cancel/)).toBeVisible();
  });

  test('offers a member with a credit to use it', async () => {
    answer(membershipAnswersByPlan.credit);
    open();
    expect(await unlockButton()).not.toHaveAttribute('aria-disabled');
    expect(screen.getByText(/You get it back if the registers don’t answer/)).toBeVisible();
  });

  test.each([
    ['used', 'Your next full check comes on 22 December 2036.'],
    ['ending', 'Your membership ends on 22 December 2036 without another check.'],
  ] as const)('shows a member without a credit when the next check comes (%s)', async (plan, why) => {
    answer(membershipAnswersByPlan[plan]);
    const { user } = open();
    const button = await screen.findByRole('button', {
      name: 'No credits remaining (resets next billing period)',
    });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toHaveAccessibleDescription(why);
    await user.click(button);
    expect(checksStarted()).toEqual([]);
  });

  const paid = /^Asks police.*£8\.90 now, then £8\.90 a month until you cancel\. This full check is included\./;
  test.each([
    ['trial', 'Upgrade Early'],
    ['owing', 'Pay £8.90 now'],
    ['cancelled', 'Start again'],
  ] as const)('offers payment to a reader who is not subscribed, named for their state (%s)', async (plan, name) => {
    answer(membershipAnswersByPlan[plan]);
    open();
    expect(await screen.findByRole('button', { name })).toHaveAccessibleDescription(paid);
  });

  test('shows the price of Upgrade Early in one line in the phone’s bar', async () => {
    answer(membershipAnswersByPlan.trial);
    open(signedInSession(), 'bar');
    expect(await screen.findByRole('button', { name: 'Upgrade Early' })).toHaveAccessibleDescription(
      '£8.90 now, then £8.90 a month until you cancel. You confirm it next.',
    );
  });

  test.each([
    ['vdi', /Your full check comes with the £8\.90 that is due, usually within about an hour\./],
    ['bar', 'Your full check comes with the £8.90 that is due, usually within about an hour.'],
  ] as const)('is absent in the hour in which the charge is made (%s)', async (place, text) => {
    answer(membershipAnswersByPlan.due);
    open(signedInSession(), place);
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('shows when the plan cannot be read, and reads it again', async () => {
    answer(membershipAnswersByPlan.credit);
    network.answer('GET /api/subscription', { status: 500 });
    const { user } = open();
    const again = await screen.findByRole('button', { name: 'Try again' }, { timeout: 15_000 });
    network.answer('GET /api/subscription', { body: membershipAnswersByPlan.credit });
    await user.click(again);
    expect(await unlockButton()).toBeVisible();
  }, 30_000);
});

describe('Upgrade Early', () => {
  const upgrading = 'POST /api/upgrade-subscription';
  const paid = () => network.calls.filter(({ method, path }) => `${method} ${path}` === upgrading);
  const early = () => screen.findByRole('button', { name: 'Upgrade Early' });
  const pay = () => screen.findByRole('button', { name: 'Pay £8.90 now' });
  const upgraded = { body: { outcome: 'upgraded', subscription: membershipAnswersByPlan.credit } };
  const endCheck = async () => {
    await waitFor(() => expect(network.streams).toHaveLength(1));
    act(() => network.streams[0]?.send(finishedFullCheck()));
    expect(await screen.findByText('Full VDI Check Completed')).toBeVisible();
  };

  test('requires a confirmation, and charges nothing when it is dismissed', async () => {
    answer(membershipAnswersByPlan.trial);
    const { user } = open();
    const button = await early();
    await user.click(button);
    const dialog = await screen.findByRole('dialog', { name: 'End your trial and start the membership?' });
    expect(dialog).toHaveTextContent(
      /Today£8\.90Next charge£8\.90 on 21 December 2036, then each month until you cancel/,
    );
    expect(dialog).toHaveTextContent('CardVisa ending 4242');
    expect(dialog).toHaveTextContent('Full checkAB12 CDE, started once you have paid');
    expect(dialog).toHaveTextContent(refundRuleTexts().used);
    await user.keyboard('{Escape}');
    fireEvent(dialog, new Event('cancel', { cancelable: true }));
    expect(screen.queryByRole('button', { name: 'Pay £8.90 now' })).toBeNull();
    expect(button).toHaveFocus();
    expect([paid(), sessionStorage.length]).toEqual([[], 0]);
  });

  test('pays once, and starts the check automatically', async () => {
    answer(membershipAnswersByPlan.trial, { status: 202, body: runningFullCheck({ VDI: 'asking' }) });
    network.answer(upgrading, upgraded);
    const { user } = open();
    await user.click(await early());
    network.answer('GET /api/subscription', { body: membershipAnswersByPlan.credit });
    await user.dblClick(await pay());
    expect(await screen.findByText('Subscription upgraded!')).toBeVisible();
    expect(screen.getByText('The full check of AB12 CDE starts now.')).toBeVisible();
    expect(await screen.findByText('Asking police, insurers and lenders')).toBeVisible();
    expect(screen.getByText(/^Full check running/)).toBeInTheDocument();
    await endCheck();
    expect([paid().length, checksStarted().length]).toEqual([1, 1]);
    expect(sessionStorage.length).toBe(0);
  });

  test('starts an ended membership again with its consent, and runs the check', async () => {
    answer(membershipAnswersByPlan.cancelled, { status: 202, body: runningFullCheck() });
    network.answer(upgrading, upgraded);
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Start again' }));
    expect(await screen.findByText(new RegExp(currentConsents.rejoin.text))).toBeVisible();
    network.answer('GET /api/subscription', { body: membershipAnswersByPlan.credit });
    await user.click(screen.getByRole('button', { name: 'Pay £8.90 now, then £8.90 a month' }));
    expect(await screen.findByText('Your membership has started again')).toBeVisible();
    await endCheck();
    expect(paid().map(({ body }) => body)).toEqual([{ consent: currentConsents.rejoin.version }]);
  });

  test('starts the check when the bank responds later', async () => {
    answer(membershipAnswersByPlan.trial, { status: 202, body: runningFullCheck() });
    network.answer(upgrading, { body: { outcome: 'pending' } });
    const { user } = open();
    await user.click(await early());
    await user.click(await pay());
    expect(
      await screen.findByText('Your bank has not answered yet. The full check starts once you have paid.'),
    ).toBeVisible();
    expect(checksStarted()).toEqual([]);
    network.answer('GET /api/subscription', { body: membershipAnswersByPlan.credit });
    await waitFor(() => expect(checksStarted()).toHaveLength(1), { timeout: 15_000 });
    await endCheck();
  }, 30_000);

  test('starts the check once on a page that was loaded in the meantime', async () => {
    storeFullCheckAwaitingPayment(signedInSession().user?.id ?? '', 'AB12CDE');
    answer(membershipAnswersByPlan.credit, { status: 202, body: runningFullCheck() });
    open();
    await endCheck();
    expect(checksStarted()).toHaveLength(1);
    cleanup();
    open();
    expect(await unlockButton()).toBeVisible();
    expect(checksStarted()).toHaveLength(1);
  });

  test('waits on a page that was loaded before the bank responded', async () => {
    storeFullCheckAwaitingPayment(signedInSession().user?.id ?? '', 'AB12CDE');
    answer(membershipAnswersByPlan.trial, { status: 202, body: runningFullCheck() });
    open();
    expect(await screen.findByText('The full check starts once you have paid.')).toBeVisible();
    network.answer('GET /api/subscription', { body: membershipAnswersByPlan.credit });
    await waitFor(() => expect(checksStarted()).toHaveLength(1), { timeout: 15_000 });
  }, 30_000);

  test.each<[string, string, string, FakeRequestOutcome]>([
    ['another car', signedInSession().user?.id ?? '', 'FN15FNC', { body: savedReportWithCheck(null) }],
    ['another person', 'another-user', 'AB12CDE', { body: savedReportWithCheck(null) }],
    [
      'a check that is done',
      signedInSession().user?.id ?? '',
      'AB12CDE',
      { body: savedReportWithCheck(finishedFullCheck()) },
    ],
  ])('starts no check for %s', async (_, userId, registration, saved) => {
    storeFullCheckAwaitingPayment(userId, registration);
    answer(membershipAnswersByPlan.credit);
    network.answer(`GET ${savedReportPath}`, saved);
    open();
    await screen.findByText(/1 credit available|Full VDI Check Completed/);
    expect(checksStarted()).toEqual([]);
  });

  test('does not automatically retry a check that has failed', async () => {
    storeFullCheckAwaitingPayment(signedInSession().user?.id ?? '', 'AB12CDE');
    answer(membershipAnswersByPlan.credit, { status: 202, body: runningFullCheck() });
    open();
    await waitFor(() => expect(network.streams).toHaveLength(1));
    act(() => network.streams[0]?.send(failedFullCheck()));
    expect(await screen.findByText('Failed to perform VDI check')).toBeVisible();
    cleanup();
    network.answer(`GET ${savedReportPath}`, { body: savedReportWithCheck(failedFullCheck()) });
    open();
    expect(await unlockButton()).toBeVisible();
    expect(checksStarted()).toHaveLength(1);
  });

  test('repeats a start without a response after a reload, which continues it', async () => {
    storeFullCheckAwaitingPayment(signedInSession().user?.id ?? '', 'AB12CDE');
    answer(membershipAnswersByPlan.credit, 'no-answer', { status: 202, body: runningFullCheck() });
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to perform VDI check');
    cleanup();
    open();
    await endCheck();
    expect(checksStarted()).toHaveLength(2);
  });

  test('leads to the account when a card or an authentication is needed; the check stays pending', async () => {
    answer(membershipAnswersByPlan.trial);
    network.answer(
      upgrading,
      { body: { outcome: 'card-needed', message: 'Your card was declined.' } },
      { body: { outcome: 'authenticate', clientSecret: 'pi_1_secret_1' } },
    );
    const { user, address } = open();
    await user.click(await early());
    await user.click(await pay());
    expect(await screen.findByText('Your card was declined.')).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(
      'There was an error upgrading your subscription. Please try again.',
    );
    expect(screen.getByRole('link', { name: 'Use another card' })).toHaveAttribute('href', '/my-account?card=change');
    await user.click(await early());
    await user.click(await pay());
    await user.click(await screen.findByRole('button', { name: 'Confirm with your bank' }));
    expect(address()).toBe('/my-account');
    expect(
      screen.getByText('Confirm it in your account. The full check of AB12 CDE then starts automatically.'),
    ).toBeVisible();
    expect(readFullCheckAwaitingPayment(signedInSession().user?.id ?? '')).toBe('AB12CDE');
    expect(checksStarted()).toEqual([]);
  });

  test('shows when Stripe is down, and starts nothing', async () => {
    answer(membershipAnswersByPlan.trial);
    network.answer(upgrading, { status: 503 });
    const { user } = open();
    await user.click(await early());
    await user.click(await pay());
    expect(await screen.findByRole('alert')).toHaveTextContent('Upgrade failed');
    expect(await early()).toBeVisible();
    expect(checksStarted()).toEqual([]);
  });
});

describe('unlocking', () => {
  test('a double click starts one check, whose progress is shown for two seconds and whose end takes the focus', async () => {
    answer(membershipAnswersByPlan.credit, { status: 202, body: runningFullCheck({ VDI: 'asking' }) });
    const { user } = open();
    const began = performance.now();
    await user.dblClick(await unlockButton());
    expect(await screen.findByText('Asking police, insurers and lenders')).toBeVisible();
    expect(screen.getByText('In progress')).toBeVisible();
    expect(screen.getByText('Full check running: 0 of 5 answered')).toBeInTheDocument();
    await waitFor(() => expect(network.streams).toHaveLength(1));
    expect(network.streams[0]?.url).toBe(`${fullCheckPath}/events`);
    network.answer('GET /api/subscription', { body: membershipAnswersByPlan.used });
    act(() => network.streams[0]?.send(runningFullCheck({ VDI: 'answered', DVLA: 'unavailable' })));
    expect(await screen.findByText('Full check running: 2 of 5 answered')).toBeInTheDocument();
    act(() => network.streams[0]?.send(finishedFullCheck()));
    expect(await screen.findByRole('button', { name: 'Writing your report…' })).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent(/^Writing your report…$/);
    const completed = await screen.findByText('Full VDI Check Completed');
    expect(performance.now() - began).toBeGreaterThanOrEqual(2_000);
    expect(completed.closest('[tabindex]')).toHaveFocus();
    expect(screen.getByText('It is in your report.')).toBeInTheDocument();
    expect(checksStarted()).toHaveLength(1);
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('a running check is polled from the saved report, without starting one', async () => {
    answer(membershipAnswersByPlan.used);
    network.answer(`GET ${savedReportPath}`, { body: savedReportWithCheck(runningFullCheck({ VDI: 'asking' })) });
    open();
    expect(await screen.findByText('Asking for the valuation')).toBeVisible();
    await waitFor(() => expect(network.streams).toHaveLength(1));
    act(() => network.streams[0]?.send(finishedFullCheck()));
    expect(await screen.findByText('Full VDI Check Completed')).toBeVisible();
    expect(document.body).toHaveFocus();
    expect(checksStarted()).toEqual([]);
  });

  test('a completed check is shown immediately', async () => {
    answer(membershipAnswersByPlan.used);
    network.answer(`GET ${savedReportPath}`, { body: savedReportWithCheck(finishedFullCheck()) });
    open();
    expect(await screen.findByText('Full VDI Check Completed')).toBeVisible();
    expect(screen.getByText('Checked on 1 June 2026 at 10:00 UK time.')).toBeVisible();
    expect(network.streams).toEqual([]);
  });

  test('a check of an earlier billing period can be repeated with the new credit', async () => {
    answer(membershipAnswersByPlan.credit);
    network.answer(`GET ${savedReportPath}`, { body: savedReportWithCheck(null, fullCheckOf()) });
    open();
    expect(await unlockButton()).toBeVisible();
    expect(screen.getByText('Full VDI Check Completed')).toBeVisible();
  });

  test('a check that failed shows that the credit was returned, and can be started again', async () => {
    answer(membershipAnswersByPlan.credit, { status: 202, body: runningFullCheck() }, { body: finishedFullCheck() });
    const { user } = open();
    await user.click(await unlockButton());
    await waitFor(() => expect(network.streams).toHaveLength(1));
    act(() => network.streams[0]?.send(failedFullCheck()));
    expect(await screen.findByText('Failed to perform VDI check')).toBeVisible();
    expect(
      screen.getByText('The registers did not answer. Your credit is back. Try again in a few minutes.'),
    ).toBeVisible();
    await user.click(await unlockButton());
    expect(await screen.findByText('Full VDI Check Completed')).toBeVisible();
  });

  test.each([
    ['tomorrow', 'Try again tomorrow.'],
    ['never', 'You can use it for another car.'],
  ] as const)('a failed check that can be retried %s shows it', async (retry, text) => {
    answer(membershipAnswersByPlan.credit);
    network.answer(`GET ${savedReportPath}`, { body: savedReportWithCheck(failedFullCheck(true, retry)) });
    open();
    expect(await screen.findByText(`The registers did not answer. Your credit is back. ${text}`)).toBeVisible();
  });

  test('a check that failed after its billing period leads to support, which alone can return the credit', async () => {
    answer(membershipAnswersByPlan.used);
    network.answer(`GET ${savedReportPath}`, { body: savedReportWithCheck(failedFullCheck(false)) });
    open();
    expect(
      await screen.findByText(
        /^The registers did not answer\. We couldn’t return your credit .* billing period has ended/,
      ),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: 'Write to us' })).toHaveAttribute('href', '/contact?type=general');
    expect(screen.queryByText(/credit (is|comes) back/)).toBeNull();
  });

  test.each([
    [true, 'We couldn’t complete the check. Your credit is back.'],
    [false, 'We couldn’t complete the check. We couldn’t return your credit'],
  ])(
    'the phone’s bar shows the failure in one line, announced once (credit returned: %s)',
    async (creditReturned, line) => {
      answer(membershipAnswersByPlan.credit, { status: 202, body: runningFullCheck() });
      const { user } = open(signedInSession(), 'bar');
      await user.click(await unlockButton());
      await waitFor(() => expect(network.streams).toHaveLength(1));
      act(() => network.streams[0]?.send(failedFullCheck(creditReturned)));
      expect(await screen.findByText(line, { exact: false })).toBeVisible();
      expect(screen.getByRole('link', { name: 'Read more' })).toHaveAttribute('href', '/?tab=vdi#full-check');
      expect(screen.getAllByRole('status')).toHaveLength(1);
      expect(screen.getByRole('status')).toHaveTextContent(/^Failed to perform VDI check\. /);
      expect(screen.queryByRole('alert')).toBeNull();
    },
  );

  test('a refusal shows its message, and the plan is read again', async () => {
    answer(membershipAnswersByPlan.credit, {
      body: {
        outcome: 'refused',
        reason: 'no-credit',
        message: 'No credits remaining for this billing period',
      },
    });
    const { user } = open();
    const button = await unlockButton();
    network.answer('GET /api/subscription', { body: membershipAnswersByPlan.used });
    await user.click(button);
    expect(await screen.findByText('No credits remaining for this billing period')).toBeVisible();
    expect(await screen.findByRole('button', { name: /^No credits remaining/ })).toBeVisible();
  });

  test('a start without a response is a toast with the next step', async () => {
    answer(membershipAnswersByPlan.credit, 'no-answer', { body: finishedFullCheck() });
    const { user } = open();
    await user.click(await unlockButton());
    const toast = await screen.findByRole('alert');
    expect(toast).toHaveTextContent('Failed to perform VDI check');
    expect(toast).toHaveTextContent('No second credit is used');
    await user.click(await unlockButton());
    expect(await screen.findByText('Full VDI Check Completed')).toBeVisible();
  });

  test('a session that has ended leads to the sign-in', async () => {
    answer(membershipAnswersByPlan.credit, { status: 401 });
    const { user } = open();
    await user.click(await unlockButton());
    const toast = await screen.findByRole('alert');
    expect(toast).toHaveTextContent('User not authenticated. Your session has ended. Sign in again and unlock.');
    expect(toast).not.toHaveTextContent('Try again');
    expect(screen.getByRole('link', { name: 'Sign in again and unlock.' })).toHaveAttribute(
      'href',
      '/signin?reg=AB12CDE',
    );
  });

  test('the service’s message is a separate sentence', async () => {
    answer(membershipAnswersByPlan.credit, { status: 405 });
    const { user } = open();
    await user.click(await unlockButton());
    expect(await screen.findByRole('alert')).toHaveTextContent('This method isn’t allowed here. Try again.');
  });

  test('without events the check is polled; when that fails too, polling can be resumed', async () => {
    answer(membershipAnswersByPlan.credit, { status: 202, body: runningFullCheck() });
    network.answer(`GET ${fullCheckPath}`, { status: 404 }, { body: finishedFullCheck() });
    const { user } = open();
    await user.click(await unlockButton());
    await waitFor(() => expect(network.streams).toHaveLength(1));
    act(() => network.streams[0]?.fail());
    expect(await screen.findByText('We lost track of the check')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(network.streams).toHaveLength(2));
    act(() => network.streams[1]?.fail());
    expect(await screen.findByText('Full VDI Check Completed')).toBeVisible();
    expect(checksStarted()).toHaveLength(1);
  });
});

beforeEach(() => {
  network.answer('POST /api/error-logs', { status: 204 });
});
