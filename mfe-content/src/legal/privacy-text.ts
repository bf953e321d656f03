import { companyIdentity } from '@ve/domain/membership/company-identity';
import { firstChargeRetentionMonths } from '@ve/domain/membership/retention-periods';
import { trialsPerCardDays } from '@ve/domain/membership/sign-up-outcome';
import { personalDataKinds } from '@ve/domain/privacy/personal-data-kinds';
import { retentionText, type RetentionEntry, retentionSchedule } from '@ve/domain/privacy/retention';
import { listBlock, stepsBlock, tableBlock, textBlock } from '../platform/blocks.ts';
import type { LegalText } from '../platform/legal-text.ts';
import { formattedPrices } from '../platform/formatted-prices.ts';
import { controllerNote } from './company-note.ts';

/** The personal data of the retention table, which the purges follow too. */
const personalData = Object.values<RetentionEntry>(retentionSchedule).filter(({ ends }) => ends !== 'never');

export const privacyText: LegalText = {
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
        listBlock(
          'You can read a free report without telling us who you are.',
          'We sell no personal data, show no adverts and use no tracking cookies.',
          'We keep what your membership needs while it needs it, and what tax law makes us keep. After you delete an account, we keep hashes of its card and e-mail address for a while, to prevent repeated trials.',
          'Ask for a copy, a correction or deletion at any time, free of charge.',
        ),
      ],
    },
    {
      id: 'who',
      title: 'Who is responsible',
      blocks: [
        textBlock(
          'Vehicle Enquiry decides why and how we use your personal data. That makes it the “controller”. A company under Estonian law runs it.',
        ),
        controllerNote(companyIdentity),
        textBlock(
          'For anything about your data, use the ',
          { words: 'contact form', to: '/contact?type=general' },
          '.',
        ),
      ],
    },
    {
      id: 'what',
      title: 'What we use, why, and our legal ground',
      blocks: [
        tableBlock(
          'Personal data by purpose',
          ['Purpose', 'What we use', 'Legal ground'],
          [
            'To show a report',
            'The registration number you type, which is personal data if it can be linked to a person',
            'Steps you ask us to take before a contract',
          ],
          [
            'To answer an enquiry',
            'Your name, e-mail address, message and, if you give one, a registration number',
            'Legitimate interest in answering you',
          ],
          [
            'To look into something you say is wrong in a report',
            'The registration, the entry and its source, your message and your e-mail address. If you are signed in, your account too.',
            'Legitimate interest in correct reports',
          ],
          [
            'To send the newsletter',
            'Your e-mail address, and when you confirmed it',
            'Your consent. Withdraw it by the link in every e-mail.',
          ],
          [
            'To find and fix errors',
            'The error, the page’s path, the kind of browser and a random number for the visit. If you are signed in, your account too. We remove people’s addresses before we store it.',
            'Legitimate interest in a service that works',
          ],
          [
            'To keep the service safe',
            'The network address of a request, to limit how many one visitor can make. We store only a hash of it, made with a secret key, never the address.',
            'Legitimate interest in preventing abuse and fraud',
          ],
          [
            'To provide membership',
            'Your name, e-mail address, postal address, telephone number if you give one, registration, reports, full checks with their results, and reminder dates',
            'Contract',
          ],
          [
            'To take payment and refund it',
            'Amounts, dates and Stripe’s references. Stripe also gets your name, e-mail address and billing address. Your card number goes to Stripe and never to us.',
            'Contract; legal obligation for the accounts',
          ],
          [
            'To prevent fraud: deleting an account does not restart trials and refund periods',
            'From a deleted account that had a trial or membership: hashes of its cards and e-mail addresses, and the dates of its trial and first full charge. We make each hash with a secret key that only we have. No one can read a card number or an address from it. We compare it with each card and address that pays for a trial, and see only whether they are the same.',
            'Legitimate interest in preventing fraud. Deleting the account does not delete these hashes, but you may object.',
          ],
          [
            'To prove what you agreed to',
            'The wording you accepted, when you accepted it, and a hash of your network address',
            'Legal obligation; legitimate interest',
          ],
        ),
        tableBlock(
          'Personal data by kind',
          ['What we store', 'Who receives it'],
          ...personalDataKinds.map(({ what, receivers }) => [what, receivers]),
        ),
        textBlock(
          'Service messages, such as a receipt or a reminder you asked for, carry no adverts. Texts are off until you turn them on. No machine makes decisions about you that have a legal or similarly serious effect. A verdict is about a vehicle.',
        ),
      ],
    },
    {
      id: 'sources',
      title: 'Where vehicle data comes from',
      blocks: [
        textBlock(
          'A report is about a vehicle and never names its keeper. We send each source the registration number, never your name or e-mail address.',
        ),
        listBlock(
          'The Driver and Vehicle Licensing Agency (DVLA): tax, MOT status and registration.',
          'The Driver and Vehicle Standards Agency (DVSA): MOT tests and recalls.',
          'UK Vehicle Data, a licensed third-party data company not affiliated with the government: specification and history.',
        ),
        textBlock(
          'The sources of the full check are a police national computer, an insurance anti-fraud theft register, a motor insurance bureau, a credit-bureau asset register, a rental and leasing association and a retail motor federation.',
        ),
      ],
    },
    {
      id: 'processors',
      title: 'Companies that process data for us',
      blocks: [
        textBlock('These companies process personal data for us, under contract and only on our instructions.'),
        tableBlock(
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
            'Passes your enquiry to us. The page names the company.',
            'Only while it is shown',
          ],
          [
            'Stripe',
            'Card payments and refunds. Your browser sends it your card and billing details directly.',
            'In use',
          ],
          ['Twilio', 'Texts, if you turn them on', 'From the first text we send'],
          [
            'Ideal Postcodes',
            'Finds addresses for the postcode you type at sign-up, and the place of the one you choose for petrol prices',
            'In use',
          ],
        ),
        textBlock(
          'We pass data to the police, a court or an authority only if the law obliges us to. If a processor works outside the UK and the European Economic Area, we rely on an adequacy decision, or on the UK’s international data transfer agreement or addendum. Ask us for a copy.',
        ),
      ],
    },
    {
      id: 'retention',
      title: 'How long we keep it',
      blocks: [
        tableBlock(
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
        listBlock(
          [
            { strong: 'See it.' },
            ' Get a copy of everything we hold about you, free. With an account, ask for it under ',
            { words: 'Your data', to: '/your-data' },
            '. You can read it there or download it as a machine-readable file. Only you can see it, and it stays for 7 days.',
          ],
          [
            { strong: 'Correct it.' },
            ' Change your name, address, telephone number and e-mail address under ',
            { words: 'Your data', to: '/your-data' },
            '. For anything else, tell us.',
          ],
          [
            { strong: 'Delete it.' },
            ` We delete everything, with two exceptions. The law makes us keep some records, such as invoices. And we keep the hashes of your card and e-mail address that prevent fraud. We delete those automatically ${trialsPerCardDays} days after your trial began, or ${firstChargeRetentionMonths} months after your last full charge if that is later.`,
          ],
          [
            { strong: 'Limit or object.' },
            ' You can do so where we rely on legitimate interest, and to marketing at any time.',
          ],
          [{ strong: 'Move it.' }, ' Take your data to another service.'],
          [{ strong: 'Withdraw consent.' }, ' At any time. What we did before that stays lawful.'],
        ),
        textBlock(
          'Delete your account under ',
          { words: 'Your data', to: '/your-data' },
          '. No account? You can ',
          { words: 'see what we hold under your e-mail address', to: '/your-data/request' },
          ', download it or delete it. We e-mail you a link.',
        ),
        textBlock(
          'For everything else, ask through the ',
          { words: 'contact form', to: '/contact?type=general' },
          '. We answer within one month. A complex request may take up to two months more; if so, we tell you within the first month. We may ask you to prove who you are.',
        ),
      ],
    },
    {
      id: 'complaints',
      title: 'Complaints about your data',
      blocks: [
        stepsBlock(
          [
            'Write to us through the ',
            { words: 'contact form', to: '/contact?type=general' },
            ' and tick “This is a complaint”. We e-mail you at once with a reference and a link to follow it.',
          ],
          'We acknowledge it within 30 days, look into it, keep you informed and answer without undue delay.',
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
        textBlock(
          `Membership is for people aged ${formattedPrices.minimumAge} and over. We do not knowingly keep data about anyone younger. If you think we do, tell us and we will delete it.`,
        ),
      ],
    },
    {
      id: 'safety',
      title: 'How we protect it',
      blocks: [
        textBlock(
          'We encrypt connections. You have no password to lose: you sign in by a link that works once, for ten minutes. Scripts can’t read the token that keeps you signed in, and we keep only a hash of it. We limit staff access by role and record it. If a breach puts you at risk, we tell the authority within 72 hours and you without delay.',
        ),
        textBlock('For what our pages keep in your browser, see the ', { words: 'cookies page', to: '/cookies' }, '.'),
      ],
    },
  ],
  changes: [
    {
      date: '2026-11-27',
      what: 'Every kind of data we store, and who receives it: also the place for petrol prices, what we know of your card, your browser’s name for itself, hashes and log lines.',
    },
    {
      date: '2026-11-26',
      what: 'What we keep to prevent repeated trials after an account is deleted: hashes of cards and addresses, why, and for how long. What Stripe gets about you. Shorter sentences.',
    },
    {
      date: '2026-11-22',
      what: 'What we keep while we try out new versions of our pages. More about how long we keep things and why: copies of your data, codes, changes of address and deletions. Complaints get a reference.',
    },
    {
      date: '2026-11-21',
      what: 'Rewritten in plain English, with tables of purposes, processors and retention, and the procedure for data protection complaints.',
    },
    { date: '2024-04-03', what: 'First version takes effect.' },
  ],
};
