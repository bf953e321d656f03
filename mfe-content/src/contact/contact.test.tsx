import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { contactFormLimits } from '@ve/contracts/http/messaging/contact';
import { screen, within } from '@testing-library/react';
import { renderPage } from '@ve/mfe-kit/testing';
import { type FakeHttpResponse, installFakeNetwork } from '@ve/mfe-kit/testing-network';
import { ContactPage } from './contact.page.tsx';
import { EmbeddedContactForm } from './embedded-contact-form.tsx';

const network = installFakeNetwork();
const open = (query = '') =>
  renderPage(<ContactPage />, { path: `/contact${query}`, routes: { '/cancellation': 'cancellation page' } });
const radio = (name: string) => screen.getByRole('radio', { name });
const proceed = () => screen.getByRole('button', { name: 'Continue' });

afterEach(() => {
  jest.restoreAllMocks();
});

describe('the choice', () => {
  test('Continue is unavailable until one is chosen, and shows why', async () => {
    const { user, address } = open();
    expect(proceed()).toHaveAttribute('aria-disabled', 'true');
    expect(proceed()).toHaveAccessibleDescription('Choose one of the two to continue.');
    await user.click(proceed());
    expect(address()).toBe('/contact');
    await user.click(radio('General Enquiry'));
    expect(proceed()).not.toHaveAttribute('aria-disabled');
  });

  test('Cancellation Request leads to the cancellation page', async () => {
    const { user, address } = open();
    await user.click(radio('Cancellation Request'));
    await user.click(proceed());
    expect(address()).toBe('/cancellation');
  });

  test('General Enquiry opens the form, Back to Options the choice', async () => {
    const { user, address } = open();
    await user.click(radio('General Enquiry'));
    await user.click(proceed());
    expect(address()).toBe('/contact?type=general');
    expect(screen.getByRole('heading', { level: 2, name: 'General Enquiry' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Back to Options' }));
    expect(address()).toBe('/contact');
    expect(radio('General Enquiry')).toBeInTheDocument();
  });

  test('leads people without an account to the data stored about them', () => {
    open();
    const link = screen.getByRole('link', { name: 'No account? See and delete what we hold about you' });
    expect(link).toHaveAttribute('href', '/your-data/request');
  });

  test('promises no immediate end, since a paid membership continues', () => {
    open();
    expect(
      screen.getByText('End a trial or membership online. You first see when it ends and what you get back.'),
    ).toBeInTheDocument();
  });

  test('promises a reply within 24 hours', () => {
    open();
    expect(screen.getByText(/reply within 24 hours/)).toBeInTheDocument();
  });
});

describe('the form', () => {
  const field = (name: string | RegExp) => screen.getByRole('textbox', { name });
  const send = () => screen.getByRole('button', { name: /Send message|Sending/ });
  const sending = 'POST /api/contact';
  const accepted = { status: 202 };
  const fill = async (user: ReturnType<typeof open>['user']) => {
    await user.type(field('Full name'), 'Ann Driver');
    await user.type(field('E-mail address'), 'ann@example.com');
    await user.type(field('Your message'), 'Which day is the test?');
  };

  test('?type=general opens it directly', () => {
    open('?type=general');
    expect(field('Your message')).toBeInTheDocument();
    expect(screen.queryByRole('radio')).not.toBeInTheDocument();
  });

  test('lists all errors in the summary and at each field, and sends nothing', async () => {
    const { user } = open('?type=general');
    await user.type(field('E-mail address'), 'ann at example');
    await user.click(send());
    const summary = screen.getByRole('alert');
    expect(summary).toHaveFocus();
    expect(
      within(summary)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['Enter your full name', 'Please enter a valid email address', 'Enter your message']);
    expect(field('Full name')).toHaveAccessibleDescription('Enter your full name');
    expect(field('E-mail address')).toHaveValue('ann at example');
    await user.click(within(summary).getByRole('link', { name: 'Enter your message' }));
    expect(field('Your message')).toHaveFocus();
    expect(network.calls).toEqual([]);
  });

  test('an address that we cannot send mail to gets another error than an invalid one', async () => {
    const { user } = open('?type=general');
    await fill(user);
    await user.clear(field('E-mail address'));
    await user.type(field('E-mail address'), 'josé@example.com');
    await user.click(send());
    expect(field('E-mail address')).toHaveAccessibleDescription(/special letters before the @/);
    expect(network.calls).toEqual([]);
  });

  test('a message that is too long is kept, and the error names the limit', async () => {
    const { user } = open('?type=general');
    await fill(user);
    const long = 'x'.repeat(contactFormLimits.message + 1);
    await user.clear(field('Your message'));
    await user.click(field('Your message'));
    await user.paste(long);
    await user.click(send());
    expect(field('Your message')).toHaveAccessibleDescription(/Shorten your message to 4,000 characters/);
    expect(field('Your message')).toHaveValue(long);
  });

  test.each([
    ['without a registration', '', {}],
    ['with one', ' ab12 cde ', { registration: 'ab12 cde' }],
  ])('sends the fields of the contract, %s, and promises a reply', async (_, registration, extra) => {
    network.answer(sending, accepted);
    const { user } = open('?type=general');
    await fill(user);
    if (registration) await user.type(field(/^Registration number/), registration);
    await user.click(send());
    expect(await screen.findByText('Your message has been sent')).toBeInTheDocument();
    expect(screen.getByText(/We reply to ann@example\.com within 24 hours/)).toBeInTheDocument();
    const typed = { name: 'Ann Driver', email: 'ann@example.com', message: 'Which day is the test?', ...extra };
    const body = { ...typed, idempotencyKey: expect.any(String) };
    expect(network.calls).toEqual([{ method: 'POST', path: '/api/contact', body }]);
  });

  test('a complaint, whose box is unticked at first, gets its reference and the promises with their dates', async () => {
    const receipt = {
      reference: 'VE-7K3M9QXA',
      answerBy: '2026-12-01T09:30:00.000Z',
      escalationAt: '2026-12-07T17:00:00.000Z',
    };
    network.answer(sending, { body: receipt }, accepted);
    const { user } = open('?type=general');
    const box = () => screen.getByRole('checkbox', { name: 'This is a complaint' });
    expect(box()).not.toBeChecked();
    expect(screen.getByText(/an answer within 48 working hours, which is 6 working days/)).toBeInTheDocument();
    await fill(user);
    await user.click(box());
    await user.click(send());
    const status = await screen.findByRole('status');
    expect(status).toHaveTextContent('We have your complaint VE-7K3M9QXA');
    expect(status).toHaveTextContent(
      'We reply to ann@example.com within 48 working hours: by 1 December 2026 at 09:30 UK time.',
    );
    expect(status).toHaveTextContent('after 10 working days, by 7 December 2026 at 17:00 UK time, someone who');
    const body = { name: 'Ann Driver', email: 'ann@example.com', message: 'Which day is the test?' };
    expect(network.calls).toMatchObject([{ body: { ...body, kind: 'complaint' } }]);
    expect(screen.queryByText(/within 24 hours/)).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Send another message' }));
    expect(box()).not.toBeChecked();
    expect(document.activeElement).toContainElement(screen.getByRole('heading', { name: 'General Enquiry' }));
  });

  test('is busy while sending and sends once', async () => {
    const reply = Promise.withResolvers<FakeHttpResponse>();
    network.answer(sending, reply.promise);
    const { user } = open('?type=general');
    await fill(user);
    await user.click(send());
    expect(send()).toHaveTextContent('Sending…');
    await user.click(send());
    expect(network.calls).toHaveLength(1);
    reply.resolve(accepted);
    expect(await screen.findByText('Your message has been sent')).toBeInTheDocument();
  });

  test('shows when sending failed, keeps the input and can be retried', async () => {
    network.answer(sending, { status: 503, text: 'busy', headers: { 'x-request-id': 'r-1' } }, accepted);
    const { user } = open('?type=general');
    await fill(user);
    await user.click(send());
    expect(await screen.findByRole('alert')).toHaveTextContent(/Your message was not sent.*r-1/);
    expect(field('Your message')).toHaveValue('Which day is the test?');
    await user.click(send());
    expect(await screen.findByText('Your message has been sent')).toBeInTheDocument();
  });
});

describe('the third-party form', () => {
  const url = 'https://forms.example/f/1';
  const configure = (urls: Record<string, string>, route = '/contact') => {
    const block = document.createElement('script');
    block.type = 'application/json';
    block.id = 've-config';
    block.textContent = JSON.stringify({ origin: 'https://site.test', route, ownSources: true, urls });
    document.body.append(block);
  };
  afterEach(() => document.getElementById('ve-config')?.remove());

  test('is loaded only after the choice, and is sandboxed to scripts and form submission', async () => {
    configure({ CONTACT_FORM: url });
    const { user, address, container } = open();
    expect(container.querySelector('iframe')).toBeNull();
    await user.click(radio('General Enquiry'));
    expect(container.querySelector('iframe')).toBeNull();
    await user.click(proceed());
    const frame = screen.getByTitle('General enquiry form');
    expect(frame).toHaveAttribute('src', url);
    expect(frame.getAttribute('sandbox')?.split(' ').sort()).toEqual([
      'allow-forms',
      'allow-same-origin',
      'allow-scripts',
    ]);
    expect(screen.getByText(/belongs to forms\.example/)).toBeInTheDocument();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Back to Options' }));
    expect(address()).toBe('/contact');
    expect(container.querySelector('iframe')).toBeNull();
  });

  test('?type=general opens it, and our own form is one click away', async () => {
    configure({ CONTACT_FORM: url });
    const { user, container } = open('?type=general');
    expect(screen.getByTitle('General enquiry form')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Use our own form instead' }));
    expect(screen.getByRole('textbox', { name: 'Your message' })).toBeInTheDocument();
    expect(container.querySelector('iframe')).toBeNull();
  });

  test('waits for a document whose CSP allows the frame', () => {
    const reload = jest.fn();
    configure({ CONTACT_FORM: url }, '/faq');
    const { container } = renderPage(
      <EmbeddedContactForm url={url} onBack={() => undefined} onOwnForm={() => undefined} reload={reload} />,
    );
    expect(reload).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('status')).toHaveTextContent('Loading the form…');
    expect(container.querySelector('iframe')).toBeNull();
  });

  test.each([
    ['none is configured', {}],
    ['its address is none', { CONTACT_FORM: 'javascript:alert(1)' }],
  ])('is absent if %s', (_why, urls) => {
    configure(urls);
    const { container } = open('?type=general');
    expect(container.querySelector('iframe')).toBeNull();
    expect(screen.getByRole('textbox', { name: 'Your message' })).toBeInTheDocument();
  });
});
