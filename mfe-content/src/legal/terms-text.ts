import { companyIdentity } from '@ve/domain/membership/company-identity';
import { responseTimeLabels } from '@ve/domain/messaging/contact/response-times';
import { membershipOffer } from '@ve/domain/membership/offer';
import { refundArrivalTime } from '@ve/domain/membership/refund-arrival-time';
import { refundDue } from '@ve/domain/membership/refund-due';
import { refundRuleTexts } from '@ve/domain/membership/refund-rule-texts';
import { firstChargeRetentionMonths } from '@ve/domain/membership/retention-periods';
import { maxTrialsPerCard, trialsPerCardDays } from '@ve/domain/membership/sign-up-outcome';
import { unpaidMembershipMessages } from '@ve/domain/membership/unpaid-messages';
import { formatPrice } from '@ve/domain/kernel/money/format-price';
import { listBlock, noteBlock, stepsBlock, tableBlock, textBlock } from '../platform/blocks.ts';
import type { LegalText } from '../platform/legal-text.ts';
import { formattedPrices } from '../platform/formatted-prices.ts';
import { contractorNote } from './company-note.ts';

const rules = refundRuleTexts();

/** The refund of a month of thirty days with a used check when it is cancelled on this day of the month, as text. */
const backOnDay = (day: number): string => {
  const at = (days: number): Date => new Date(days * 86_400_000);
  const { pence, fullCheckPence } = membershipOffer.membership;
  const period = { paidAt: at(0), periodStart: at(0), periodEnd: at(30) };
  const last = { pence, fullCheckPence, refundedPence: 0, ...period, checkUsed: true, disputed: false };
  return formatPrice(refundDue({ last, firstPaidAt: at(0) }, at(day - 0.5)).pence);
};

export const termsText: LegalText = {
  title: 'Terms of service',
  description: `The agreement between you and Vehicle Enquiry: the ${formattedPrices.trial} trial, membership at ${formattedPrices.monthly} a month, cancelling, refunds and your rights.`,
  path: '/terms',
  lead: 'What you and we agree when you use Vehicle Enquiry, in plain English. You may print or save this page.',
  sections: [
    {
      id: 'short',
      title: 'In short',
      blocks: [
        listBlock(
          'The free report costs nothing and needs no account.',
          `The trial costs ${formattedPrices.trial} for ${formattedPrices.trialHours}. Membership then costs ${formattedPrices.monthly} a month until you cancel. The full check comes with the first ${formattedPrices.monthly}.`,
          'You can cancel at any time, online.',
          rules.unused,
          rules.used,
          rules.trial,
          'A report passes on what our sources told us. Always look at the vehicle too.',
          'Estonian law governs these terms. If you live in the UK, you keep your rights under UK law.',
        ),
        textBlock('This is a summary. The sections below are the full terms.'),
      ],
    },
    {
      id: 'who',
      title: 'Who we are and who you are',
      blocks: [
        textBlock(
          'Vehicle Enquiry (“we”, “us”) is a vehicle history service for private drivers, buyers and sellers in the United Kingdom, run by a company under Estonian law.',
        ),
        contractorNote(companyIdentity),
        textBlock(
          `To take out a trial or membership you must be legally able to enter into a contract and be at least ${formattedPrices.minimumAge} years old. The service is for private use. Ask for our written agreement before you resell reports or use them in the motor trade.`,
        ),
      ],
    },
    {
      id: 'service',
      title: 'What we provide',
      blocks: [
        listBlock(
          [
            { strong: 'The free report.' },
            ' Vehicle details, tax status, MOT status and history, mileage readings from MOT tests, plate changes, keeper changes (where available), import, export and scrap markers, and a comparison of the chassis number (VIN).',
          ],
          [
            { strong: 'The full check.' },
            ' Outstanding finance, insurance write-off, salvage, police stolen marker (where available) and colour changes, with a valuation.',
          ],
          [
            { strong: 'Vehicle Companion Membership.' },
            ' It covers one vehicle. You get one full check in each billing period, and reminders of tax, MOT, insurance and servicing by e-mail and, if you choose, by text. You also get vehicle tax alerts, MOT advisories, recall alerts, a valuation tracker, finance check alerts and petrol prices.',
          ],
        ),
        textBlock('We add to the service over time. Each page says what you get today, and that is all you pay for.'),
        textBlock('If a full check fails on our side, or no source responds, we return its credit.'),
      ],
    },
    {
      id: 'sources',
      title: 'Where the information comes from',
      blocks: [
        textBlock(
          'We ask DVLA (the vehicle licensing agency), DVSA (the vehicle standards agency) and, for the full check, a licensed third-party data company. That company’s sources are a police national computer, an insurance anti-fraud theft register, a motor insurance bureau, a credit-bureau asset register, a rental and leasing association and a retail motor federation. Neither we nor that company belong to the government or act for it.',
        ),
        textBlock(
          'Each group of facts names its source and when we asked. A source may be late, incomplete or wrong. Where no source answered, the report says “Not available”. That never means “clear”. If you think something in a report is wrong, tell us. We check what the source told us and reply.',
        ),
        textBlock(
          'A report can’t show what was never recorded, such as a crash settled without insurers. Look at the vehicle, have a mechanic inspect it, and check its papers. ',
          { words: 'How to read a verdict', to: '/buying-advice' },
          '.',
        ),
      ],
    },
    {
      id: 'price',
      title: 'Trial, price and payment',
      blocks: [
        tableBlock(
          'What you pay and when',
          ['When', 'You pay', 'For'],
          [
            'When you start the trial',
            formattedPrices.trial,
            `${formattedPrices.trialHours} of saved reports, reminders and the dashboard`,
          ],
          [
            `${formattedPrices.trialHours} later, unless you cancelled`,
            formattedPrices.monthly,
            `The first month: ${formattedPrices.fullCheck} for its full check, ${formattedPrices.rest} for the rest`,
          ],
          [
            'Each month after that, until you cancel',
            formattedPrices.monthly,
            'The next month, made up in the same way',
          ],
        ),
        textBlock(
          `Prices include any VAT due. If you don’t cancel, the trial and the first twelve months come to ${formattedPrices.firstYear}: ${formattedPrices.trial} and twelve payments of ${formattedPrices.monthly}. There is no minimum term.`,
        ),
        textBlock(
          `Before you pay, we show what you pay today, when the first full charge is due, what you can get back and how to cancel. The button that starts the trial says what you will pay. You tick one box to accept these terms and another to ask us to begin at once. Neither is ticked for you. We then confirm the contract by e-mail, remind you ${formattedPrices.noticeHours} before the first full charge, send a receipt for each payment and write every six months to say what you pay.`,
        ),
        textBlock(
          `Stripe takes payments from your card. We never see or keep your full card number. If a payment fails, we tell you and try again. ${unpaidMembershipMessages.paused} ${unpaidMembershipMessages.resumes}`,
        ),
        textBlock(
          `Each account has one trial. A card can start ${maxTrialsPerCard} trials in ${trialsPerCardDays} days. An e-mail address can too, if you delete the account each time: we recognise cards and addresses for a while after an account is deleted (see the privacy notice). If you pay for a further trial, we return the ${formattedPrices.trial}.`,
        ),
        textBlock('If you choose “Upgrade Early”, the trial ends at once and the first month starts.'),
        textBlock(
          'We e-mail you at least 30 days before a price rises. You pay the new price only if you agree to it. If you don’t, membership ends when the month you have paid for does.',
        ),
      ],
    },
    {
      id: 'cancel',
      title: 'Cancelling',
      blocks: [
        textBlock(
          'You can cancel at any time, without giving a reason: in your account, by the cancel link in any e-mail we send you as a member, on the ',
          { words: 'cancellation page', to: '/cancellation' },
          ', or by telling us clearly. You need not ring us or give notice.',
        ),
        listBlock(
          'Cancel during the trial: it ends at once, and no further charge is made.',
          'Cancel later, with a refund due under the rules below: we pay it without your asking, and membership ends at once.',
          'Cancel later, with no refund due: membership runs to the end of the month you have paid for, and we charge nothing more. Until then you can change your mind. If a payment is overdue, membership ends at once.',
        ),
        textBlock(
          `Online, we cancel at once. If you write to us instead, we aim to cancel ${responseTimeLabels.reply}. Either way we confirm it by e-mail.`,
        ),
      ],
    },
    {
      id: 'refunds',
      title: 'Refunds',
      blocks: [
        tableBlock(
          'What you get back',
          ['You cancel', 'We return'],
          [
            `Within ${formattedPrices.refundTime} of your last membership charge, without having used its full check`,
            `That charge, ${formattedPrices.monthly}, in full`,
          ],
          [
            `Within ${formattedPrices.coolingOff} of the first ${formattedPrices.monthly} you ever paid, having used its full check`,
            `${formattedPrices.rest}, which is what the month costs without the check, for the whole days left of the month. The ${formattedPrices.fullCheck} for the check is not returned`,
          ],
          ['At any other time', 'Nothing. We charge nothing more, and membership ends when the paid month does'],
          ['During or after the trial', `Nothing: the ${formattedPrices.trial} for the trial is not returned`],
        ),
        tableBlock(
          'For example: your first month has 30 days, and you have used its full check',
          ['You cancel', 'We keep', 'We return'],
          ...[1, 7, 14].map((day) => [
            `On day ${day}`,
            `${formattedPrices.fullCheck} for the check, and ${day} of 30 days of ${formattedPrices.rest}`,
            backOnDay(day),
          ]),
        ),
        textBlock(
          `“The first ${formattedPrices.monthly} you ever paid” includes a payment from an account you have since deleted. For ${firstChargeRetentionMonths} months after its last payment we recognise it by your card or e-mail address. Refunds follow the prices you agreed to, even if our prices have changed since.`,
        ),
        textBlock(
          `A refund cancels the subscription automatically. It goes back to the card you paid with and usually arrives within ${refundArrivalTime}. The cancellation page shows your exact refund before you confirm, and again afterwards.`,
        ),
        textBlock(
          'If you claim a payment back at your bank, the bank decides and we do not refund it too. If the bank leaves it with us, these rules apply again.',
        ),
        textBlock(
          'These rules add to your legal rights and replace none of them. If what we supply is not as described, not of satisfactory quality or not fit for its purpose, the law gives you rights, which may include a refund.',
        ),
      ],
    },
    {
      id: 'law-rights',
      title: 'Your right to change your mind',
      blocks: [
        textBlock(
          `If you are a consumer in the UK, you may cancel a contract made online within ${formattedPrices.coolingOff} without giving a reason. We begin at once only because you ask us to. If you then cancel within those ${formattedPrices.coolingOff}, you pay only for what we have supplied. Once you have used the full check, that is ${formattedPrices.fullCheck} for the check and a daily share of the other ${formattedPrices.rest} of the month.`,
        ),
        textBlock(
          `A full check is digital content. When you ask for one within the ${formattedPrices.coolingOff}, you agree that it begins at once and accept that you lose the right to cancel that check. You can still cancel the membership.`,
        ),
        textBlock('You can use this wording, but you need not:'),
        noteBlock(
          'Cancellation form',
          'To Vehicle Enquiry: I give notice that I cancel my contract for membership. Started on: (date). Name: (your name). E-mail: (the address you signed up with). Date: (today).',
        ),
      ],
    },
    {
      id: 'use',
      title: 'Fair use',
      blocks: [
        listBlock(
          'Give true details when you sign up. Keep your e-mail account safe: anyone who can read your e-mails can sign in.',
          'Do not use the service to harass or trace a person. A report never names a keeper.',
          'Do not copy reports in bulk, use programs to query the service, try to break it or get round its limits.',
        ),
        textBlock(
          'If you seriously break these terms, we may suspend or end your membership. We tell you why and, unless you used the service for fraud, refund the time you can’t use.',
        ),
      ],
    },
    {
      id: 'responsibility',
      title: 'Our responsibility',
      blocks: [
        textBlock(
          'We provide the service with reasonable care and skill. If we fail to, or break this agreement, we are responsible for the loss this foreseeably causes you. We are not responsible for loss that was not foreseeable or for business losses. Nor are we responsible for a source’s mistake that we passed on unchanged and couldn’t reasonably have known about.',
        ),
        textBlock(
          'Nothing in these terms limits our responsibility where the law forbids it: for death or injury caused by negligence, for fraud, and for your statutory rights as a consumer.',
        ),
      ],
    },
    {
      id: 'complaints',
      title: 'Complaints',
      blocks: [
        stepsBlock(
          [
            'Tell us through the ',
            { words: 'contact form', to: '/contact?type=general' },
            ` and tick “This is a complaint”. You get a reference at once, and we answer ${responseTimeLabels.complaint}. Working hours are Monday to Friday, 9:00 to 17:00 UK time, except bank holidays in England and Wales.`,
          ],
          `If you are not satisfied, tell us. Someone who was not involved looks at it again and answers within ${responseTimeLabels.escalation}. If we have not answered you at all after ${responseTimeLabels.escalation}, that person takes over without your asking, and we tell you.`,
          'If we still can’t agree, we name a certified alternative dispute resolution body in writing, and say whether we will use it. You may go to court instead at any time.',
        ),
        textBlock(
          'Citizens Advice gives consumers free, independent advice. For a complaint about your personal data, see the ',
          { words: 'privacy notice', to: '/privacy' },
          '.',
        ),
      ],
    },
    {
      id: 'law',
      title: 'Law and courts',
      blocks: [
        textBlock(
          'Estonian law governs these terms. If you are a consumer living in the United Kingdom, this does not take away any protection of the mandatory law where you live: England and Wales, Scotland or Northern Ireland. You may also bring a claim in the courts there.',
        ),
      ],
    },
    {
      id: 'new-terms',
      title: 'When these terms change',
      blocks: [
        textBlock(
          'We may change these terms to follow the law, describe something new or make something clearer. We e-mail members at least 30 days before a change. A change applies to you only if you agree to it. If you don’t, your membership ends with the month you have paid for. A change never applies to what you have already paid for. We list every change below.',
        ),
      ],
    },
  ],
  changes: [
    {
      date: '2026-11-26',
      what: `The full check has its own price, ${formattedPrices.fullCheck} of the ${formattedPrices.monthly}. Once you use the check, that is not returned, and the rest comes back by the day. What counts as your first payment, how many trials a card may start, and why we do not refund a payment you dispute at your bank. Shorter sentences.`,
    },
    {
      date: '2026-11-22',
      what: 'How to mark a complaint, what we promise and when it is escalated. The 14 days for a part refund count from the first full charge you ever paid.',
    },
    {
      date: '2026-11-21',
      what: 'Rewritten in plain English. Refund rules set out in a table; steps for complaints; how trial and membership are paid for, and how they end.',
    },
    { date: '2024-04-03', what: 'First version takes effect.' },
  ],
};
