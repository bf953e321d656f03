import { expect, jest, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { renderDashboardTab } from '../../testing/tab.tsx';
import { answerWatchCalls, watchFixture } from '../../testing/watch.ts';

const network = installFakeNetwork();
const url = 'https://vehicle.example/calendar/secret.ics';
const made = (address: string) => ({ body: { outcome: 'made', url: address } });
const dialog = () => within(screen.getByRole('dialog'));

test('a feed address is created, copied, replaced and stopped', async () => {
  answerWatchCalls(network);
  network.answer('POST /api/watch/calendar', { status: 503 }, made(url), made(`${url}?2`));
  network.answer('DELETE /api/watch/calendar', { status: 204 });
  const { user } = renderDashboardTab('calendar');
  const make = await screen.findByRole('button', { name: 'Make a calendar address' });
  await user.click(make);
  expect(await screen.findByRole('alert')).toHaveTextContent('That did not work');
  await user.click(make);
  const address = await screen.findByRole('textbox', { name: 'Calendar address' });
  expect(address).toHaveValue(url);
  expect(screen.getByRole('link', { name: 'Add to calendar' })).toHaveAttribute(
    'href',
    'webcal://vehicle.example/calendar/secret.ics',
  );
  await user.click(screen.getByRole('button', { name: 'Copy address' }));
  expect(await screen.findByText('Copied.')).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(url);
  await expectAccessible();

  await user.click(screen.getByRole('button', { name: 'Make a new address' }));
  await user.click(dialog().getByRole('button', { name: 'Keep it as it is' }));
  expect(screen.getByRole('textbox')).toHaveValue(url);
  await user.click(screen.getByRole('button', { name: 'Make a new address' }));
  await user.click(dialog().getByRole('button', { name: 'Make a new address' }));
  expect(await screen.findByDisplayValue(`${url}?2`)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Stop the calendar' }));
  await user.click(dialog().getByRole('button', { name: 'Stop the calendar' }));
  expect(await screen.findByRole('button', { name: 'Make a calendar address' })).toBeVisible();
});

test('an address that cannot be copied is selected instead', async () => {
  answerWatchCalls(network, { ...watchFixture, calendarUrl: url });
  const { user } = renderDashboardTab('calendar');
  jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
  await user.click(await screen.findByRole('button', { name: 'Copy address' }));
  expect(await screen.findByText(/^We couldn’t copy it/)).toBeVisible();
});

test('without a membership there is no calendar', async () => {
  answerWatchCalls(network);
  network.answer('POST /api/watch/calendar', { body: { outcome: 'none' } });
  const { user } = renderDashboardTab('calendar');
  await user.click(await screen.findByRole('button', { name: 'Make a calendar address' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The calendar comes with a membership');
});
