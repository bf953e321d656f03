import { listBlock, textBlock } from '../platform/blocks.ts';
import type { LegalText } from '../platform/legal-text.ts';

export const cookiesText: LegalText = {
  title: 'Cookies',
  description:
    'Everything Vehicle Enquiry keeps in your browser, what it is for and how long it stays. We keep only what is necessary, so there is no banner.',
  path: '/cookies',
  lead: 'Everything our pages keep in your browser, what it is for and how long it stays.',
  sections: [
    {
      id: 'no-banner',
      title: 'Why there is no banner',
      blocks: [
        textBlock(
          'We keep only what the service needs to work, or to do something you asked for. The law requires no consent for that. We use no cookies for adverts, tracking or analytics. Our pages load nothing from other sites, with two exceptions: Stripe’s card field, and another company’s contact form if the contact page shows one.',
        ),
        textBlock(
          'Stripe takes our card payments, and the payment page loads its card field. To keep stolen cards out, Stripe sets two cookies there: __stripe_mid for a year and __stripe_sid for half an hour. Your card number goes to Stripe directly and never to us.',
        ),
        textBlock(
          'If another company’s form takes general enquiries, the contact page names the company and loads its form once you choose General Enquiry. The form may keep its own data in your browser. You can use our own form or write to us instead.',
        ),
        textBlock(
          'We try out new versions of our pages on some visitors before everyone gets them. One cookie, __Host-ve-channel, is for that. The law asks us to tell you and let you refuse: the button is next to the cookie in the list above.',
        ),
        textBlock('If we ever want to keep more, we will ask first. Saying no will be as easy as saying yes.'),
      ],
    },
    {
      id: 'control',
      title: 'What you can do',
      blocks: [
        listBlock(
          'Leave trials of new versions: use the button next to __Host-ve-channel in the list above.',
          'Close the tab to clear session storage.',
          'Delete cookies and local storage in your browser’s settings, under privacy or site data.',
          'Refuse them all if you like. Reports and articles still work, but you can’t sign in, pay or save articles, and alerts you closed come back.',
        ),
        textBlock('For how we use personal data, see the ', { words: 'privacy notice', to: '/privacy' }, '.'),
      ],
    },
  ],
  changes: [
    {
      date: '2026-11-26',
      what: 'A cookie that stops others using up a staff member’s sign-in attempts. A note in the tab of which car to check after you pay.',
    },
    {
      date: '2026-11-22',
      what: 'A cookie for trying out new versions of our pages on some visitors, and a button to be left out.',
    },
    { date: '2026-11-21', what: 'Every stored item is listed by name, with its purpose and how long it stays.' },
    { date: '2024-04-03', what: 'First version takes effect.' },
  ],
};
