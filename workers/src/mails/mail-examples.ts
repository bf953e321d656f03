import type { MailTemplate } from '@ve/contracts/mails';
import { contactConfirmationLetter } from './contact-confirmation.mail.tsx';
import { contactMessageLetter } from './contact-message.mail.tsx';
import type { Letter } from './letter.ts';
import type { MailSettings } from './mail-settings.ts';
import { newsletterConfirmLetter } from './newsletter-confirm.mail.tsx';

/** The settings of the examples. */
export const exampleSettings: MailSettings = {
  from: { name: 'Vehicle Enquiry', address: 'no-reply@vehicle-enquiry.example' },
  support: 'support@vehicle-enquiry.example',
  origin: 'https://vehicle-enquiry.example',
};

const enquiry = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Dana Driver',
  email: 'dana@example.com',
  message: 'I bought a car last week.\n\nWhich day does its tax end, and who tells me?\n\nThank you\nDana',
  registration: 'AB12 CDE',
  receivedAt: new Date('2026-11-21T12:00:00Z'),
};

/** Usual and hostile examples of each template, for the development page and the tests. */
export const mailExamples: { readonly [T in MailTemplate]: Readonly<Record<string, Letter>> } = {
  'contact-message': {
    usual: contactMessageLetter(enquiry, exampleSettings),
    'no-registration': contactMessageLetter({ ...enquiry, registration: null }, exampleSettings),
    hostile: contactMessageLetter(
      {
        ...enquiry,
        name: '<img src=x onerror=alert(1)> "D" & \'Co\'',
        registration: '</p><script>1',
        message:
          '<a href="https://evil.example">Press here</a>\n<img src=https://evil.example/x.png>\n\n' +
          `  kept   spaces\n> quoted\n${'Without-a-space'.repeat(30)}\n</pre></blockquote><h1>Out</h1>\n&lt;b&gt; &amp;amp;`,
      },
      exampleSettings,
    ),
  },
  'contact-confirmation': { usual: contactConfirmationLetter(exampleSettings) },
  'newsletter-confirm': {
    usual: newsletterConfirmLetter(
      { confirm: 'c0nfirm-'.repeat(5).concat('abc'), unsubscribe: 'unsub_00'.repeat(5).concat('abc') },
      exampleSettings,
    ),
  },
  'sign-in-link': {},
  welcome: {},
  'payment-returned': {},
  receipt: {},
  'pre-charge': {},
  'charge-failed': {},
  'membership-cancelled': {},
  'six-monthly': {},
};
