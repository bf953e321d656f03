import { responseTimeLabels } from '@ve/domain/messaging/contact/response-times';
import { offer } from '@ve/domain/membership/offer';
import { refundDue } from '@ve/domain/membership/refund-due';
import { refundRules } from '@ve/domain/membership/refund-rules';
import { formatPrice } from '@ve/domain/kernel/money/format-price';
import { list, note, steps, table, text } from '../platform/blocks.ts';
import type { LegalText } from '../platform/legal-text.ts';
import { prices } from '../platform/prices.ts';

const rules = refundRules();

/** The refund of a month of thirty days with a used check when it is cancelled on this day of the month, as text. */
const backOnDay = (day: number): string => {
  const at = (days: number): Date => new Date(days * 86_400_000);
  const { pence, fullCheckPence } = offer.membership;
  const period = { paidAt: at(0), periodStart: at(0), periodEnd: at(30) };
  const last = { pence, fullCheckPence, refundedPence: 0, ...period, checkUsed: true, disputed: false };
  return formatPrice(refundDue({ last, firstPaidAt: at(0) }, at(day - 0.5)).pence);
};

export const terms: LegalText = {
  title: 'Terms of service',
  description: `The agreement between you and Vehicle Enquiry: the ${prices.trial} trial, membership at ${prices.monthly} a month, cancelling, refunds and your rights.`,
  path: '/terms',
  lead: 'What you and we agree to when you use Vehicle Enquiry, in plain English. You may print or keep a copy of this page.',
  sections: [
    {
      id: 'short',
      title: 'In short',
      blocks: [
        list(
          'The free report costs nothing and needs no account.',
          `The trial costs ${prices.trial} for ${prices.trialHours}. Unless you cancel, membership then costs ${prices.monthly} a month until you do. The full check comes with the first ${prices.monthly}.`,
          'You can cancel at any time, online.',
          rules.unused,
          rules.used,
          rules.trial,
          'A report says what our sources told us. It is no substitute for looking at the vehicle.',
          'Estonian law governs these terms. If you live in the UK you keep your rights under UK law.',
        ),
        text('This summary helps you read the rest; it does not replace it.'),
      ],
    },
    {
      id: 'who',
      title: 'Who we are and who you are',
      blocks: [
        text(
          'Vehicle Enquiry (“we”, “us”) is a vehicle history service for private drivers, buyers and sellers in the United Kingdom, run by a company under Estonian law.',
        ),
        note(
          'Our company details',
          'The company’s registered name, number and address will be shown here, and in the confirmation of every contract, before we take the first real payment. Until then the card form accepts test cards alone, and nothing is charged.',
        ),
        text(
          `To take out a trial or membership you must be legally able to enter into a contract and be at least ${prices.minimumAge} years old. The service is for private use. You may not resell reports or use them in the course of a vehicle trade without our written agreement.`,
        ),
      ],
    },
    {
      id: 'service',
      title: 'What we provide',
      blocks: [
        list(
          [
            { strong: 'The free report.' },
            ' Vehicle details, tax status, MOT status and history, mileage readings from MOT tests, plate changes, keeper changes (where available), import, export and scrap markers, and a comparison of the chassis number (VIN).',
          ],
          [
            { strong: 'The full check.' },
            ' A report of outstanding finance, insurance write-off, salvage, police stolen marker (where available) and colour changes, with a valuation.',
          ],
          [
            { strong: 'Vehicle Companion Membership.' },
            ' For one vehicle: one full check in each billing period; reminders of tax, MOT, insurance and servicing by e-mail and, if you choose, SMS; vehicle tax alerts, MOT reminders and advisories, recall alerts, a valuation tracker, finance check alerts and petrol prices.',
          ],
        ),
        text(
          'Parts of the service are added one after another. Each page says what it gives you today, and you pay for nothing else.',
        ),
        text('If a full check fails at our end or no source can be read, the credit it used is given back to you.'),
      ],
    },
    {
      id: 'sources',
      title: 'Where the information comes from',
      blocks: [
        text(
          'We ask DVLA (the vehicle licensing agency), DVSA (the vehicle standards agency) and, for the full check, a licensed third-party data company. That company collects from a police national computer, an insurance anti-fraud theft register, a motor insurance bureau, a credit-bureau asset register, a rental and leasing association and a retail motor federation. Neither we nor that company are part of the government or acting for it.',
        ),
        text(
          'Each line of a report names its source and the time we asked. A source may be late, incomplete or wrong. Where none answered, the report says “Not available”; that is never the same as “clear”. If you think that something in a report is wrong, tell us: we will ask the source and tell you what it says.',
        ),
        text(
          'A report cannot show what was never recorded, such as a crash settled without insurers. Look at the vehicle, have a mechanic look at it, and check its papers. ',
          { words: 'How to read a verdict', to: '/buying-advice' },
          '.',
        ),
      ],
    },
    {
      id: 'price',
      title: 'Trial, price and payment',
      blocks: [
        table(
          'What you pay and when',
          ['When', 'You pay', 'For'],
          [
            'When you start the trial',
            prices.trial,
            `${prices.trialHours} of saved reports, reminders and the dashboard`,
          ],
          [
            `${prices.trialHours} later, unless you cancelled`,
            prices.monthly,
            `The first month: ${prices.fullCheck} for its full check and ${prices.rest} for the rest`,
          ],
          ['Each month after that, until you cancel', prices.monthly, 'The next month, in the same parts'],
        ),
        text(
          `Prices include any VAT that is due. Over the first twelve months the trial and membership come to ${prices.firstYear} if you do not cancel (${prices.trial} and twelve payments of ${prices.monthly}). There is no minimum term.`,
        ),
        text(
          `Before you pay we show the amount due today, the first full charge with its date and time, what comes back, and how to cancel. The button that starts the trial says what you will pay. You tick one box to accept these terms and another to ask us to begin at once; neither is ticked for you. We confirm the contract by e-mail straight away, remind you ${prices.noticeHours} before the first full charge, send a receipt for each payment and remind you every six months.`,
        ),
        text(
          'Payments are taken by Stripe from the card you give. We never see or keep your full card number. If a payment fails we tell you and try again; full checks pause until it succeeds.',
        ),
        text(
          `A card may start three trials in 30 days. So may an e-mail address whose account was deleted each time: we recognise a card and an address for a while after an account is deleted (see the privacy notice). The payment for any further trial is returned.`,
        ),
        text('“Upgrade Early” ends the trial at once, by your choice, and starts the first month.'),
        text(
          'We will give at least 30 days’ notice by e-mail before a price rises. The new price applies only if you agree to it; otherwise membership ends at the end of the month you have paid for.',
        ),
      ],
    },
    {
      id: 'cancel',
      title: 'Cancelling',
      blocks: [
        text(
          'You can cancel at any time and need give no reason: from your account, by the link in any of our e-mails, on the ',
          { words: 'cancellation page', to: '/cancellation' },
          ', or by any clear statement to us. No telephone call and no notice period is needed.',
        ),
        list(
          'Cancel during the trial: it ends at once, and no further charge is made.',
          'Cancel later, with a refund due by the rules below: it is paid without your asking, and membership ends at once.',
          'Cancel later, without one: membership runs to the end of the month you have paid for, and no further charge is made. Until then you can withdraw the cancellation.',
        ),
        text('We aim to process a cancellation within 1–2 hours and we confirm it by e-mail within 24.'),
      ],
    },
    {
      id: 'refunds',
      title: 'Refunds',
      blocks: [
        table(
          'What you get back',
          ['You cancel', 'We return'],
          [
            `Within ${prices.refundTime} of your last membership charge, without having used its full check`,
            `That charge, ${prices.monthly}, in full`,
          ],
          [
            `Within ${prices.coolingOff} of the first ${prices.monthly} you ever paid, having used its full check`,
            `${prices.rest}, which is what the month costs without the check, for the days of the month that are left, without the day that has begun. The ${prices.fullCheck} for the check is not returned`,
          ],
          ['At any other time', 'Nothing further is charged; membership ends when the paid month does'],
          ['During or after the trial', `The ${prices.trial} for the trial is not returned`],
        ),
        table(
          `For example: your first month has 30 days, and you have used its full check`,
          ['You cancel', 'We keep', 'We return'],
          ...[1, 7, 14].map((day) => [
            `On day ${day}`,
            `${prices.fullCheck} for the check, and ${day} of 30 days of ${prices.rest}`,
            backOnDay(day),
          ]),
        ),
        text(
          `“The first ${prices.monthly} you ever paid” may have been paid under an account that was deleted since: for six months after its last payment we recognise it by your card or e-mail address. The prices that count are those you agreed to when you paid; a later change of price changes nothing.`,
        ),
        text(
          'A refund cancels the subscription automatically. It goes back to the card you paid with, and you should see it within 5–10 business days. The cancellation page says which of these applies before you confirm and again afterwards.',
        ),
        text(
          'These rules come on top of the law, not in place of it. If what we supply is not as described, not of satisfactory quality or not fit for its purpose, you have the rights that the law gives you, a refund among them.',
        ),
      ],
    },
    {
      id: 'law-rights',
      title: 'Your right to change your mind',
      blocks: [
        text(
          `A consumer in the UK may cancel a contract made online within ${prices.coolingOff} without giving a reason. We begin at once only because you ask us to. If you then cancel within those ${prices.coolingOff}, you pay for what we supplied up to then, in proportion to the whole: once you have used the full check, ${prices.fullCheck} for it, and the other ${prices.rest} of the month by the day.`,
        ),
        text(
          `A full check is digital content. When you ask for one within the ${prices.coolingOff} you agree that it begins at once and accept that you lose the right to cancel that check, though not the membership.`,
        ),
        text('You can use this wording, though you need not:'),
        note(
          'Cancellation form',
          'To Vehicle Enquiry: I give notice that I cancel my contract for membership. Started on: (date). Name: (your name). E-mail: (the address you signed up with). Date: (today).',
        ),
      ],
    },
    {
      id: 'use',
      title: 'Fair use',
      blocks: [
        list(
          'Give true details when you sign up, and keep access to your e-mail address safe: anyone who can read it can sign in.',
          'Do not use the service to harass or trace a person. A report never names a keeper.',
          'Do not copy reports in bulk, query the service by program, or try to break it or get round its limits.',
        ),
        text(
          'If you seriously break these terms we may suspend or end your membership. We tell you why, and return what you paid for time you cannot use, unless you used the service for fraud.',
        ),
      ],
    },
    {
      id: 'responsibility',
      title: 'Our responsibility',
      blocks: [
        text(
          'We provide the service with reasonable care and skill. We answer for loss that is a foreseeable result of our breaking this agreement or failing to use reasonable care and skill. We do not answer for loss that was not foreseeable, for business losses, or for what a source recorded wrongly and we passed on as it stood, if we couldn’t reasonably have known.',
        ),
        text(
          'Nothing in these terms limits responsibility that the law does not let us limit: for death or injury caused by negligence, for fraud, and for your statutory rights as a consumer.',
        ),
      ],
    },
    {
      id: 'complaints',
      title: 'Complaints',
      blocks: [
        steps(
          [
            'Tell us through the ',
            { words: 'contact form', to: '/contact?type=general' },
            ` and tick “This is a complaint”. You get a reference at once, a reply ${responseTimeLabels.reply}, and we aim to settle the matter ${responseTimeLabels.complaint}: Monday to Friday, 9:00 to 17:00 UK time, excluding bank holidays in England and Wales.`,
          ],
          `If you are not content, say so. Someone who was not involved looks at it again and answers within ${responseTimeLabels.escalation}. If we have not answered you at all after ${responseTimeLabels.escalation}, that person takes over without your asking, and we tell you.`,
          'If we still cannot agree, we tell you in writing which certified alternative dispute resolution body could deal with it and whether we will use it. You are free to go to court instead at any time.',
        ),
        text(
          'Citizens Advice gives free, independent advice to consumers. For a complaint about your personal data see the ',
          { words: 'privacy notice', to: '/privacy' },
          '.',
        ),
      ],
    },
    {
      id: 'law',
      title: 'Law and courts',
      blocks: [
        text(
          'Estonian law governs these terms. If you are a consumer living in the United Kingdom, this does not take away any protection that the mandatory law of the part of the UK where you live gives you, and you may bring a claim in the courts of that part.',
        ),
      ],
    },
    {
      id: 'new-terms',
      title: 'When these terms change',
      blocks: [
        text(
          'We may change these terms to follow the law, to describe something new or to clarify something. We e-mail members at least 30 days before, and they may cancel if they do not agree. A change never applies to what you have already paid for. Every change is listed below.',
        ),
      ],
    },
  ],
  changes: [
    {
      date: '2026-11-26',
      what: `The full check has its own price, ${prices.fullCheck} of the ${prices.monthly}: once it is used, that is not returned, and the rest comes back by the day. What counts as your first payment, and how many trials a card may start.`,
    },
    {
      date: '2026-11-22',
      what: 'How a complaint is marked, what it is promised, and when it is escalated. The part of a month that is returned counts from your first full charge ever, in whole days.',
    },
    {
      date: '2026-11-21',
      what: 'Rewritten in plain English. Refund rules set out in a table; steps for complaints; how trial and membership are paid for, and how they end.',
    },
    { date: '2024-04-03', what: 'First version takes effect.' },
  ],
};
