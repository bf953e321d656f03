import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { renderPage, staff } from '@ve/mfe-kit/testing';
import { type Reply, fakeNetwork } from '@ve/mfe-kit/testing-network';
import { customerFile, customerId } from '../testing/customer-file.ts';
import { CustomerPage } from './customer.page.tsx';

const network = fakeNetwork();
const look = `GET /api/admin/customers/${customerId}`;

const open = (...replies: Reply[]) => {
  network.answer(look, ...replies);
  return renderPage(<CustomerPage />, {
    session: staff,
    queries: true,
    path: `/admin/support/${customerId}`,
    route: '/admin/support/:userId',
    routes: { '/admin/support': <p>The search</p> },
  });
};
/** A section and the table in it have the same name. */
const rowsOf = (name: string): string[] =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);

test('shows everything about a customer, hostile text as text', async () => {
  open({ body: customerFile() });
  expect(await screen.findByRole('heading', { level: 2, name: 'Dana Driver' })).toBeInTheDocument();
  const plan = within(screen.getByRole('region', { name: 'Plan' }));
  expect(plan.getByText('Active')).toBeInTheDocument();
  expect(plan.getByText('Ends at once; £3.00 goes back, for 10 whole days not begun')).toBeInTheDocument();
  expect(plan.getByText('visa •••• 4242, 09/2030')).toBeInTheDocument();
  expect(plan.getByText('Used')).toBeInTheDocument();
  expect(rowsOf('Charges')[0]).toMatch(/Membership.*£8\.90.*£1\.00.*The bank sent it back.*Open.*pi_1in_1/);
  expect(
    screen.getByText(/Stripe’s dashboard: refunding the last charge there ends the membership/),
  ).toBeInTheDocument();
  expect(rowsOf('Full checks')[0]).toMatch(/FN15 FNC.*Failed.*Source error/);
  expect(rowsOf('Cancellations')[0]).toMatch(/Link of a mail.*Check used.*Taken back/);
  expect(rowsOf('Requests and messages')[0]).toMatch(/Complaint.*VE-ABCDEFGH.*Escalated.*<img src=x onerror/);
  expect(document.querySelector('img')).toBeNull();
  expect(screen.getByText('Stopped: reminders and newsletter.')).toBeInTheDocument();
  expect(rowsOf('Mails')[0]).toMatch(/Charge failed.*dana@example\.com.*Failed.*Refused 550/);
  expect(rowsOf('Jobs under way')[0]).toMatch(/subscriptions\.sync.*Waits for its queue/);
  expect(rowsOf('Sessions')[0]).toMatch(/Firefox on Windows.*Link/);
  expect(rowsOf('Saved reports')[0]).toMatch(/WO16 WOF/);
  expect(rowsOf('Consents')[0]).toMatch(/The terms.*2026-11-21/);
  expect(network.calls).toHaveLength(1);
});

test('says of an account without anything that there is nothing', async () => {
  const file = customerFile();
  const { membership } = file.plan!;
  open({
    body: customerFile({
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
    'Nothing was charged.',
    'No full check was made.',
    'Nothing was cancelled.',
    'Nothing was asked of us.',
    'No job concerns this customer now.',
    'No browser is signed in.',
    'Not confirmed by a link yet',
  ]) {
    expect(screen.getByText(words)).toBeInTheDocument();
  }
});

test('a section that could not be read says so, beside the others, and is read again', async () => {
  const { user } = open({ body: customerFile({ mails: null }) }, { body: customerFile() });
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Mails: could not be read');
  expect(rowsOf('Charges')).toHaveLength(1);
  await user.click(within(alert).getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('table', { name: 'Mails' })).toBeInTheDocument();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('when nothing can be read, another attempt is offered', async () => {
  const { user } = open('no-answer', { body: customerFile() });
  expect(await screen.findByRole('alert')).toHaveTextContent('The customer could not be read');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { name: 'Dana Driver' })).toBeInTheDocument();
});

test('an unknown account is told apart from a failure', async () => {
  const problem = { type: 'about:blank', code: 'not-found', title: 'Not found', status: 404 };
  const { user, address } = open({ status: 404, body: problem });
  expect(await screen.findByRole('heading', { name: 'No such customer' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Back to the search' }));
  expect(address()).toBe('/admin/support');
});

test('an account that is being deleted says so, and the page’s title names nobody', async () => {
  open({ body: customerFile({ person: { ...customerFile().person, deletingSince: '2026-11-20T10:00:00.000Z' } }) });
  expect(await screen.findByText('This account is being deleted')).toBeInTheDocument();
  expect(document.title).toBe('Customer - Vehicle Enquiry');
});
