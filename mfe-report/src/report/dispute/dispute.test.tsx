import { beforeEach, describe, expect, test } from '@jest/globals';
import { configure, screen, within } from '@testing-library/react';
import { renderPage, signedIn, visitor } from '@ve/mfe-kit/testing';
import { fakeNetwork } from '@ve/mfe-kit/testing-network';
import { SampleContext } from '../sample/sample.tsx';
import { DisputeButton } from './dispute-button.tsx';
import type { DisputeSubject } from './dispute-subject.ts';

// On a loaded machine the first render of a file may take seconds.
configure({ asyncUtilTimeout: 10_000 });

const network = fakeNetwork();
const sendPath = 'POST /api/disputes';
const at = '2026-06-01T09:00:00.000Z';

const subject: DisputeSubject = {
  registration: 'FN15FNC',
  section: 'finance',
  title: 'Outstanding Finance',
  data: [
    { label: 'Outstanding Finance', value: 'Yes — 2 agreements', source: 'UKVD', at },
    { label: 'Lender', value: null, source: null, at: null },
  ],
  contacts: [{ name: 'Example Finance', phone: { text: '0113 245 0000', href: 'tel:+441132450000' } }],
};

async function open(session = visitor) {
  const page = renderPage(<DisputeButton subject={subject} />, { session });
  await page.user.click(screen.getByRole('button', { name: 'Something wrong? (Outstanding Finance)' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Tell us what is wrong' }));
  return { ...page, dialog };
}

const sent = () => network.calls.filter(({ path }) => path === '/api/disputes').map(({ body }) => body);

beforeEach(() => {
  network.answer(sendPath, { status: 202 });
});

describe('Something wrong?', () => {
  test('says what the report says, by whom and when, and who can mend it', async () => {
    const { dialog } = await open();
    expect(dialog.getByText('Outstanding Finance', { selector: 'strong' }).parentElement).toHaveTextContent(
      'Outstanding Finance: Yes — 2 agreements',
    );
    expect(dialog.getByText(/UK Vehicle Data, as of/)).toHaveTextContent('1 June 2026');
    expect(dialog.getByRole('heading', { name: 'Who can mend it: the lender' })).toBeVisible();
    expect(dialog.getByRole('link', { name: '0113 245 0000' })).toHaveAttribute('href', 'tel:+441132450000');
  });

  test('carries the line, its source and its time, and says what happens next', async () => {
    const { dialog, user } = await open(signedIn({ email: 'driver@example.com' }));
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

  test('names what is missing in a summary that takes the focus, and sends nothing', async () => {
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

  test('keeps what was typed when it could not be sent, and when it was closed', async () => {
    network.answer(sendPath, 'no-answer');
    const { dialog, user } = await open(signedIn());
    const field = () => screen.getByRole('textbox', { name: /What is wrong/ });
    await user.type(field(), 'It is settled.');
    await user.click(dialog.getByRole('button', { name: 'Send' }));
    expect(await dialog.findByText('It was not sent')).toBeVisible();
    expect(field()).toHaveValue('It is settled.');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: /^Something wrong\?/ }));
    expect(field()).toHaveValue('It is settled.');
    network.answer(sendPath, { status: 202 });
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByRole('dialog', { name: 'Thank you' })).toBeVisible();
  });

  test('is not there in a sample', () => {
    renderPage(
      <SampleContext value={true}>
        <DisputeButton subject={subject} />
      </SampleContext>,
    );
    expect(screen.queryByRole('button')).toBeNull();
  });
});
