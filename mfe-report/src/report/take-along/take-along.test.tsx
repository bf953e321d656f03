import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { configure, screen, within } from '@testing-library/react';
import { renderPage, visitor } from '@ve/mfe-kit/testing';
import { fakeNetwork } from '@ve/mfe-kit/testing-network';
import { fetchPath, found, unavailable } from '../../testing/fetches.ts';
import { ReportPage } from '../report.page.tsx';

// On a loaded machine the first render of a file may take seconds.
configure({ asyncUtilTimeout: 10_000 });

const network = fakeNetwork();
const print = jest.fn();
beforeEach(() => {
  sessionStorage.clear();
  network.answer(fetchPath, { status: 200, body: found() });
  window.print = print;
});
afterEach(() => {
  print.mockClear();
});

const path = '/report?reg=AB12CDE';
const open = (session = visitor) => renderPage(<ReportPage />, { queries: true, path, session });
const section = async () => within(await screen.findByRole('region', { name: 'Take it along' }));

describe('taking the report along', () => {
  test('on paper, by the browser’s own printing', async () => {
    const { user } = open();
    const row = within((await section()).getByRole('group', { name: 'On paper' }));
    await user.click(row.getByRole('button', { name: 'Print this report' }));
    expect(print).toHaveBeenCalledTimes(1);
  });

  test('a sample is none to take along', async () => {
    network.answer(fetchPath, { status: 200, body: unavailable });
    open();
    await screen.findByText('Unable to fetch live vehicle data');
    expect(screen.queryByRole('region', { name: 'Take it along' })).toBeNull();
  });
});
