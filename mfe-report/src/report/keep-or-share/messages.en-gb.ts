export const keepOrShareMessages = {
  title: 'Take it along',
  lead: (plate: string) => `What this report says of ${plate}, for the viewing or to keep.`,
  ofYourOwn:
    'The report on a vehicle that you look up can also be saved as a PDF and shared, and its dates put into your calendar.',
  print: {
    title: 'On paper',
    text: 'At most four A4 pages, with the date and the address of this report.',
    action: 'Print this report',
  },
} as const;
