export const keepOrShareMessages = {
  title: 'Save or share',
  lead: (plate: string) => `The report on ${plate}, to keep or to take to the viewing.`,
  ofYourOwn: 'With your own report you can also save a PDF, share a link and add its dates to your calendar.',
  print: {
    title: 'On paper',
    text: 'At most four A4 pages, with the date and the address of this report.',
    action: 'Print this report',
  },
} as const;
