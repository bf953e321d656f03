import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { configure, screen, within } from '@testing-library/react';
import { fullVdiRows } from '@ve/domain/full-check/full-vdi-rows';
import type { VdiCheck } from '@ve/domain/vehicle/record/full-check';
import { freeVdiRows } from '@ve/domain/full-check/vdi-rows';
import { fullCheckFixture } from '@ve/domain/testing/full-checks';
import { vehicleRecordFixture, type VehicleRecordSetup, motTestFixture } from '@ve/domain/testing/vehicle-records';
import { renderPage, signedInSession, visitorSession } from '@ve/mfe-kit/testing';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import { toDisputedData } from '../checks/check-rows.tsx';
import { ReportKindContext } from '../kind/report-kind.ts';
import { DataDisputeButton } from './dispute-button.tsx';
import type { DisputableSection } from './dispute-subject.ts';

// On a loaded machine the first render of a file may take seconds.
configure({ asyncUtilTimeout: 10_000 });

const network = installFakeNetwork();
const sendPath = 'POST /api/disputes';
const at = '2026-06-01T09:00:00.000Z';

const subject: DisputableSection = {
  registration: 'FN15FNC',
  section: 'finance',
  title: 'Outstanding Finance',
  data: [
    { label: 'Outstanding Finance', value: 'Yes — 2 agreements', source: 'UKVD', at },
    { label: 'Lender', value: null, source: null, at: null },
  ],
  contacts: [{ name: 'Example Finance', phone: { text: '0113 245 0000', href: 'tel:+441132450000' } }],
};

/** The subject with the lines of both cards of the VDI Check Report. */
function checkSubject(vdi: Partial<VdiCheck>, setup: VehicleRecordSetup = {}): DisputableSection {
  const [record, fullCheck] = [vehicleRecordFixture(setup), fullCheckFixture({ vdi })];
  const rows = [...freeVdiRows({ record, today: '2026-06-01', fullCheck }), ...fullVdiRows(record, fullCheck)];
  return { registration: 'FN15FNC', section: 'history', title: 'Full VDI check', data: toDisputedData(rows) };
}

async function open(session = visitorSession, about = subject) {
  const page = renderPage(<DataDisputeButton subject={about} />, { session });
  await page.user.click(screen.getByRole('button', { name: /^Something wrong\? \(/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Tell us what is wrong' }));
  return { ...page, dialog };
}

const sent = () => network.calls.filter(({ path }) => path === '/api/disputes').map(({ body }) => body);

beforeEach(() => {
  network.answer(sendPath, { status: 202 });
});

describe('Something wrong?', () => {
  test('shows the displayed value, its source and time, and who can correct it', async () => {
    const { dialog } = await open();
    expect(dialog.getByText('Outstanding Finance', { selector: 'strong' }).parentElement).toHaveTextContent(
      'Outstanding Finance: Yes — 2 agreements',
    );
    expect(dialog.getByText(/UK Vehicle Data, as of/)).toHaveTextContent('1 June 2026');
    expect(dialog.getByRole('heading', { name: 'Who can correct it: the lender' })).toBeVisible();
    expect(dialog.getByRole('link', { name: '0113 245 0000' })).toHaveAttribute('href', 'tel:+441132450000');
  });

  test('sends the line, its source and its time, and shows what happens next', async () => {
    const { dialog, user } = await open(signedInSession({ email: 'driver@example.com' }));
    await user.type(dialog.getByRole('textbox', { name: 'What is wrong, and how do you know?' }), 'It is settled.');
    await user.click(dialog.getByRole('button', { name: 'Send' }));
    expect(await screen.findByRole('dialog', { name: 'Thank you' })).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('We sent a confirmation to driver@example.com.');
    expect(screen.getByRole('status')).toHaveFocus();
    expect(sent()).toEqual([
      {
        registration: 'FN15FNC',
        section: 'finance',
        datum: 'Outstanding Finance',
        value: 'Yes — 2 agreements',
        source: 'UKVD',
        at,
        message: 'It is settled.',
        email: 'driver@example.com',
        idempotencyKey: expect.any(String),
      },
    ]);
  });

  test('another line can be chosen, also one that is not available', async () => {
    const { dialog, user } = await open();
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Which line is wrong?' }), 'Lender');
    await user.type(dialog.getByRole('textbox', { name: /What is wrong/ }), 'It is Example Bank.');
    await user.type(dialog.getByRole('textbox', { name: 'E-mail' }), 'Dana@Example.com');
    await user.click(dialog.getByRole('button', { name: 'Send' }));
    await screen.findByRole('dialog', { name: 'Thank you' });
    expect(sent()).toEqual([
      expect.objectContaining({ datum: 'Lender', value: null, source: null, at: null, email: 'dana@example.com' }),
    ]);
  });

  test('names for each line of the checks who can correct it, and sends it in its own section', async () => {
    const { dialog, user } = await open(signedInSession(), checkSubject({ stolen: true, stolenSource: 'PNC' }));
    const menderOf = async (line: string) => {
      await user.selectOptions(dialog.getByRole('combobox', { name: 'Which line is wrong?' }), line);
      return dialog.getByRole('heading', { name: /^Who can correct it/ }).textContent;
    };
    expect(await menderOf('Imported')).toBe('Who can correct it: DVLA');
    expect(await menderOf('Outstanding Finance')).toBe('Who can correct it: the lender');
    expect(await menderOf('Salvage History')).toBe('Who can correct it: the insurer that made the entry');
    expect(await menderOf('Ex-Taxi')).toBe('Who can correct it: DVLA');
    expect(await menderOf('Stolen')).toBe('Who can correct it: the police force that made the entry');
    await user.type(dialog.getByRole('textbox', { name: /What is wrong/ }), 'It was found.');
    await user.click(dialog.getByRole('button', { name: 'Send' }));
    await screen.findByRole('dialog', { name: 'Thank you' });
    expect(sent()).toEqual([expect.objectContaining({ section: 'stolen', datum: 'Stolen' })]);
  });

  test('names the insurer for a theft that only insurers recorded, and the MOT centre for a tester’s note', async () => {
    const noted = motTestFixture('2025-05-01', 9, {
      defects: [{ type: 'USER ENTERED', text: 'Taxi plate', dangerous: false }],
    });
    const { dialog, user } = await open(
      signedInSession(),
      checkSubject({ stolen: false, insurerTheftCount: 1 }, { testing: { tests: [noted] } }),
    );
    const line = dialog.getByRole('combobox', { name: 'Which line is wrong?' });
    await user.selectOptions(line, 'Ex-Taxi');
    expect(dialog.getByRole('heading', { name: 'Who can correct it: the MOT centre, then DVSA' })).toBeVisible();
    await user.selectOptions(line, 'Stolen');
    expect(dialog.getByRole('heading', { name: 'Who can correct it: the insurer that made the entry' })).toBeVisible();
    await user.type(dialog.getByRole('textbox', { name: /What is wrong/ }), 'It was found.');
    await user.click(dialog.getByRole('button', { name: 'Send' }));
    await screen.findByRole('dialog', { name: 'Thank you' });
    expect(sent()).toEqual([expect.objectContaining({ section: 'insurer-theft', datum: 'Stolen' })]);
  });

  test('allows two lines with the same text', async () => {
    const agreement = { label: 'Not recorded', source: 'UKVD', at } as const;
    const data = ['HIRE PURCHASE', 'LEASE'].map((value) => ({ ...agreement, value }));
    const errors = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { dialog, user } = await open(visitorSession, { ...subject, data });
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Which line is wrong?' }), '1');
    expect(dialog.getByText('Not recorded', { selector: 'strong' }).parentElement).toHaveTextContent('LEASE');
    expect(errors).not.toHaveBeenCalled();
    errors.mockRestore();
  });

  test('lists missing fields in a summary that takes the focus, and sends nothing', async () => {
    const { dialog, user } = await open();
    await user.type(dialog.getByRole('textbox', { name: 'E-mail' }), 'dana@');
    await user.click(dialog.getByRole('button', { name: 'Send' }));
    const summary = within(dialog.getByRole('alert'));
    expect(dialog.getByRole('alert')).toHaveFocus();
    expect(summary.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Say what is wrong',
      'Please enter a valid email address',
    ]);
    await user.click(summary.getByRole('link', { name: 'Say what is wrong' }));
    expect(dialog.getByRole('textbox', { name: /What is wrong/ })).toHaveFocus();
    expect(sent()).toEqual([]);
  });

  test('keeps the input when it could not be sent, and when it was closed', async () => {
    network.answer(sendPath, 'no-answer');
    const { dialog, user } = await open(signedInSession());
    const field = () => screen.getByRole('textbox', { name: /What is wrong/ });
    await user.type(field(), 'It is settled.');
    await user.click(dialog.getByRole('button', { name: 'Send' }));
    expect(await dialog.findByText('It was not sent')).toBeVisible();
    // Next to the pressed button, not at the other end of a long form.
    const buttons = dialog.getByRole('button', { name: 'Send' }).parentElement;
    expect(buttons?.previousElementSibling).toBe(dialog.getByRole('alert'));
    expect(field()).toHaveValue('It is settled.');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: /^Something wrong\?/ }));
    expect(field()).toHaveValue('It is settled.');
    network.answer(sendPath, { status: 202 });
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByRole('dialog', { name: 'Thank you' })).toBeVisible();
  });

  test.each(['sample', 'shared'] as const)('is absent in a %s report', (kind) => {
    renderPage(
      <ReportKindContext value={kind}>
        <DataDisputeButton subject={subject} />
      </ReportKindContext>,
    );
    expect(screen.queryByRole('button')).toBeNull();
  });
});
