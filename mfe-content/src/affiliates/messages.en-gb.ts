import { formatInstant } from '@ve/domain/kernel/time/format-date';

/** Texts of the affiliates page. Figures: specification, sections 2 and 9. */
export const messages = {
  title: 'Affiliate programme',
  description: 'Recommend vehicle history checks to your readers. What we offer, how it works and who can apply.',
  lead: 'If your readers buy, sell or look after cars, send them to a report they can understand. We agree what you earn in writing, with each partner.',
  benefits: {
    title: 'What you get',
    items: [
      {
        name: 'Up to 30% commission',
        body: 'A share of up to 30% of what your readers pay us. We agree your rate in writing before you start.',
      },
      {
        name: 'Dedicated support',
        body: 'A person reads your application and answers your questions about links and wording.',
      },
      {
        name: 'All in writing',
        body: 'We have no tracking dashboard. How we count sales, and how and when we pay, is part of what we agree.',
      },
    ],
  },
  how: {
    title: 'How it works',
    steps: [
      { name: 'Apply', body: 'Fill in the form below with your name, and your site or channel.' },
      { name: 'We review', body: 'A person reads your application. Review takes 1–2 business days.' },
      { name: 'We agree', body: 'We send you our affiliate terms. Nothing is agreed until we both accept them.' },
      {
        name: 'You recommend',
        body: 'Write about us where it helps your readers, and say that you earn from it.',
      },
    ],
  },
  requirements: {
    title: 'Who can apply',
    items: [
      'You have an established online presence: a site, a channel, a newsletter or a community.',
      'Your content is about cars, money or consumer matters.',
      'You accept our affiliate terms before you start. We send them with our answer.',
      'You are at least 18 years old.',
      'You have a valid PayPal or bank account.',
    ],
  },
  honest: {
    title: 'What we ask of you',
    body: 'Tell readers plainly that a link earns you money. Do not promise what a report can’t show, do not send unsolicited e-mail or texts, and do not bid on our name in search adverts.',
  },
  form: {
    title: 'Apply',
    emailHint: 'We reply to this address.',
    website: 'Address of your site or channel',
    websiteHint: 'With https://, like https://example.com',
    content: 'What it is about',
    choose: 'Choose one',
    contents: { automotive: 'Cars', finance: 'Money', consumer: 'Consumer matters' },
    message: 'About you and your readers',
    messageHint: 'Who reads or watches it, and how many. Please leave out bank details.',
    adult: 'I am at least 18 years old',
    terms: 'I meet the requirements above and do what you ask of affiliates',
    submit: 'Apply Now',
    busy: 'Sending…',
    failed: 'Your application was not sent',
    doneTitle: 'We have your application',
    done: (email: string, answerBy: string) =>
      `We reply to ${email} by ${formatInstant(answerBy)}. A confirmation is on its way to the same address.`,
    noScript: 'Turn on JavaScript for the form, or write to',
    errors: {
      website: 'Enter the address of your site or channel, starting with https:// or http://',
      content: 'Choose what your site or channel is about',
      message: 'Tell us about you and your readers',
      adult: 'You can apply only if you are at least 18 years old',
      terms: 'Confirm that you meet the requirements',
    },
  },
} as const;
