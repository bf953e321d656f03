/** Text of the questions and answers. */
export const messages = {
  title: 'Frequently asked questions',
  description:
    'What you need for a vehicle report, what membership is and costs, how to sign in, and how to close your account or ask for a refund.',
  lead: 'Four answers that most people look for. If yours is not here, ask us.',
  questions: [
    {
      question: 'What information do I need to get a vehicle report?',
      answer: [
        'The registration number on the plate is enough. Type it with or without the space, in capitals or not.',
        'The chassis number (VIN) identifies a vehicle too. You will find it in the V5C log book, at the foot of the windscreen and on a plate in the door frame or under the bonnet. A plate can be moved from one car to another and a VIN cannot, so compare the VIN on the car with the one in the log book before you buy.',
      ],
    },
    {
      question: 'What is the Vehicle Companion Membership?',
      answer: [
        'A monthly membership for one vehicle. It gives one full history check in each billing period, and reminders of tax, MOT, insurance and servicing by e-mail and, if you ask for it, SMS. It also has vehicle tax alerts, MOT reminders and advisories, recall alerts, a valuation tracker, finance check alerts and petrol prices.',
        'It begins with a 24-hour trial for 50p: saved reports, reminders and your dashboard. Unless you cancel within the 24 hours, it goes on at £8.90 a month until you cancel, which you can do at any time. The full check comes with the first £8.90, not with the trial.',
        'Memberships are not on sale yet. The free report needs no account and no card.',
      ],
    },
    {
      question: 'How do I log in to my account?',
      answer: [
        'With your vehicle’s registration number and the e-mail address that you signed up with. We send a link to that address; it works once, for ten minutes. There is no password to remember.',
        'Accounts come with membership, which is not open yet.',
      ],
    },
    {
      question: 'How do I close my account or ask for a refund?',
      answer: [
        'Choose Cancellation Request on the contact page. Cancelling stops all further charges; a refund cancels the membership too.',
        'Ask within 30 days of your last membership charge and, if you have not used its full check, we return that charge in full. If you cancel within 14 days of your first £8.90 and have used the check, we return the part of the month that is left. The 50p for the trial is not returned. You see the money within 5 to 10 business days.',
      ],
    },
  ],
  more: {
    title: 'Still looking for an answer?',
    body: 'Write to us, or ask us to call you. We reply within 24 hours.',
    email: 'Email Support',
    call: 'Call Us',
  },
} as const;
