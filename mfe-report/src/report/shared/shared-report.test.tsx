import { describe, expect, test } from '@jest/globals';
import { configure, fireEvent, screen, within } from '@testing-library/react';
import type { SharedReportAnswer } from '@ve/contracts/http/report/report-shares';
import { toSharedReport } from '@ve/domain/report/shared-report';
import { vehicleRecordFixture } from '@ve/domain/testing/vehicle-records';
import { renderPage, signedInSession, visitorSession } from '@ve/mfe-kit/testing';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import axe from 'axe-core';
import { fullCheckOf } from '../../testing/full-checks.ts';
import { SharedReportPage } from './shared-report.page.tsx';

// On a loaded machine the first render of a file may take seconds.
configure({ asyncUtilTimeout: 10_000 });

const network = installFakeNetwork();
const readPath = 'POST /api/shared-reports/read';
const token = 'x'.repeat(43);
const agreement = {
  agreementDate: '2024-03-01',
  type: 'HIRE PURCHASE',
  termMonths: 48,
  number: 'HP-778899',
  company: 'EXAMPLE FINANCE',
  phone: '0800 000 1234',
  description: null,
};
const found = (isChecked = true): SharedReportAnswer => ({
  outcome: 'found',
  ...toSharedReport(
    vehicleRecordFixture({ specification: { vinLast5: 'K4711', engineNumber: 'ENG90210' } }),
    isChecked ? fullCheckOf({ vdi: { vinLast5: 'K4711', financeCount: 1, finance: [agreement] } }) : null,
  ),
  asOf: '2026-06-01',
  expiresAt: '2026-06-08T09:00:00.000Z',
});
const open = (path = `/shared-report?token=${token}`, session = visitorSession) =>
  renderPage(<SharedReportPage />, { queries: true, path, session });

describe('a shared report', () => {
  test('shows its date, its expiry and what is left out, and offers only what a reader may do', async () => {
    network.answer(readPath, { body: found() });
    // The reader has an account, which does not make the report theirs.
    const { user } = open(`/shared-report?token=${token}&tab=vdi`, signedInSession());
    expect(await screen.findByText('This report was shared with you')).toBeVisible();
    expect(screen.getByText(/It can be read here until 8 June 2026 at 10:00 UK time/)).toBeVisible();
    expect(screen.getByText(/^VIN, engine number and agreement numbers are left out/)).toBeVisible();
    expect(network.calls).toEqual([{ method: 'POST', path: '/api/shared-reports/read', body: { token } }]);

    const lender = await screen.findByRole('heading', { name: 'Ring EXAMPLE FINANCE before you pay' });
    expect(lender).toBeVisible();
    expect(screen.getAllByRole('link', { name: /0800 000 1234/ }).length).toBeGreaterThan(0);
    for (const words of ['Agreement number', 'VIN Check', 'Something wrong?']) {
      expect(screen.queryByText(words)).toBeNull();
    }
    await user.click(screen.getByRole('tab', { name: 'Additional Checks' }));
    expect((await screen.findAllByText('Outstanding Finance', { exact: false })).length).toBeGreaterThan(0);
    expect(screen.queryByText('Agreement number')).toBeNull();
    await user.click(screen.getByRole('tab', { name: 'Vehicle Information' }));
    expect(screen.getByText('Kerb weight')).toBeInTheDocument();
    for (const words of ['Last 5 of VIN', 'Engine number']) expect(screen.queryByText(words)).toBeNull();

    expect(screen.queryByText(/^(Unlock|Sign Up|Upgrade)/)).toBeNull();
    expect(screen.queryByRole('button', { name: /Share|Something wrong/ })).toBeNull();
    const actions = within(screen.getAllByRole('group', { name: 'Actions' })[0]!);
    expect(actions.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Print this report']);
    expect(actions.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Check another vehicle']);
    const { violations } = await axe.run(document.body, {
      rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
    });
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  });

  test('without a full check offers none to unlock, and no VIN to compare', async () => {
    network.answer(readPath, { body: found(false) });
    open(`/shared-report?token=${token}&tab=vdi`);
    expect(await screen.findByText('Salvage History')).toBeVisible();
    expect(screen.queryByText('VIN Check')).toBeNull();
    expect(screen.queryByRole('link', { name: /Sign Up/ })).toBeNull();
    const verdict = screen.getByRole('region', { name: 'Verdict: Not yet checked: theft, finance, write-off' });
    expect(verdict).toHaveTextContent(/no full check is in this report/);
    expect(document.body).not.toHaveTextContent(/unlock/i);
  });

  test('is printed without its token, in its URL and in its links, which are restored afterwards', async () => {
    network.answer(readPath, { body: found() });
    window.history.replaceState(null, '', `/shared-report?token=${token}`);
    open();
    await screen.findByText(/^Vehicle report of/);
    const links = () => screen.getAllByRole<HTMLAnchorElement>('link').map(({ href }) => href);
    const shown = links();
    expect(shown.some((href) => href.includes(token))).toBe(true);
    fireEvent(window, new Event('beforeprint'));
    expect(window.location.search).toBe('');
    expect(links().filter((href) => href.includes('token'))).toEqual([]);
    expect(document.body.textContent).not.toContain(token);
    fireEvent(window, new Event('afterprint'));
    expect(window.location.search).toBe(`?token=${token}`);
    expect(links()).toEqual(shown);
  });

  test.each<[string, SharedReportAnswer, string, RegExp]>([
    [
      'expired',
      { outcome: 'ended', why: 'expired', endedAt: '2026-06-08T09:00:00.000Z' },
      'This link has ended',
      /^It worked until 8 June 2026 at 10:00 UK time\./,
    ],
    [
      'was taken back',
      { outcome: 'ended', why: 'revoked', endedAt: '2026-06-02T09:00:00.000Z' },
      'This link was withdrawn',
      /Sharing was stopped on 2 June 2026/,
    ],
    ['is unknown', { outcome: 'unknown' }, 'This link does not work', /the report was deleted/],
  ])('a link that %s', async (_, body, title, text) => {
    network.answer(readPath, { body });
    open();
    expect(await screen.findByText(title)).toBeVisible();
    expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Check another vehicle' })).toHaveAttribute('href', '/');
  });

  test.each(['/shared-report', '/shared-report?token=', `/shared-report?token=${'x'.repeat(201)}`])(
    'a link without a valid token sends no request: %s',
    (path) => {
      open(path);
      expect(screen.getByText('This link does not work')).toBeVisible();
      expect(network.calls).toEqual([]);
    },
  );

  test('a link that could not be read can be retried', async () => {
    network.answer(readPath, { status: 503 }, { body: found(false) });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('This report was shared with you')).toBeVisible();
  });
});
