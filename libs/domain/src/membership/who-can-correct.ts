/** The sections of a report that can be corrected at their source. */
export type CorrectableSection =
  | 'tax'
  | 'mot'
  | 'vehicle'
  | 'history'
  | 'recall'
  | 'stolen'
  | 'insurer-theft'
  | 'write-off'
  | 'finance'
  | 'mileage'
  | 'valuation';

/** Who can correct an entry at its source, and how. */
export interface CorrectionContact {
  name: string;
  how: string;
  /** Their page for corrections. */
  link: { text: string; url: string };
}

const dvlaContact = { text: 'Contact DVLA on GOV.UK', url: 'https://www.gov.uk/contact-the-dvla' };

const correctors: Record<CorrectableSection, CorrectionContact> = {
  tax: {
    name: 'DVLA',
    how: 'DVLA keeps the record of vehicle tax. A payment or a SORN can take a few days to appear.',
    link: dvlaContact,
  },
  mot: {
    name: 'the MOT centre, then DVSA',
    how: 'The MOT centre corrects a certificate within 28 days of the test. After that DVSA does, with proof.',
    link: { text: 'MOT results and mistakes on GOV.UK', url: 'https://www.gov.uk/getting-an-mot/after-the-test' },
  },
  mileage: {
    name: 'the MOT centre, then DVSA',
    how: 'The MOT centre corrects a mileage within 28 days of the test. After that DVSA does, and needs proof of the mileage close to that day, for example a service receipt.',
    link: { text: 'MOT results and mistakes on GOV.UK', url: 'https://www.gov.uk/getting-an-mot/after-the-test' },
  },
  vehicle: {
    name: 'DVLA',
    how: 'The registered keeper tells DVLA what is wrong with the V5C log book: colour, engine, fuel, VIN.',
    link: {
      text: 'Change vehicle details on GOV.UK',
      url: 'https://www.gov.uk/change-vehicle-details-registration-certificate',
    },
  },
  history: {
    name: 'DVLA',
    how: 'Keepers, plates, colours, import, export and scrapping come from DVLA’s register, which only DVLA can correct.',
    link: dvlaContact,
  },
  recall: {
    name: 'the manufacturer',
    how: 'The manufacturer tells DVSA which vehicles were repaired. Ask a main dealer to confirm the repair. It can take some time to appear.',
    link: {
      text: 'Vehicle recalls and faults on GOV.UK',
      url: 'https://www.gov.uk/vehicle-recalls-and-faults',
    },
  },
  stolen: {
    name: 'the police force that made the entry',
    how: 'Only that force can take a stolen marker off the Police National Computer. Ring it, or 101, with the registration.',
    link: { text: 'Find a police force', url: 'https://www.police.uk/pu/contact-us/' },
  },
  'insurer-theft': {
    name: 'the insurer that made the entry',
    how: 'A theft in MIAFTR, the insurers’ register of losses, is changed by the insurer that entered it; the police cannot. The Motor Insurers’ Bureau runs the register.',
    link: { text: 'Motor Insurers’ Bureau', url: 'https://www.mib.org.uk/' },
  },
  'write-off': {
    name: 'the insurer that made the entry',
    how: 'An entry in MIAFTR, the insurers’ register of losses, is changed by the insurer that made it. The Motor Insurers’ Bureau, which runs the register, cannot say how bad the damage was.',
    link: { text: 'Motor Insurers’ Bureau', url: 'https://www.mib.org.uk/' },
  },
  finance: {
    name: 'the lender',
    how: 'Only the lender can say whether an agreement is settled and take it off the register. Ask for a letter that says so.',
    link: {
      text: 'What the law says about a vehicle on hire purchase',
      url: 'https://www.legislation.gov.uk/ukpga/1964/53/part/III',
    },
  },
  valuation: {
    name: 'UK Vehicle Data',
    how: 'A valuation is an estimate from prices of similar vehicles. Condition, extras and a wrong mileage move it.',
    link: { text: 'UK Vehicle Data', url: 'https://ukvehicledata.co.uk/' },
  },
};

/** The remedy for a wrong entry in DVLA's register; ends a sentence. */
export const contactDvlaText = 'contact DVLA, as only DVLA can correct its register';

/** Who can correct a section of the report at its source. We only display it and cannot change a register. */
export const whoCanCorrect = (section: CorrectableSection): CorrectionContact => correctors[section];
