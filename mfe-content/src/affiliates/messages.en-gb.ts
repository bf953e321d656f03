/** Texts of the affiliates page. Figures: specification, sections 2 and 9. */
export const messages = {
  title: 'Affiliate programme',
  description:
    'Recommend vehicle history checks to your readers and earn up to 30% commission. What it offers, how it works and who can apply.',
  lead: 'If your readers buy, sell or look after cars, send them to a report they can understand, and earn a share of what they spend.',
  benefits: {
    title: 'What you get',
    items: [
      {
        name: 'Up to 30% commission',
        body: 'You earn a share of what your readers pay us. We agree your rate in writing before you start.',
      },
      {
        name: 'Dedicated support',
        body: 'A person who knows your account, for questions about links, wording and payment.',
      },
      { name: 'Real-time tracking', body: 'See visits, sign-ups and commission as they happen.' },
    ],
  },
  how: {
    title: 'How it works',
    steps: [
      { name: 'Apply', body: 'Write to us with your name, your site or channel, and who reads or watches it.' },
      { name: 'We review', body: 'A person reads your application. Review takes 1–2 business days.' },
      {
        name: 'Share your link',
        body: 'Put your own link where it helps your readers, and say that it is an affiliate link.',
      },
      { name: 'Get paid', body: 'We pay commission to your PayPal or bank account.' },
    ],
  },
  requirements: {
    title: 'Who can apply',
    items: [
      'You have an established online presence: a site, a channel, a newsletter or a community.',
      'Your content is about cars, money or consumer matters.',
      'You accept our affiliate terms, which we send with our answer.',
      'You are at least 18 years old.',
      'You have a valid PayPal or bank account.',
    ],
  },
  honest: {
    title: 'What we ask of you',
    body: 'Tell readers plainly that a link earns you money. Do not promise what a report can’t show, do not send unsolicited e-mail or texts, and do not bid on our name in search adverts.',
  },
  apply: {
    title: 'Ready to apply?',
    body: 'Send an e-mail with the address of your site or channel. We answer within 1–2 business days.',
    action: 'Apply Now',
    subject: 'Affiliate application',
    content: 'My name:\n\nMy site or channel:\n\nWho reads or watches it:\n\nI am at least 18 years old:\n',
  },
} as const;
