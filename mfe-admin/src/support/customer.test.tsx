import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { SlotProvider } from '@ve/mfe-kit/slot';
import { type RenderedPage, renderPage, staffSession } from '@ve/mfe-kit/testing';
import { type FakeRequestOutcome, installFakeNetwork } from '@ve/mfe-kit/testing-network';
import { exampleCustomerFile, exampleCustomerId } from '../testing/example-customer-file.ts';
import { CustomerPage } from './customer.page.tsx';

const network = installFakeNetwork();
const variant = `GET /api/admin/customers/${exampleCustomerId}`;

const open = (...replies: FakeRequestOutcome[]) => {
  network.answer(variant, ...replies);
  return renderPage(<CustomerPage />, {
    session: staffSession,
    queries: true,
    path: `/admin/support/${exampleCustomerId}`,
    route: '/admin/support/:userId',
    routes: { '/admin/support': <p>The search</p> },
  });
};
/** A section has the same name as its table. */
const rowsOf = (name: string): string[] =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);

test('shows all data about a customer, hostile text as text', async () => {
  open({ body: exampleCustomerFile() });
  expect(await screen.findByRole('heading', { level: 2, name: 'Dana Driver' })).toBeInTheDocument();
  const plan = within(screen.getByRole('group', { name: 'Plan' }));
  expect(plan.getByText('Active')).toBeInTheDocument();
  expect(
    plan.getByText('Ends at once; £1.30 refunded for 10 unused whole days, less £5.00 for the check used'),
  ).toBeInTheDocument();
  expect(plan.getByText('Visa •••• 4242, 09/2030')).toBeInTheDocument();
  expect(plan.getByText('Used')).toBeInTheDocument();
  expect(rowsOf('Charges')[0]).toMatch(/Membership.*£8\.90.*£1\.00.*Returned by the bank.*Open.*pi_1in_1/);
  expect(
    screen.getByText(/Stripe’s dashboard. Refunding the last charge there ends the membership/),
  ).toBeInTheDocument();
  expect(rowsOf('Full checks')[0]).toMatch(/FN15 FNC.*Failed.*Source error/);
  expect(rowsOf('Cancellations')[0]).toMatch(/E-mail link.*Check used.*Withdrawn/);
  expect(rowsOf('Requests and messages')[0]).toMatch(/Complaint.*VE-ABCDEFGH.*Escalated.*<img src=x onerror/);
  expect(document.querySelector('img')).toBeNull();
  const answers = screen.getByRole('link', { name: 'Answer open cases' });
  expect(answers).toHaveAttribute('href', '/admin/cases');
  expect(screen.getByText('Stopped: reminders, alerts and newsletter.')).toBeInTheDocument();
  expect(rowsOf('E-mails')[0]).toMatch(/Charge failed.*dana@example\.com.*Failed.*Refused 550/);
  expect(rowsOf('Jobs')[0]).toMatch(/Update a membership from Stripesubscriptions\.sync.*Not yet in its queue/);
  expect(rowsOf('Sessions')[0]).toMatch(/Firefox on Windows.*Link/);
  expect(rowsOf('Saved reports')[0]).toMatch(/WO16 WOF/);
  expect(rowsOf('Consents')[0]).toMatch(/The terms.*2026-11-21/);
  expect(network.calls).toHaveLength(1);
});

test('shows empty sections for an account without data', async () => {
  const file = exampleCustomerFile();
  const { membership } = file.plan!;
  open({
    body: exampleCustomerFile({
      person: { ...file.person, name: null, address: null, stripeCustomerId: null, emailVerifiedAt: null, roles: [] },
      plan: {
        membership: { ...membership, state: 'none', ifCancelled: null },
        stripeSubscriptionId: null,
        credit: 'no-period',
        ifDeleted: { kind: 'none', pence: 0 },
      },
      charges: [],
      vehicles: { checks: [], reports: [] },
      mails: { mails: [], stopped: [] },
      jobs: [],
      requests: { cancellations: [], others: [] },
      sessions: [],
      consents: [],
    }),
  });
  expect(await screen.findByText('This account has never had a membership.')).toBeInTheDocument();
  for (const words of [
    'No charges.',
    'No full checks.',
    'No cancellations.',
    'No requests or messages.',
    'No jobs for this customer now.',
    'Not signed in anywhere.',
    'Not yet confirmed by a link',
  ]) {
    expect(screen.getByText(words)).toBeInTheDocument();
  }
});

test('folds all but the newest rows of a section away, and shows that a mail bounced', async () => {
  const { mails } = exampleCustomerFile().mails!;
  const returned = Array.from({ length: 4 }, (_, index) => ({
    ...mails[0]!,
    id: session.replace(/8$/, String(index)),
    state: 'returned' as const,
    why: null,
  }));
  open({ body: exampleCustomerFile({ mails: { mails: returned, stopped: [] } }) });
  const folded = (await screen.findByText('2 more: E-mails')).closest('details')!;
  expect(folded).not.toHaveAttribute('open');
  expect(rowsOf('E-mails')).toHaveLength(2);
  expect(rowsOf('E-mails')[0]).toMatch(/Charge failed.*Bounced/);
  expect(within(folded).getAllByRole('row', { hidden: true })).toHaveLength(3);
});

test('a section that could not be read shows it, next to the others, and is read again', async () => {
  const { user } = open({ body: exampleCustomerFile({ mails: null }) }, { body: exampleCustomerFile() });
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('We couldn’t load “E-mails”');
  expect(rowsOf('Charges')).toHaveLength(1);
  await user.click(within(alert).getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('table', { name: 'E-mails' })).toBeInTheDocument();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('when nothing can be read, a retry is offered', async () => {
  const { user } = open('no-answer', { body: exampleCustomerFile() });
  expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t load the customer');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { name: 'Dana Driver' })).toBeInTheDocument();
});

test('an unknown account is distinguished from a failure', async () => {
  const problem = { type: 'about:blank', code: 'not-found', title: 'Not found', status: 404 };
  const { user, address } = open({ status: 404, body: problem });
  expect(await screen.findByRole('heading', { name: 'Customer not found' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Back to the search' }));
  expect(address()).toBe('/admin/support');
});

test('an account that is being deleted shows it, and the page’s title names no customer', async () => {
  open({
    body: exampleCustomerFile({
      person: { ...exampleCustomerFile().person, deletingSince: '2026-11-20T10:00:00.000Z' },
    }),
  });
  expect(await screen.findByText('This account is being deleted')).toBeInTheDocument();
  expect(document.title).toBe('Customer - Vehicle Enquiry');
});

const call = (path: string) => `POST /api/admin/customers/${exampleCustomerId}/${path}`;
const dialog = () => within(screen.getByRole('dialog'));
const give = async (user: RenderedPage['user'], text: string) => {
  await user.click(dialog().getByRole('textbox', { name: 'Reason' }));
  await user.paste(text);
};
const reason = 'Asked for by telephone';
const session = '00000000-0000-4000-8000-000000000008';

test.each([
  [
    'Send a sign-in link',
    'sign-in-link',
    /link to dana@example\.com/,
    'Send the link',
    'sent',
    /We’re sending a sign-in link/,
    {},
  ],
  ['Return the full check', 'credit', /until 1 December 2026/, 'Return it', 'returned', /can be used again/, {}],
  [
    'Cancel the membership',
    'cancellation',
    /Ends at once; £1\.30 refunded for 10 unused whole days, less £5\.00 for the check used\. We charge nothing more/,
    'Cancel the membership',
    'cancelled',
    /is cancelled/,
    { stripeSubscriptionId: 'sub_1', refundPence: 130 },
  ],
  ['Make a copy of their data', 'export', /You don’t see it/, 'Make the copy', 'started', /is being made/, {}],
  ['End every session', 'sessions/end', /signed out at once/, 'End every session', 'ended', /Every session has/, {}],
  [
    'End the session of Firefox on Windows',
    `sessions/${session}/end`,
    /Firefox on Windows is signed out/,
    'End the session',
    'ended',
    /The session has ended/,
    {},
  ],
])('%s: shows the effects, requires a reason, and shows the outcome', async (...given) => {
  const [label, path, what, confirm, outcome, results, fields] = given;
  network.answer(call(path), { body: { outcome } });
  const { user } = open({ body: exampleCustomerFile() });
  await user.click(await screen.findByRole('button', { name: label }));
  expect(dialog().getByText(what)).toBeInTheDocument();
  await user.click(dialog().getByRole('button', { name: confirm }));
  expect(dialog().getByRole('textbox', { name: 'Reason' })).toHaveAccessibleDescription(
    expect.stringContaining('Say why, in 5 to 300 characters'),
  );
  expect(network.calls).toHaveLength(1);
  await give(user, ` ${reason} `);
  await user.click(dialog().getByRole('button', { name: confirm }));
  const news = await screen.findByText(results);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(news.closest('[tabindex="-1"]')).toHaveFocus();
  expect(network.calls[1]?.body).toEqual({ reason, ...fields });
  // The customer is refetched, since the action has changed them.
  expect(network.calls.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET']);
});

test('stopping mails is offered until every stream is stopped', async () => {
  network.answer(call('mail-stops'), { body: { outcome: 'stopped' } });
  const partly = exampleCustomerFile({ mails: { mails: [], stopped: ['newsletter'] } });
  const { user } = open({ body: partly }, { body: exampleCustomerFile() });
  await user.click(await screen.findByRole('button', { name: 'Stop reminders, alerts and newsletter' }));
  await give(user, reason);
  await user.click(dialog().getByRole('button', { name: 'Stop them' }));
  expect(await screen.findByText('Reminders, alerts and newsletter are stopped.')).toBeInTheDocument();
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Stop reminders, alerts and newsletter' })).toBeNull(),
  );
});

test('deleting an account requires typing its address, and another one is refused', async () => {
  network.answer(call('deletion'), { body: { outcome: 'wrong-email' } });
  const { user } = open({ body: exampleCustomerFile() });
  await user.click(await screen.findByRole('button', { name: 'Delete the account' }));
  expect(dialog().getByText(/£1\.30 refunded for 10 unused whole days/)).toBeInTheDocument();
  await give(user, reason);
  await user.click(dialog().getByRole('button', { name: 'Delete the account' }));
  const field = dialog().getByRole('textbox', { name: /^Account’s e-mail address/ });
  expect(field).toHaveAccessibleDescription('Enter the account’s e-mail address');
  await user.click(field);
  await user.paste('dan@example.com');
  await user.click(dialog().getByRole('button', { name: 'Delete the account' }));
  expect(await screen.findByText(/That isn’t this account’s e-mail address/)).toBeInTheDocument();
  expect(network.calls[1]?.body).toEqual({ reason, email: 'dan@example.com', refundPence: 130 });
});

test('a failed action is shown in the dialog, which keeps the reason', async () => {
  network.answer(call('credit'), 'no-answer', { body: { outcome: 'unused' } });
  const { user } = open({ body: exampleCustomerFile() });
  await user.click(await screen.findByRole('button', { name: 'Return the full check' }));
  await give(user, reason);
  await user.click(dialog().getByRole('button', { name: 'Return it' }));
  expect(await dialog().findByRole('alert')).toHaveTextContent('That didn’t work');
  expect(dialog().getByRole('textbox', { name: 'Reason' })).toHaveValue(reason);
  await user.click(dialog().getByRole('button', { name: 'Return it' }));
  expect(await screen.findByText(/There is already an unused full check/)).toBeInTheDocument();
});

test('only possible actions are offered', async () => {
  const file = exampleCustomerFile();
  const { plan, person } = file;
  const membership = { ...plan!.membership, state: 'cancelled', ifCancelled: null } as const;
  open({
    body: exampleCustomerFile({
      person: { ...person, roles: ['admin', 'user'] },
      plan: { ...plan!, membership, credit: 'no-period' },
      sessions: [],
    }),
  });
  await screen.findByText('Not signed in anywhere.');
  const offered = screen.getAllByRole('button').map(({ textContent }) => textContent);
  expect(offered.filter((text) => text !== 'Sign Out')).toEqual(['Send a sign-in link', 'Make a copy of their data']);
});

test('no action is offered for an account that is being deleted', async () => {
  open({
    body: exampleCustomerFile({
      person: { ...exampleCustomerFile().person, deletingSince: '2026-11-20T10:00:00.000Z' },
    }),
  });
  await screen.findByText('This account is being deleted');
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Sign Out']);
});

test('the slot gets the saved reports, and is absent if there are none', async () => {
  const { vehicles, ...file } = exampleCustomerFile();
  const show = (reports: NonNullable<typeof vehicles>['reports']) => {
    network.answer(variant, { body: { ...file, vehicles: { checks: [], reports } } });
    return renderPage(
      <SlotProvider render={({ offered }) => <p>{JSON.stringify(offered)}</p>}>
        <CustomerPage />
      </SlotProvider>,
      {
        session: staffSession,
        queries: true,
        path: `/admin/support/${exampleCustomerId}`,
        route: '/admin/support/:userId',
      },
    );
  };
  const { unmount } = show(vehicles!.reports);
  const props = { userId: exampleCustomerId, reports: vehicles!.reports };
  expect(
    await screen.findByText(JSON.stringify([{ name: 'staff-customer.after-reports/v1', props }])),
  ).toBeInTheDocument();
  unmount();
  show([]);
  await screen.findByText('No saved reports.');
  expect(screen.queryByText(/staff-customer/)).toBeNull();
});
