import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { renderPage } from '@ve/mfe-kit/testing';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import { CookiesPage } from './cookies.page.tsx';

const network = installFakeNetwork();
const reading = 'GET /api/visitor/channel';
const choosing = 'POST /api/visitor/channel';
const unavailable = 'The service isn’t available right now. Try again in a minute.';
const failure = {
  status: 503,
  body: { type: 'x', code: 'service-unavailable', title: unavailable, status: 503 },
};

const open = () => renderPage(<CookiesPage />, { path: '/cookies' });
const button = (name: string) => screen.findByRole('button', { name });
const chosen = () => network.calls.filter(({ method }) => method === 'POST').map(({ body }) => body);

describe('trials of new versions', () => {
  test('can be opted out of, and into again', async () => {
    network.answer(reading, { body: { choice: 'any' } });
    network.answer(choosing, { body: { choice: 'stable' } }, { body: { choice: 'any' } });
    const { user } = open();
    await user.dblClick(await button('Leave me out of trials'));
    expect(await screen.findByRole('status')).toHaveTextContent('You are left out of trials');
    expect(screen.getByText('Left out')).toBeInTheDocument();
    const again = await button('Take part again');
    expect(again).toHaveFocus();
    await user.click(again);
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('You can take part again'));
    expect(screen.queryByText('Left out')).toBeNull();
    expect(await button('Leave me out of trials')).toBeInTheDocument();
    expect(chosen()).toEqual([{ choice: 'stable' }, { choice: 'any' }]);
  });

  test('are off for a browser that opted out before', async () => {
    network.answer(reading, { body: { choice: 'stable' } });
    open();
    expect(await button('Take part again')).toBeInTheDocument();
    expect(screen.getByText('Left out')).toBeInTheDocument();
    expect(screen.queryByRole('status')).toBeNull();
  });

  test('show why a choice was not saved, and it can be made again', async () => {
    network.answer(reading, failure);
    network.answer(choosing, failure, { body: { choice: 'stable' } });
    const { user } = open();
    await user.click(await button('Leave me out of trials'));
    expect(await screen.findByRole('alert')).toHaveTextContent(`We couldn’t save your choice${unavailable}`);
    expect(screen.queryByText('Left out')).toBeNull();
    await user.click(await button('Leave me out of trials'));
    expect(await screen.findByRole('status')).toHaveTextContent('You are left out of trials');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('show the last choice, when the response to an earlier request comes late', async () => {
    const late = Promise.withResolvers<{ body: { choice: string } }>();
    network.answer(reading, late.promise);
    network.answer(choosing, { body: { choice: 'stable' } });
    const { user } = open();
    await user.click(await button('Leave me out of trials'));
    await screen.findByRole('status');
    late.resolve({ body: { choice: 'any' } });
    await late.promise;
    expect(await button('Take part again')).toBeInTheDocument();
  });
});
