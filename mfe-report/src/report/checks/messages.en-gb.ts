export const messages = {
  otherFacts: (number: number) => `${number} more: model, seats, weight, speed, VIN and others`,
  free: 'Free checks',
  fullCheck: 'Full VDI check',
  lockedLead: 'The full check answers these. Where no register has an answer for this car, it says so.',
  locked: 'Locked',
  openFree: 'Free',
  fields: [
    { name: 'Written Off', question: 'Has an insurer written it off, when, and in which category?' },
    { name: 'Salvage History', question: 'Did an insurer give it a salvage category?' },
    {
      name: 'Stolen',
      question: 'Have the police or an insurer recorded it as stolen, and who do you ring?',
    },
    { name: 'Colour Changes', question: 'Which colours has it had, and when were they changed?' },
    { name: 'Ex-Taxi', question: 'Are there signs that it was a taxi or private hire car?' },
    { name: 'VIN Check', question: 'Does the number stamped on the car match its record? Free: type it below.' },
    { name: 'Outstanding Finance', question: 'Does a lender still own it? Which one, and how do you contact them?' },
    {
      name: 'Valuation',
      question: 'What is it worth privately and at a dealer, and how does the asking price compare?',
    },
  ],
  newTab: '(opens in a new tab)',
  sources: 'Where this comes from:',

  notRead: 'We couldn’t get the valuation',
  retrying: 'We’ll ask again at no cost to you and show it here.',
  notRetried: 'We asked several times. It stays “Not available” in this check.',

  recallCheck: 'Check recalls on GOV.UK',
  recallUrl: 'https://www.check-vehicle-recalls.service.gov.uk/',

  keepers: 'Keepers',
  keepersCount: (count: number) => `${count} ${count === 1 ? 'keeper' : 'keepers'} before the current one.`,

  vin: {
    title: 'VIN Check',
    lead: 'Type the last five characters of the VIN on the car itself, not in the papers. Your browser compares them and sends nothing.',
    label: 'Last five characters of the VIN',
    hint: 'At the foot of the windscreen, on a door pillar or under the bonnet.',
    match: 'It matches',
    differs: 'It does not match',
    unclear: 'Look again',
    notAvailable: 'Not available',
    notCompared: 'Not compared yet',
    below: 'Type the last five characters of the VIN on the car, below.',
    inYourOwn: 'In your own report, type the last five characters of the VIN on the car to see whether they match.',
  },

  stolen: {
    title: 'It is recorded as stolen',
    advice:
      'Do not buy it, do not pay a deposit and do not confront the seller. Ring the force, or 101, with the registration.',
    insurersAdvice:
      'Do not buy it and do not pay a deposit until the insurer that made the entry has confirmed in writing that the seller may sell it.',
  },
  writeOff: {
    title: 'Insurance write-off',
    loss: (index: number, of: number) => (of === 1 ? 'The loss' : `Loss ${index} of ${of}`),
    date: 'Date of the loss',
    entered: 'Entered in the register',
    cause: 'Cause',
    category: 'Category',
    since: 'MOT tests since',
    former: 'Insurers stopped using this category in October 2017.',
  },
  colours: {
    title: 'Colours',
    now: 'now',
    unknown: 'Colour not recorded',
  },
  finance: {
    title: 'Outstanding Finance',
    lead: 'The lender may own this car. Settle this before you pay.',
    ask: 'Ask the lender',
    then: 'Then',
    protection: 'When a buyer is protected',
    ring: (name: string) => `Ring ${name}`,
    withoutDetails: 'The register gives no details of an agreement. Ask the seller who the lender is, and ring them.',
  },
  identity: {
    title: 'Vehicle identity check (VIC)',
  },

  additionalLead: 'Locked until the full VDI check is done.',
  learn: {
    'Stolen Check':
      'Whether the police or an insurer list it as stolen, since when, which force, and the number to ring.',
    'Written Off': 'Whether an insurer wrote it off, the date of the loss, its cause and the category.',
    'Finance Check':
      'Whether money is owed on it, the lender, the kind and date of the agreement, and the number to ring.',
  },
  notAvailable: 'Not available',
  noDetail: 'Not recorded',
} as const;
