import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, configure, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReportShare } from '@ve/contracts/http/report/report-shares';
import { vehicleRecordFixture, type VehicleRecordSetup, motTestFixture } from '@ve/domain/testing/vehicle-records';
import { renderPage, signedInSession, visitorSession } from '@ve/mfe-kit/testing';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import axe from 'axe-core';
import { recordWithPendingSources } from '../../testing/fetches.ts';
import { CalendarFileButton, calendarFileText } from './calendar-button.tsx';
import { ShareButton } from './share-button.tsx';

configure({ asyncUtilTimeout: 10_000 });

const network = installFakeNetwork();
const listPath = 'GET /api/reports/AB12CDE/shares';
const addPath = 'POST /api/reports/AB12CDE/shares';
const url = `https://vehicle.example/shared-report?token=${'x'.repeat(43)}`;
const share = (id: number, changes: Partial<ReportShare> = {}): ReportShare => ({
  id: `0190f0e0-0000-7000-8000-00000000000${id}`,
  name: null,
  createdAt: '2026-06-01T09:00:00.000Z',
  expiresAt: '2026-06-04T09:00:00.000Z',
  opens: 0,
  lastOpenedAt: null,
  ...changes,
});
const listed = (...shares: ReportShare[]) => ({ body: { outcome: 'found', shares } });
const open = async () => {
  const page = renderPage(<ShareButton registration="AB12CDE" />, { queries: true, session: signedInSession() });
  await page.user.click(screen.getByRole('button', { name: 'Share this report' }));
  return { ...page, dialog: within(await screen.findByRole('dialog', { name: 'Share this report' })) };
};
const expectAccessible = async () => {
  const { violations } = await axe.run(document.body, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
};

describe('sharing a report', () => {
  beforeEach(() => {
    Reflect.deleteProperty(navigator, 'share');
  });
  afterEach(() => {
    jest.restoreAllMocks();
    Reflect.deleteProperty(navigator, 'share');
  });

  test('creates a link with a name, whose URL is shown once, copied, and revoked', async () => {
    network.answer(listPath, listed());
    network.answer(addPath, { body: { outcome: 'made', share: share(1, { name: 'For Sam' }), url } });
    network.answer(`DELETE /api/report-shares/${share(1).id}`, { status: 204 });
    const { user, dialog } = await open();
    await user.selectOptions(await dialog.findByRole('combobox', { name: 'It works for' }), '7 days');
    await user.type(dialog.getByRole('textbox', { name: /^Name of the link/ }), ' For Sam ');
    await user.click(dialog.getByRole('button', { name: 'Make a link' }));
    const made = await dialog.findByText('The link works until 4 June 2026 at 10:00 UK time.');
    expect(made.closest('[role=status]')).toHaveFocus();
    expect(network.calls.at(-1)).toMatchObject({ method: 'POST', body: { days: 7, name: 'For Sam' } });
    expect(dialog.getByRole('textbox', { name: 'Link to the report' })).toHaveValue(url);
    expect(dialog.queryByRole('button', { name: 'Send it…' })).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Copy link' }));
    expect(await dialog.findByText('Copied.')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(url);
    expect(dialog.getByText(/Works until .* Not opened yet\./)).toBeVisible();
    await expectAccessible();

    await user.click(dialog.getByRole('button', { name: 'Stop sharing: For Sam' }));
    expect(await dialog.findByText('Stopped sharing: For Sam. The link no longer works.')).toBeVisible();
    expect(dialog.queryByDisplayValue(url)).toBeNull();
    expect(dialog.getByText('No active links.')).toBeVisible();
    expect(document.activeElement).toHaveTextContent('Active links');
    await expectAccessible();
  });

  test('selects the URL if the clipboard is refused, and shares it if the browser can', async () => {
    network.answer(listPath, listed());
    network.answer(addPath, { body: { outcome: 'made', share: share(1), url } });
    const send = jest.fn<(data: ShareData) => Promise<void>>().mockRejectedValue(new DOMException('no', 'AbortError'));
    Object.defineProperty(navigator, 'share', { value: send, configurable: true });
    const { user, dialog } = await open();
    await user.click(await dialog.findByRole('button', { name: 'Make a link' }));
    expect(network.calls.at(-1)).toMatchObject({ body: { days: 3, name: null } });
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
    await user.click(await dialog.findByRole('button', { name: 'Copy link' }));
    expect(await dialog.findByText(/^We couldn’t copy it/)).toBeVisible();
    const field = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Link to the report' });
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, url.length]);
    await user.click(dialog.getByRole('button', { name: 'Send it…' }));
    expect(send).toHaveBeenCalledWith({ title: 'Vehicle report of AB12 CDE', url });
    await user.click(dialog.getByRole('button', { name: 'Make another link' }));
    expect(dialog.getByRole('button', { name: 'Make a link' })).toBeVisible();
  });

  test('lists the valid links with their view counts; five are the maximum', async () => {
    const opened = share(1, { name: 'For Sam', opens: 2, lastOpenedAt: '2026-06-02T09:00:00.000Z' });
    network.answer(
      listPath,
      listed(opened, share(2, { opens: 1, lastOpenedAt: '2026-06-02T09:00:00.000Z' }), share(3), share(4), share(5)),
    );
    network.answer(`DELETE /api/report-shares/${opened.id}`, { status: 503 }, { status: 204 });
    const { user, dialog } = await open();
    expect(
      await dialog.findByText(
        /^You already have 5 working links to this report, the most allowed\. .* The next one ends on 4 June 2026 at 10:00 UK time\.$/,
      ),
    ).toBeVisible();
    expect(dialog.getByText('5 of 5 links to this report in use.')).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Make a link' })).toBeNull();
    expect(dialog.getByText(/Opened twice, last on 2 June 2026 at 10:00 UK time\./)).toBeVisible();
    expect(dialog.getByText(/Opened once/)).toBeVisible();
    const end = dialog.getByRole('button', { name: 'Stop sharing: For Sam' });
    await user.click(end);
    expect(await dialog.findByText('We couldn’t stop sharing the link')).toBeVisible();
    await user.click(end);
    expect(await dialog.findByRole('button', { name: 'Make a link' })).toBeVisible();
    expect(dialog.getByText('4 of 5 links to this report in use.')).toBeVisible();
  });

  test('lists five links that another tab created in the meantime, to be revoked; the input is kept', async () => {
    network.answer(listPath, listed(), listed(...[1, 2, 3, 4, 5].map((id) => share(id))));
    network.answer(addPath, { body: { outcome: 'refused', reason: 'live' } });
    network.answer(`DELETE /api/report-shares/${share(1).id}`, { status: 204 });
    const { user, dialog } = await open();
    await user.type(await dialog.findByRole('textbox', { name: /^Name/ }), 'For Sam');
    await user.click(dialog.getByRole('button', { name: 'Make a link' }));
    expect(await dialog.findByText(/^You already have 5 working links to this report/)).toBeVisible();
    await user.click(dialog.getAllByRole('button', { name: /^Stop sharing/ })[0] ?? dialog.getByRole('button'));
    expect(await dialog.findByRole('textbox', { name: /^Name/ })).toHaveValue('For Sam');
  });

  test('allows another link when one expires while the dialog is open', async () => {
    jest.useFakeTimers({ now: new Date('2026-06-04T08:58:00.000Z'), doNotFake: ['performance', 'queueMicrotask'] });
    try {
      const four = [2, 3, 4, 5].map((id) => share(id, { expiresAt: '2026-06-07T09:00:00.000Z' }));
      network.answer(listPath, listed(share(1), ...four), listed(...four));
      renderPage(<ShareButton registration="AB12CDE" />, { queries: true, session: signedInSession() });
      const user = userEvent.setup({ advanceTimers: (ms) => jest.advanceTimersByTime(ms) });
      await user.click(screen.getByRole('button', { name: 'Share this report' }));
      expect(await screen.findByText(/^You already have 5 working links to this report/)).toBeVisible();
      await act(() => jest.advanceTimersByTimeAsync(121_000));
      expect(await screen.findByRole('button', { name: 'Make a link' })).toBeVisible();
    } finally {
      jest.useRealTimers();
    }
  });

  test.each([
    [
      'of today are made',
      { body: { outcome: 'refused', reason: 'today' } },
      /^You have made 20 links in the last 24 hours/,
    ],
    [
      'work already, made in another tab',
      { body: { outcome: 'refused', reason: 'live' } },
      /^You already have 5 working links to this report/,
    ],
    ['cannot be made now', { status: 503 }, /./],
  ])('shows when links %s, and keeps the input', async (_, answer, words) => {
    network.answer(listPath, listed());
    network.answer(addPath, answer);
    const { user, dialog } = await open();
    await user.type(await dialog.findByRole('textbox', { name: /^Name/ }), 'For Sam');
    await user.click(dialog.getByRole('button', { name: 'Make a link' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('No link was made');
    expect(dialog.getAllByText(words).length).toBeGreaterThan(0);
    expect(dialog.getByRole('textbox', { name: /^Name/ })).toHaveValue('For Sam');
  });

  test('does not send a name of more than 60 letters', async () => {
    network.answer(listPath, listed());
    const { user, dialog } = await open();
    const name = await dialog.findByRole('textbox', { name: /^Name/ });
    await user.click(name);
    await user.paste('x'.repeat(61));
    await user.click(dialog.getByRole('button', { name: 'Make a link' }));
    expect(dialog.getByText('Enter a name of up to 60 characters')).toBeVisible();
    expect(name).toHaveFocus();
    expect(network.calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test('reads links again that could not be read; a report that is not saved has none', async () => {
    network.answer(listPath, { status: 503 }, { body: { outcome: 'none' } });
    const { user, dialog } = await open();
    await user.click(await dialog.findByRole('button', { name: 'Try again' }));
    expect(await dialog.findByText(/^This report is not saved yet/)).toBeVisible();
  });

  test('shows a visitor that it requires an account', () => {
    renderPage(<ShareButton registration="AB12CDE" />, { queries: true, session: visitorSession });
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByRole('link', { name: 'Share this report (sign in first)' })).toHaveAttribute(
      'href',
      '/signin?reg=AB12CDE',
    );
    expect(network.calls).toEqual([]);
  });
});

describe('dates for a calendar', () => {
  const today = '2026-06-01';
  const dated = { taxStatus: 'Taxed', taxDueDate: '2026-09-01', motExpiryDate: '2027-02-28' } as const;
  const tested = { tests: [motTestFixture('2026-02-20', 40_000, { expiryDate: '2027-02-28' })] };
  const recordFor = (setup: VehicleRecordSetup) => vehicleRecordFixture({ today, ...setup });
  const option = (setup: VehicleRecordSetup) => {
    renderPage(<CalendarFileButton record={recordFor(setup)} today={today} />);
    return within(screen.getByRole('group', { name: 'In your calendar' }));
  };

  test('are a file to download', async () => {
    const link = option({ licensing: dated, testing: tested }).getByRole('link', { name: 'Add to calendar' });
    expect(link).toHaveAttribute('href', '/api/vehicles/AB12CDE/calendar.ics');
    expect(link).toHaveAttribute('download');
    expect(calendarFileText({ record: recordFor({ licensing: dated, testing: tested }), today })).toBe(
      'Tax on 1 September 2026 and MOT on 28 February 2027, with alarms two weeks before and the day before. The file does not update: these are today’s dates.',
    );
    await expectAccessible();
  });

  test('of a car off the road are only its MOT', () => {
    const text = calendarFileText({
      record: recordFor({ licensing: { ...dated, taxStatus: 'SORN' }, testing: tested }),
      today,
    });
    expect(text).toMatch(/^MOT on 28 February 2027, with/);
    expect(text).toMatch(/declared off the road \(SORN\)/);
  });

  test.each<[string, VehicleRecordSetup, string]>([
    [
      'scrapped',
      { licensing: dated, testing: tested, specification: { scrapped: true } },
      'Tax: it is recorded as scrapped.',
    ],
    [
      'not read',
      { licensing: 'timeout', testing: 'timeout', specification: 'timeout' },
      'MOT: the register did not answer.',
    ],
    [
      'not held',
      { licensing: 'not-held', testing: 'not-held', specification: 'not-held' },
      'Tax: the registers give no date.',
    ],
  ])('of a car that is %s are none, with the reason', (_, setup, why) => {
    const shown = option(setup);
    expect(shown.getByText('There are no dates to add.')).toBeVisible();
    expect(shown.queryByRole('link')).toBeNull();
    expect(calendarFileText({ record: recordFor(setup), today })).toContain(why);
  });

  test('are not offered while a source is being read', () => {
    renderPage(<CalendarFileButton record={recordWithPendingSources(['DVSA'])} today={today} />);
    expect(screen.getByText('We are still asking about tax and MOT.')).toBeVisible();
    expect(screen.queryByRole('link')).toBeNull();
  });
});
