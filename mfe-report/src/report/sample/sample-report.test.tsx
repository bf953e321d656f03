import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { configure, screen, waitFor, within } from '@testing-library/react';
import { sampleFullCheck } from '@ve/domain/full-check/sample-full-check';
import { sampleRecord } from '@ve/domain/vehicle/record/sample-record';
import { makeBuyingDecision } from '@ve/domain/verdict/make-decision';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import { hydratePage, renderPage } from '@ve/mfe-kit/testing';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import axe from 'axe-core';
import { SampleReportPage } from './sample-report.page.tsx';

configure({ asyncUtilTimeout: 10_000 });

const network = installFakeNetwork();
const open = (search = '') => renderPage(<SampleReportPage />, { queries: true, path: `/sample-report${search}` });

/** Waits for everything that loads after the first view. */
const complete = () => screen.findByRole('region', { name: 'Mileage' });

describe('the sample report', () => {
  beforeEach(() => {
    localStorage.clear();
  });

  test('is a full check of a car that fails, with nothing to unlock, and sends no request', async () => {
    open();
    await complete();
    const today = londonDate(new Date());
    const { title, reasons } = makeBuyingDecision({
      record: sampleRecord(today),
      fullCheck: sampleFullCheck(today),
      today,
    });
    const verdict = screen.getByRole('region', { name: `Verdict: ${title}` });
    for (const { text } of reasons) expect(verdict).toHaveTextContent(text);
    expect(document.title).toBe('Sample vehicle report - Vehicle Enquiry');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Sample vehicle');
    expect(screen.queryByText(/locked/i)).toBeNull();
    expect(screen.queryByRole('link', { name: 'Sign Up to Upgrade' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Check a vehicle' })).toHaveAttribute('href', '/');
    expect(network.calls).toEqual([]);
  });

  test('evaluates an odometer reading, and stores nothing', async () => {
    sessionStorage.clear();
    const { user } = open();
    await complete();
    await user.type(screen.getByLabelText('Miles on the odometer'), '56500');
    await user.click(screen.getByRole('button', { name: 'Compare with its history' }));
    expect(await screen.findByText('This is the sample: what you type here is not kept.')).toBeInTheDocument();
    expect(sessionStorage).toHaveLength(0);
    expect(network.calls).toEqual([]);
  });

  test.each(['', '?tab=vdi', '?tab=additional'])('%s: every card is marked, and no source is named', async (search) => {
    const { container } = open(search);
    await complete();
    await waitFor(() => expect(container.querySelector('[role="tabpanel"] [data-sample]')).not.toBeNull());
    const cards = container.querySelectorAll('[data-sample]');
    expect(cards.length).toBeGreaterThan(4);
    for (const card of cards) expect(card).toHaveTextContent(/^Sample/);
    for (const region of within(screen.getByRole('tabpanel')).queryAllByRole('region')) {
      expect(region.closest('[data-sample]')).not.toBeNull();
    }
    expect(screen.queryByText(/, as of/)).toBeNull();
    expect(screen.queryByRole('button', { name: /something wrong/i })).toBeNull();
  });

  test('the prerendered page has no date, and hydrates without a mismatch', async () => {
    const errors = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { html, root, mismatches, remove } = await hydratePage(<SampleReportPage />, '/sample-report');
    expect(html).toContain('This is a sample');
    expect(html).toContain('Sample vehicle</h1>');
    expect(html).not.toMatch(/\b(?:19|20)[2-9]\d\b/);
    expect(html).not.toMatch(/ style="/);
    expect(await within(root).findByRole('region', { name: 'Mileage' })).toBeInTheDocument();
    expect(mismatches).toEqual([]);
    expect(errors).not.toHaveBeenCalled();
    remove();
    errors.mockRestore();
  });

  test('has no axe violations', async () => {
    const { container } = open('?tab=vdi');
    await complete();
    await waitFor(() => expect(container.querySelector('[role="tabpanel"] [data-sample]')).not.toBeNull());
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([]);
  });
});
