import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { configure, screen, within } from '@testing-library/react';
import { renderPage, signedInSession, visitorSession } from '@ve/mfe-kit/testing';
import { withoutMembership } from '@ve/mfe-kit/subscription';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import { startVehicleFetchRequest, foundVehicleFetch, unavailableVehicleFetch } from '../../testing/fetches.ts';
import { ReportPage } from '../report.page.tsx';

// On a loaded machine the first render of a file may take seconds.
configure({ asyncUtilTimeout: 10_000 });

const network = installFakeNetwork();
const print = jest.fn();
/** jsdom has no downloads. */
const downloads = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
beforeEach(() => {
  downloads.mockClear();
  sessionStorage.clear();
  network.answer(startVehicleFetchRequest, { status: 200, body: foundVehicleFetch() });
  window.print = print;
});
afterEach(() => {
  print.mockClear();
});

const path = '/report?reg=AB12CDE';
const open = (session = visitorSession) => renderPage(<ReportPage />, { queries: true, path, session });
const section = async () => within(await screen.findByRole('region', { name: 'Keep or share' }));

describe('keeping the report', () => {
  test('is possible in print, with the browser’s own dialog', async () => {
    const { user } = open();
    const row = within((await section()).getByRole('group', { name: 'On paper' }));
    await user.click(row.getByRole('button', { name: 'Print this report' }));
    expect(print).toHaveBeenCalledTimes(1);
  });

  describe('as a PDF', () => {
    const id = '0190f0e0-0000-7000-8000-000000000009';
    const self = `/api/report-pdfs/${id}`;
    const making = { outcome: 'making', id, self, file: null };
    const ready = { outcome: 'ready', id, self, file: `${self}/file` };
    const order = 'POST /api/reports/AB12CDE/pdf';
    const row = async () => within((await section()).getByRole('group', { name: 'As a PDF' }));
    const press = async () => {
      network.answer('GET /api/subscription', { status: 200, body: withoutMembership });
      const { user } = open(signedInSession());
      await user.click((await row()).getByRole('button', { name: 'Download PDF' }));
      return user;
    };

    test('is made and downloaded at one press, with its progress in the button', async () => {
      network.answer(order, { status: 202, body: making });
      network.answer(`GET ${self}`, { status: 200, body: making }, { status: 200, body: ready });
      await press();
      expect(await (await row()).findByRole('button', { name: 'Making the PDF…' })).toBeVisible();
      const link = await (await row()).findByRole('link', { name: 'Download PDF' });
      expect(link).toHaveAttribute('href', `${self}/file`);
      expect(link).toHaveAttribute('download');
      expect(link).toHaveFocus();
      expect(downloads).toHaveBeenCalledTimes(1);
      expect((await row()).getByRole('status')).toHaveTextContent('The PDF is in your downloads.');
    });

    test('shows a failure, which can be retried', async () => {
      network.answer(order, { status: 202, body: making });
      network.answer(
        `GET ${self}`,
        { status: 200, body: { ...making, outcome: 'failed' } },
        { status: 200, body: ready },
      );
      const user = await press();
      expect(await (await row()).findByRole('alert')).toHaveTextContent('We couldn’t make the PDF');
      await user.click((await row()).getByRole('button', { name: 'Try again' }));
      expect(await (await row()).findByRole('link', { name: 'Download PDF' })).toBeVisible();
    });

    test('shows why there is none for a vehicle without a record, or beyond the limit', async () => {
      network.answer(
        order,
        { status: 200, body: { outcome: 'no-record' } },
        {
          status: 429,
          body: { code: 'too-many-requests', title: 'Too many requests', status: 429, type: 'about:blank' },
        },
      );
      const user = await press();
      expect(await (await row()).findByText(/has no record of this vehicle yet/)).toBeVisible();
      await user.click((await row()).getByRole('button', { name: 'Download PDF' }));
      expect(await (await row()).findByRole('alert')).toHaveTextContent(/Too many requests\. .*print this page/);
    });

    test('leads a visitor to sign-in first', async () => {
      open();
      expect((await row()).getByRole('link', { name: 'Download PDF (sign in first)' })).toHaveAttribute(
        'href',
        '/signin?reg=AB12CDE',
      );
      expect((await row()).queryByRole('button')).toBeNull();
    });
  });

  test('a sample can be printed, and lists what else a real report offers', async () => {
    network.answer(startVehicleFetchRequest, { status: 200, body: unavailableVehicleFetch });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'See a sample report' }));
    expect((await section()).getAllByRole('group')).toHaveLength(1);
    expect((await section()).getByRole('button', { name: 'Print this report' })).toBeVisible();
    expect((await section()).getByText(/With your own report you can also save a PDF/)).toBeVisible();
  });
});
