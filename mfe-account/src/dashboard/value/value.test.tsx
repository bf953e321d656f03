import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { renderDashboardTab } from '../../testing/tab.tsx';
import { answerWatchCalls, watchFindingsFixture } from '../../testing/watch.ts';

const network = installFakeNetwork();
const path = 'GET /api/watch/findings';

test('the values are a line chart and a table, the latest first', async () => {
  answerWatchCalls(network);
  renderDashboardTab('value');
  expect(
    await screen.findByRole('img', {
      name: 'Value by month, from £6,400 in September 2026 to £6,150 in November 2026.',
    }),
  ).toBeInTheDocument();
  const rows = within(screen.getByRole('table')).getAllByRole('row');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'MonthValueChange',
    'November 2026£6,150−£150',
    'October 2026£6,300−£100',
    'September 2026£6,400first value',
  ]);
  expect(screen.getByText('Last checked on 21 November 2026 at 06:00 UK time.')).toBeVisible();
  await expectAccessible();
});

test('a single value has no chart, and no next value is announced', async () => {
  answerWatchCalls(network);
  network.answer(path, { body: { ...watchFindingsFixture, values: watchFindingsFixture.values.slice(0, 1) } });
  const { unmount } = renderDashboardTab('value');
  expect(await screen.findByText('£6,400')).toBeVisible();
  expect(screen.queryByRole('img')).toBeNull();
  unmount();
  network.answer(path, { status: 503 }, { body: { ...watchFindingsFixture, values: [] } });
  const { user } = renderDashboardTab('value');
  expect(await screen.findByText('We couldn’t load the values')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(
    await screen.findByText(
      'There is no value yet. We first check it on 28 November 2026, then once a month, and list it here.',
    ),
  ).toBeVisible();
});

test.each([
  [{ nextCheckAt: null }, 'There is no value yet. We check it once a month and list it here.'],
  [
    { state: 'off', nextCheckAt: '2026-11-22T09:00:00.000Z' },
    'There is no value yet. We check it once a month and list it here.',
  ],
  [
    { state: 'unavailable' },
    'There is no value yet: UK Vehicle Data had none when we last checked. We will ask again on 28 November 2026.',
  ],
  [
    { state: 'off', because: 'after-trial', nextCheckAt: null },
    'There is no value yet. From your first full month, we check it once a month and list it here.',
  ],
])('without a value it shows when there will be one: %j', async (changes, text) => {
  answerWatchCalls(network);
  const aspects = watchFindingsFixture.aspects.map((each) =>
    each.aspect === 'value' ? { ...each, ...changes } : each,
  );
  network.answer(path, { body: { ...watchFindingsFixture, aspects, values: [] } });
  renderDashboardTab('value');
  expect(await screen.findByText(text)).toBeVisible();
});
