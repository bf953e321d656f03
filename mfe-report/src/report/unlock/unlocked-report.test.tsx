import { beforeEach, expect, test } from '@jest/globals';
import { act, configure, screen, waitFor, within } from '@testing-library/react';
import { renderPage, signedInSession } from '@ve/mfe-kit/testing';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import { startVehicleFetchRequest, foundVehicleFetch } from '../../testing/fetches.ts';
import {
  finishedFullCheck,
  fullCheckOf,
  membershipAnswersByPlan,
  runningFullCheck,
  savedReportPath,
  savedReportWithCheck,
  startFullCheckRequest,
} from '../../testing/full-checks.ts';
import { ReportPage } from '../report.page.tsx';

// On a loaded machine the first render of a file may take seconds.
configure({ asyncUtilTimeout: 10_000 });

const network = installFakeNetwork();
beforeEach(() => {
  sessionStorage.clear();
  network.answer('GET /api/subscription', { body: membershipAnswersByPlan.credit });
  network.answer(`GET ${savedReportPath}`, { body: savedReportWithCheck(null) });
  network.answer(`POST ${savedReportPath}`, { body: savedReportWithCheck(null) });
  network.answer(startFullCheckRequest, { status: 202, body: runningFullCheck() });
  // jsdom has no layout.
  Element.prototype.scrollIntoView = () => undefined;
});

test('the result appears without a reload: the decision, the rows, and previously missing data', async () => {
  network.answer(startVehicleFetchRequest, { body: foundVehicleFetch({ testing: 'timeout' }) });
  const { user } = renderPage(<ReportPage />, {
    queries: true,
    path: '/report?reg=AB12CDE',
    session: signedInSession(),
  });
  const rail = within(await screen.findByRole('group', { name: 'Actions' }));
  const history = () => within(screen.getByRole('region', { name: 'MOT history' }));
  await screen.findByRole('region', { name: 'MOT history' });
  expect(history().getByText('DVSA did not answer in time.')).toBeVisible();
  await user.click(await rail.findByRole('button', { name: '1 credit available - Click to unlock' }));
  await waitFor(() => expect(network.streams).toHaveLength(1));
  act(() => network.streams[0]?.send(finishedFullCheck(fullCheckOf({ vdi: { writtenOff: true, writeOffCount: 1 } }))));
  const verdict = await screen.findByRole('heading', { name: /^Verdict: FAILED/ });
  await waitFor(() => expect(verdict).toHaveFocus());
  const tones = within(screen.getByRole('list', { name: 'A buyer’s questions' }))
    .getAllByRole('listitem')
    .map((item) => item.dataset['tone']);
  expect(tones).toEqual(['pass', 'pass', 'fail', 'pass', 'pass', 'info']);
  expect(rail.getByText('Full VDI Check Completed')).toBeVisible();
  expect(history().getByText(/tests on record/)).toBeVisible();
  expect(network.calls.filter(({ path }) => path === '/api/fetch-vehicle-data')).toHaveLength(1);
});

test.each([
  ['credit', 'Unlock the full check before you pay: it asks about theft, finance, write-off and value.'],
  ['trial', 'Unlock the full check before you pay: it asks about theft, finance, write-off and value.'],
  ['used', 'Your next full check comes on 22 December 2036.'],
  ['ending', 'Your membership ends on 22 December 2036 without another check.'],
] as const)('the next step depends on the remaining checks (%s)', async (plan, next) => {
  network.answer('GET /api/subscription', { body: membershipAnswersByPlan[plan] });
  network.answer(startVehicleFetchRequest, { body: foundVehicleFetch() });
  renderPage(<ReportPage />, { queries: true, path: '/report?reg=AB12CDE', session: signedInSession() });
  const verdict = within(await screen.findByRole('region', { name: /^Verdict:/ }));
  expect(await verdict.findByText(next)).toBeVisible();
});

const openRecall = { testing: { hasOutstandingRecall: 'Yes' } } as const;
const askDealer =
  /Ask the nearest .* dealer what the recall is about, and have the seller get it repaired before you pay\./;

test.each([
  ['credit', 'before', 'Use your credit for the full check before you pay.'],
  ['used', 'before', 'Your next full check comes on 22 December 2036.'],
  ['ending', 'before', 'Your membership ends on 22 December 2036 without another check.'],
  ['trial', 'before', 'Unlock the full check before you pay: it asks about theft, finance, write-off and value.'],
  ['credit', 'after, in this period', null],
  ['credit', 'after, in an earlier period', 'Use your credit for a new full check before you pay.'],
  ['used', 'after, in this period', 'Your next full check comes on 22 December 2036.'],
  ['used', 'after, in an earlier period', 'Your next full check comes on 22 December 2036.'],
  ['ending', 'after, in this period', 'Your membership ends on 22 December 2036 without another check.'],
  ['trial', 'after, in an earlier period', null],
] as const)(
  'a finding’s step is followed by the full check, by the remaining checks: %s, %s',
  async (plan, when, step) => {
    network.answer('GET /api/subscription', { body: membershipAnswersByPlan[plan] });
    network.answer(startVehicleFetchRequest, { body: foundVehicleFetch(openRecall) });
    const saved =
      when === 'after, in this period'
        ? savedReportWithCheck(finishedFullCheck(fullCheckOf(), openRecall))
        : savedReportWithCheck(null, when === 'before' ? null : fullCheckOf());
    network.answer(`GET ${savedReportPath}`, { body: saved });
    renderPage(<ReportPage />, { queries: true, path: '/report?reg=AB12CDE', session: signedInSession() });
    const title = when === 'before' ? /^Verdict: Not yet checked/ : /^Verdict: PASSED, 1 thing to look into/;
    const verdict = within(await screen.findByRole('region', { name: title }));
    const words = verdict.getByText(askDealer);
    await waitFor(() =>
      expect(words.textContent.split(askDealer).map((part) => part.trim())).toEqual(['Next:', step ?? '']),
    );
  },
);

test.each([
  ['finance', { financeCount: 1 }, /finance/i],
  ['stolen', { stolen: true, stolenPhone: '0121 496 0773' }, /stolen/i],
  ['written-off', { writtenOff: true, writeOffCount: 1 }, /written off|write-off/i],
])('a reason leads to its steps: %s', async (id, vdi, name) => {
  network.answer(startVehicleFetchRequest, { body: foundVehicleFetch() });
  network.answer(`GET ${savedReportPath}`, { body: savedReportWithCheck(finishedFullCheck(fullCheckOf({ vdi }))) });
  const page = renderPage(<ReportPage />, { queries: true, path: '/report?reg=AB12CDE', session: signedInSession() });
  const region = await screen.findByRole('region', { name: /^Verdict: (?:FAILED|WARNING)/ });
  await waitFor(() => expect(document.getElementById(id)).not.toBeNull());
  if (id === 'stolen') {
    const number = within(region).getByRole('link', { name: '0121 496 0773' });
    expect(number).toHaveAttribute('href', 'tel:+441214960773');
  }
  // A price that does not include a finding is no good news.
  expect(screen.getByText(/if its record were clean$/).closest('li')?.dataset['tone']).toBe('info');
  const [reason] = within(within(region).getByRole('list', { name: 'Reasons' })).getAllByRole('link');
  await page.user.click(reason as HTMLElement);
  expect(page.address()).toBe(`/report?reg=AB12CDE&tab=vdi#${id}`);
  const section = screen.getAllByRole('region', { name }).find((each) => each !== region);
  expect(section).toHaveFocus();
});

test('a full check unlocks the colours that the free record omits', async () => {
  const colours = (colourChangeCount: number | null, colourChanges: { previousColour: string; date: string }[]) => ({
    specification: { colourChangeCount, colourChanges },
  });
  network.answer(startVehicleFetchRequest, { body: foundVehicleFetch(colours(null, [])) });
  const repainted = colours(1, [{ previousColour: 'YELLOW', date: '2023-07-01' }]);
  network.answer(`GET ${savedReportPath}`, { body: savedReportWithCheck(finishedFullCheck(fullCheckOf(), repainted)) });
  renderPage(<ReportPage />, { queries: true, path: '/report?reg=AB12CDE', session: signedInSession() });
  expect(await screen.findByText('Colour changed: it was yellow before')).toBeInTheDocument();
});
