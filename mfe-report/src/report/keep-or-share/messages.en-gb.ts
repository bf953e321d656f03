export const keepOrShareMessages = {
  title: 'Keep or share',
  ofYourOwn: 'With your own report you can also save a PDF, share a link and add its dates to your calendar.',
  each: 'What each of these does',
  signInFirst: '(sign in first)',
  print: {
    title: 'On paper',
    text: 'At most four A4 pages, with the date and the address of this report.',
    short: 'Print',
    whole: 'this report',
  },
} as const;
