import { list, text } from '../platform/blocks.ts';
import type { LegalText } from '../platform/legal-text.ts';

export const cookies: LegalText = {
  title: 'Cookies',
  description:
    'Everything that Vehicle Enquiry keeps in your browser, what it is for and how long it stays. Only what is necessary, so there is no banner.',
  path: '/cookies',
  lead: 'Everything that our pages keep in your browser, what it is for and how long it stays.',
  sections: [
    {
      id: 'no-banner',
      title: 'Why there is no banner',
      blocks: [
        text(
          'We keep only what is needed for something that you asked for or that keeps the service working. The law asks for no consent to that. There are no cookies for adverts, tracking or analytics, ours or anyone else’s, and our pages load nothing from other sites, with two exceptions.',
        ),
        text(
          'Where you pay by card, the page loads the card field of Stripe, who take the payment. To keep stolen cards out, Stripe keeps two cookies on the page that pays: __stripe_mid for a year and __stripe_sid for half an hour. Your card goes to Stripe directly and never to us.',
        ),
        text(
          'Where another company’s form takes general enquiries, the contact page names that company and loads its form once you choose General Enquiry. That form may keep things of its own in your browser. You can use our own form instead, or write to us.',
        ),
        text(
          'One cookie is for trying out new versions of our pages on some visitors before everyone gets them, so that a bad one harms few. For that the law asks us to tell you and to let you refuse: the button is with the cookie, __Host-ve-channel, in the list above.',
        ),
        text('If that ever changes we will ask first, and saying no will be as easy as saying yes.'),
      ],
    },
    {
      id: 'control',
      title: 'What you can do',
      blocks: [
        list(
          'You can be left out of trials of new versions: the button is with __Host-ve-channel in the list above.',
          'Session storage goes when you close the tab.',
          'Cookies and local storage can be deleted in your browser’s settings, under privacy or site data.',
          'If you refuse them all, reports and articles still work. Alerts you closed come up again and articles are not saved.',
        ),
        text('How we use personal data is in the ', { words: 'privacy notice', to: '/privacy' }, '.'),
      ],
    },
  ],
  changes: [
    {
      date: '2026-11-26',
      what: 'A cookie by which staff keep their own sign-in attempts, and a note in the tab of the car whose check follows a payment.',
    },
    {
      date: '2026-11-22',
      what: 'A cookie for trying out new versions of our pages on some visitors, and a button to be left out.',
    },
    { date: '2026-11-21', what: 'Every stored item is listed by name, with its purpose and how long it stays.' },
    { date: '2024-04-03', what: 'First version takes effect.' },
  ],
};
