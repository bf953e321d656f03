import { describe, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderPage, visitorSession } from '@ve/mfe-kit/testing';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import { RequestAccountDeletion } from './delete-account.tsx';

const network = installFakeNetwork();
const ask = 'POST /api/me/deletion';
const open = () =>
  renderPage(<RequestAccountDeletion email="dana@example.com" />, {
    path: '/your-data',
    session: visitorSession,
    queries: true,
  });

describe('deleting the account', () => {
  test('sends the link once, and moves the focus to the next steps', async () => {
    network.answer(ask, { body: { outcome: 'sent' } });
    const { user } = open();
    expect(screen.getByText(/Nothing is deleted before that/)).toBeInTheDocument();
    await user.dblClick(screen.getByRole('button', { name: 'E-mail me the link' }));
    const status = await screen.findByRole('status');
    expect(status).toHaveTextContent('We are sending it to dana@example.com');
    expect(document.activeElement).toContainElement(status);
    expect(network.calls).toHaveLength(1);
  });

  test('of a staff account shows who can delete it', async () => {
    network.answer(ask, { body: { outcome: 'staff' } });
    const { user } = open();
    await user.click(screen.getByRole('button', { name: 'E-mail me the link' }));
    expect(await screen.findByRole('status')).toHaveTextContent('An admin must first remove its staff rights');
  });

  test('that failed can be retried', async () => {
    network.answer(ask, 'no-answer', { body: { outcome: 'sent' } });
    const { user } = open();
    await user.click(screen.getByRole('button', { name: 'E-mail me the link' }));
    expect(await screen.findByText('The link was not sent')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'E-mail me the link' }));
    expect(await screen.findByRole('status')).toHaveTextContent('A link is on its way');
  });
});
