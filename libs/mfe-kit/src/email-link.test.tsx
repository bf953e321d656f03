import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { readAccountDeletionLinkEndpoint } from '@ve/contracts/http/privacy/account-deletion';
import { callApi } from './api.tsx';
import { EmailLinkPage } from './email-link.tsx';
import { Link } from './router.tsx';
import { renderPage } from './testing.tsx';
import { type FakeHttpResponse, installFakeNetwork } from './testing-network.tsx';

const network = installFakeNetwork();
const reading = 'POST /api/account-deletion';
const first = 'a'.repeat(200);

const open = (query = `?token=${first}`) =>
  renderPage(<Link to={`/link?token=${first}`}>Back</Link>, {
    path: `/link${query}`,
    queries: true,
    routes: {
      '/link': (
        <>
          <Link to="/somewhere">Leave</Link>
          <Link to="/link?token=second">Another</Link>
          <EmailLinkPage
            title="A link"
            subject="test"
            read={(request) => callApi(readAccountDeletionLinkEndpoint, request)}
            broken={<p>Broken</p>}
          >
            {({ outcome }, token) => (
              <p>
                {outcome} by {token}
              </p>
            )}
          </EmailLinkPage>
        </>
      ),
    },
  });
const tokens = () => network.calls.map(({ body }) => (body as { token: string }).token);

test('reads the link with only its token, and shows its subject', async () => {
  const answer = Promise.withResolvers<FakeHttpResponse>();
  network.answer(reading, answer.promise);
  open();
  expect(screen.getByRole('heading', { level: 1, name: 'A link' })).toBeInTheDocument();
  expect(screen.getByRole('status')).toHaveTextContent('Checking the link');
  answer.resolve({ body: { outcome: 'confirmed' } });
  expect(await screen.findByText(`confirmed by ${first}`)).toBeInTheDocument();
  expect(document.title).toBe('A link - Vehicle Enquiry');
  expect(network.calls).toEqual([{ method: 'POST', path: '/api/account-deletion', body: { token: first } }]);
});

test.each(['', '?token=', `?token=${first}a`])('without a valid token sends no request: %.20s', (query) => {
  open(query);
  expect(screen.getByText('Broken')).toBeInTheDocument();
  expect(network.calls).toEqual([]);
});

test('is read again after a failure, once for two clicks', async () => {
  const second = Promise.withResolvers<FakeHttpResponse>();
  network.answer(reading, 'no-answer', second.promise);
  const { user } = open();
  expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t read the link');
  await user.dblClick(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('status')).toHaveTextContent('Checking the link');
  second.resolve({ body: { outcome: 'expired' } });
  expect(await screen.findByText(`expired by ${first}`)).toBeInTheDocument();
  expect(tokens()).toEqual([first, first]);
});

test('is read again for another token, and each time it is opened', async () => {
  network.answer(
    reading,
    { body: { outcome: 'confirmed' } },
    { body: { outcome: 'expired' } },
    { body: { outcome: 'expired' } },
  );
  const { user } = open();
  await screen.findByText(`confirmed by ${first}`);
  await user.click(screen.getByRole('link', { name: 'Another' }));
  expect(await screen.findByText('expired by second')).toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: 'Leave' }));
  await user.click(screen.getByRole('link', { name: 'Back' }));
  expect(await screen.findByText(`expired by ${first}`)).toBeInTheDocument();
  expect(tokens()).toEqual([first, 'second', first]);
});
