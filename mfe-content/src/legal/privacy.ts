import { retentionText, type Retention, retention } from '@ve/domain/privacy/retention';
import { list, note, steps, table, text } from '../platform/blocks.ts';
import type { LegalText } from '../platform/legal-text.ts';
import { prices } from '../platform/prices.ts';

/** The personal data of the retention table, which the purges follow too. */
const personalData = Object.values<Retention>(retention).filter(({ ends }) => ends !== 'never');

export const privacy: LegalText = {
  title: 'Privacy notice',
  description:
    'What Vehicle Enquiry knows about you, why, who helps us, how long we keep it, and how to see, correct or delete it.',
  path: '/privacy',
  lead: 'What we know about you, why, for how long, and what you can do about it.',
  sections: [
    {
      id: 'short',
      title: 'In short',
      blocks: [
        list(
          'You can read a free report without telling us who you are.',
          'We sell no personal data, show no adverts and use no tracking cookies.',
          'We keep what a membership needs, for as long as it needs it, and what tax law makes us keep. After an account is deleted, hashes of its card and address stay for a while, to prevent repeated trials.',
          'You may ask for a copy, a correction or deletion at any time, free of charge.',
        ),
      ],
    },
    {
      id: 'who',
      title: 'Who is responsible',
      blocks: [
        text(
          'Vehicle Enquiry decides why and how your personal data is used (it is the “controller”). It is run by a company under Estonian law.',
        ),
        note(
          'Our company details',
          'The company’s registered name, number and address, and its representative in the United Kingdom for data protection, will be shown here before we take the first real payment.',
        ),
        text('For anything about your data, use the ', { words: 'contact form', to: '/contact?type=general' }, '.'),
      ],
    },
    {
      id: 'what',
      title: 'What we use, why, and on what legal ground',
      blocks: [
        table(
          'Personal data by purpose',
          ['Purpose', 'What we use', 'Legal ground'],
          [
            'To show a report',
            'The registration number you type. It is personal data once it can be linked to a person.',
            'Taking steps you ask for (contract)',
          ],
          [
            'To answer an enquiry',
            'Your name, e-mail address, message and, if you give it, a registration number',
            'Legitimate interest in answering you',
          ],
          [
            'To look into what you say is wrong in a report',
            'The registration, the entry with what it said and its source, your message and e-mail address, and, while you are signed in, which account it was',
            'Legitimate interest in correct reports',
          ],
          [
            'To send the newsletter',
            'Your e-mail address, and when you confirmed it',
            'Your consent, which you may withdraw in every e-mail',
          ],
          [
            'To find and fix errors',
            'The error, the page’s path, the kind of browser, a random number for the visit and, while you are signed in, which account it was. Addresses of persons are removed before it is stored.',
            'Legitimate interest in a service that works',
          ],
          [
            'To keep the service safe',
            'The network address of a request, to limit how many one visitor may make. What we store is a hash of it under a secret key, never the address.',
            'Legitimate interest in preventing abuse and fraud',
          ],
          [
            'To provide membership',
            'Name, e-mail, postal address, telephone number if you give one, registration, reports, full checks with what the registers answered, reminder dates',
            'Contract',
          ],
          [
            'To take payment and refund it',
            'Amounts, dates and Stripe’s references. Your card number goes to Stripe and never to us.',
            'Contract; legal obligation for the accounts',
          ],
          [
            'To prevent fraud, so that trials and refund periods do not start again when an account is deleted',
            'Of a deleted account that had a trial or membership: hashes of its cards and e-mail addresses, with when its trial and its first full charge were. A hash is made with a secret key that we alone have: no one can read a card number or an address from it, and we can only see whether the same card or address pays again. It is compared with every card and address that pays for a trial.',
            'Legitimate interest in preventing fraud. You may object; the deletion of the account does not delete it.',
          ],
          [
            'To prove what you agreed to',
            'The wording you accepted, when, and a hash of the network address',
            'Legal obligation; legitimate interest',
          ],
        ),
        text(
          'Service messages (a receipt, a reminder you asked for) carry no adverts. SMS is off until you turn it on. We make no decision about you by machine that has legal or similarly serious effect; a verdict is about a vehicle.',
        ),
      ],
    },
    {
      id: 'sources',
      title: 'Where vehicle data comes from',
      blocks: [
        text(
          'A report is about a vehicle and never names its keeper. We ask, by registration number: the Driver and Vehicle Licensing Agency (DVLA) for tax, MOT status and registration; the Driver and Vehicle Standards Agency (DVSA) for MOT tests and recalls; and UK Vehicle Data, a licensed third-party data company that is not affiliated with the government, for specification and history. The full check draws, by kind, on a police national computer, an insurance anti-fraud theft register, a motor insurance bureau, a credit-bureau asset register, a rental and leasing association and a retail motor federation. We send none of them your name or e-mail address.',
        ),
      ],
    },
    {
      id: 'processors',
      title: 'Companies that process data for us',
      blocks: [
        text('These companies process personal data for us, under contract and on our instructions only.'),
        table(
          'Processors',
          ['Who', 'What for', 'State'],
          ['Our hosting provider', 'Runs the servers and keeps the database and its encrypted backups', 'In use'],
          ['UK Vehicle Data', 'Vehicle specification and history by registration', 'In use'],
          [
            'An e-mail delivery provider',
            'Newsletter, confirmations, reminders, receipts',
            'From the first e-mail we send',
          ],
          [
            'Another company’s contact form, if the contact page shows one',
            'Passes your enquiry to us; the page names the company',
            'Only while it is shown',
          ],
          ['Stripe', 'Card payments and refunds; your browser sends it the card directly', 'In use'],
          ['Twilio', 'SMS reminders, if you turn them on', 'From the first SMS we send'],
          ['Ideal Postcodes', 'Finds addresses for the postcode you type when you sign up', 'In use'],
        ),
        text(
          'We pass data to the police, a court or an authority only where the law obliges us to. Where a processor works outside the UK and the European Economic Area, we rely on an adequacy decision or on the UK’s international data transfer agreement or addendum. Ask us for a copy.',
        ),
      ],
    },
    {
      id: 'retention',
      title: 'How long we keep it',
      blocks: [
        table(
          'Retention',
          ['What', 'Kept for', 'Why'],
          ...personalData.map((entry) => [entry.what, retentionText(entry), entry.why]),
        ),
      ],
    },
    {
      id: 'rights',
      title: 'Your rights',
      blocks: [
        list(
          [
            { strong: 'See it.' },
            ' A copy of everything we hold about you, free: with an account, have it made at once under ',
            { words: 'Your data', to: '/your-data' },
            ', to read there and as a file that a machine can read. It stays there for 7 days, for you alone.',
          ],
          [
            { strong: 'Correct it.' },
            ' Name, address, telephone and e-mail address under ',
            { words: 'Your data', to: '/your-data' },
            '; anything else if you tell us.',
          ],
          [
            { strong: 'Delete it.' },
            ' We delete all but what the law makes us keep, such as invoices, and the hashes of your card and address that prevent fraud, which we delete automatically: 30 days after your trial began, or six months after your last full charge.',
          ],
          [{ strong: 'Limit or object.' }, ' Where we rely on legitimate interest, and at any time to marketing.'],
          [{ strong: 'Move it.' }, ' To another service.'],
          [{ strong: 'Withdraw consent.' }, ' At any time; what was done before stays lawful.'],
        ),
        text(
          'An account is deleted under ',
          { words: 'Your data', to: '/your-data' },
          '. If you have none, ',
          { words: 'see what we hold under your e-mail address', to: '/your-data/request' },
          ', download it or delete it, by a link that we mail you.',
        ),
        text(
          'For everything else, ask through the ',
          { words: 'contact form', to: '/contact?type=general' },
          '. We answer within one month; a complex request may take up to two months more, and then we tell you so within the first. We may ask you to prove who you are with a code sent to your e-mail address.',
        ),
      ],
    },
    {
      id: 'complaints',
      title: 'Complaints about your data',
      blocks: [
        steps(
          [
            'Write to us through the ',
            { words: 'contact form', to: '/contact?type=general' },
            ' and tick “This is a complaint”. An e-mail with a reference and a link to follow it comes at once.',
          ],
          'We acknowledge it within 30 days at the latest, look into it, keep you informed and give you our answer without undue delay.',
          [
            'At any time you may complain to the Information Commissioner’s Office (',
            { words: 'ico.org.uk', href: 'https://ico.org.uk/make-a-complaint/' },
            ') or to the Estonian Data Protection Inspectorate (',
            { words: 'aki.ee', href: 'https://www.aki.ee/en' },
            ').',
          ],
        ),
      ],
    },
    {
      id: 'young',
      title: 'Young people',
      blocks: [
        text(
          `Membership is for people of ${prices.minimumAge} and over. We do not knowingly keep data of anyone younger; tell us if you think we do and we will delete it.`,
        ),
      ],
    },
    {
      id: 'safety',
      title: 'How we protect it',
      blocks: [
        text(
          'Connections are encrypted. There is no password for customers to lose: signing in is by a link that works once, for ten minutes. The token that keeps you signed in cannot be read by scripts, and we keep only a hash of it. Access by staff is limited by role and recorded. If a breach puts you at risk we tell the authority within 72 hours and you without delay.',
        ),
        text('What our pages keep in your browser is listed on the ', { words: 'cookies page', to: '/cookies' }, '.'),
      ],
    },
  ],
  changes: [
    {
      date: '2026-11-26',
      what: 'What we keep after an account is deleted to prevent repeated trials: hashes of cards and addresses, why, and for how long.',
    },
    {
      date: '2026-11-22',
      what: 'What we keep while we try out new versions of our pages. How long we keep it says more: copies of your data, codes, changes of address, deletions; and why we keep each. Complaints get a reference.',
    },
    {
      date: '2026-11-21',
      what: 'Rewritten in plain English, with tables of purposes, processors and retention, and the procedure for data protection complaints.',
    },
    { date: '2024-04-03', what: 'First version takes effect.' },
  ],
};
