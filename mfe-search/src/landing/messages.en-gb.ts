import { firstChargeDelayText, membershipOffer } from '@ve/domain/membership/offer';
import { formatPrice } from '@ve/domain/kernel/money/format-price';

const trial = formatPrice(membershipOffer.trial.pence);
const monthly = formatPrice(membershipOffer.membership.pence);
const { hours } = membershipOffer.trial;

export const messages = {
  product: 'Vehicle Enquiry',
  searchAction: 'Check a vehicle by its registration number',
  title: 'Vehicle history check',
  description:
    'Enter a UK registration number and read the vehicle’s tax, MOT history, mileage and specification. Free to start; the full check comes with membership.',
  hero: {
    heading: 'Check a vehicle’s history before you buy it',
    lead: 'Enter a registration number and read its tax, MOT, mileage and history in one plain report.',
    price: `Searching is free, as often as you like. Membership is ${trial} for the first ${hours} hours, then ${monthly} a month until you cancel. The full check comes with the first ${monthly}.`,
    label: 'Registration number',
    placeholder: 'ENTER REG',
    search: 'Search',
    hint: 'Any vehicle registered in the UK.',
  },
  sample: {
    label: 'Sample report',
    mark: 'Sample',
    note: 'A made-up vehicle',
    mot: 'MOT',
    tax: 'Tax',
    mileage: 'Mileage',
    valid: 'Valid',
    monthsLeft: (months: number) => `${months} months left`,
    miles: (miles: string) => `${miles} miles at the last MOT`,
    spark: (readings: number, most: string, last: string) =>
      `Line of ${readings} odometer readings: up to ${most} miles, then lower, ${last} miles at the last test`,
    more: 'See the complete sample report',
  },
  contents: {
    id: 'report-contents',
    title: 'What a report answers',
    lead: 'Six questions to settle before money changes hands. Each answer names its source and when we asked.',
    free: 'Free',
    full: 'Full check',
    questions: {
      stolen: 'Is it stolen?',
      owed: 'Is money owed on it?',
      crashed: 'Has it been in a crash?',
      mileage: 'Is the mileage honest?',
      legal: 'Is it legal to drive?',
      worth: 'What is it, and what is it worth?',
    },
    items: {
      police: 'Police stolen marker, where available',
      vin: 'Chassis (VIN) identity',
      plates: 'Plate changes',
      finance: 'Outstanding finance',
      writeOff: 'Insurance write-off',
      scrapped: 'Scrapped',
      exported: 'Exported',
      colours: 'Colour changes',
      mileage: 'Mileage history',
      keepers: 'Keeper history, where available',
      tax: 'Tax status and due date',
      mot: 'Full MOT history with advisories',
      valuation: 'Professional valuation set',
      specification: 'Specifications',
    },
    notes: {
      owed: 'A car on hire purchase is the lender’s until it is paid off. The law usually protects a private buyer who did not know, but you may have to prove it.',
    },
  },
  how: {
    title: 'How it works, and what it costs',
    steps: [
      {
        title: 'Search for free',
        body: 'Enter the registration and confirm the vehicle. Its details, tax, MOT history and mileage are free.',
        price: '£0',
        when: 'now',
      },
      {
        title: `Try membership for ${hours} hours`,
        body: `The trial costs ${trial}, once: saved reports, reminders and your dashboard, but not yet the full check. Cancel by then and you pay nothing more.`,
        price: trial,
        when: `for ${hours} hours`,
      },
      {
        title: 'Stay only if it is useful',
        body: 'Membership starts when the trial ends, unless you cancel first, or sooner if you choose. With it comes the full check: one each month, for one vehicle.',
        price: monthly,
        when: 'a month, cancel any time',
      },
    ],
    exampleTitle: 'For example, if you start on Monday',
    example: [
      ['Monday 10:00', `You start the trial and pay ${trial}.`],
      ['Monday 22:00', 'We e-mail you the date, the amount and a link to cancel.'],
      [
        'Tuesday 10:00',
        `If you have not cancelled, the first ${monthly} is charged within ${firstChargeDelayText}, and the full check is yours. Then ${monthly} each month.`,
      ],
      ['Any day', 'Cancel online. No phone call, no notice period.'],
    ],
  },
  membership: {
    title: 'Vehicle Companion Membership',
    lead: 'For the vehicle you own or are about to own.',
    price: `${monthly} a month for one vehicle, after a ${hours}-hour trial for ${trial}. Cancel any time.`,
    features: {
      check: ['One full check each month', `Finance, write-off and stolen markers, from the first ${monthly}.`],
      tax: ['Vehicle tax alerts', 'Before your tax runs out, by e-mail or text.'],
      mot: ['MOT reminders and advisories', 'When the test is due and what the last one warned about.'],
      recall: ['Recall alerts', 'When the manufacturer recalls your vehicle.'],
      valuation: ['Valuation tracker', 'What it is worth, month by month.'],
      // The interval must match `libs/domain/src/monitoring/alerts/check-intervals.ts`.
      finance: ['Finance check alerts', 'When an agreement appears on your vehicle. We check every three months.'],
      petrol: ['Petrol prices', 'The cheapest fuel near you.'],
    },
    subscribe: 'Subscribe',
    note: `The full check comes with the first ${monthly}, not with the ${trial} trial.`,
  },
  sources: {
    title: 'Where the answers come from',
    lead: 'We collect their records and name the source of each answer. Where one has no answer, the report says so.',
    kinds: [
      'DVLA, the vehicle licensing agency',
      'DVSA, the vehicle standards agency',
      'A police national computer',
      'An insurance anti-fraud theft register',
      'A motor insurance bureau',
      'A credit-bureau asset register',
      'A rental and leasing association',
      'A retail motor federation',
    ],
  },
  faq: {
    title: 'Questions people ask first',
    items: [
      [
        'What do I need for a report?',
        'The registration number on the plate. The vehicle’s details, tax and MOT history need nothing else: no account, no card.',
      ],
      [
        'Will I be charged if I only look?',
        'No. The free report asks for no payment details. You pay only if you start the trial, which first shows the price, the date and how to cancel.',
      ],
      [
        'How do I cancel a membership?',
        'Online, at any time, in your account or by the link in our e-mails. A trial ends at once. So does a membership whose payment we return. Any other ends with the month you paid for.',
      ],
      [
        'Does a clear report mean that a car is sound?',
        'No. It means that no source reported a problem. No register lists a crash settled without insurers: look at the car, and have a mechanic look too.',
      ],
    ],
    more: 'All questions and answers',
  },
} as const;
