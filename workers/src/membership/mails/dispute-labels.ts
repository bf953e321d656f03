import type { DisputeSection } from '@ve/contracts/http/membership/disputes';

/** The sections of a report, as mails about disputes name them. */
export const sectionNames: Readonly<Record<DisputeSection, string>> = {
  tax: 'Vehicle tax',
  mot: 'MOT',
  vehicle: 'Vehicle information',
  history: 'Keepers, plates, colours, import and export',
  recall: 'Safety recalls',
  stolen: 'Stolen',
  'insurer-theft': 'Theft recorded by an insurer',
  'write-off': 'Write-off',
  finance: 'Outstanding finance',
  mileage: 'Mileage',
  valuation: 'Valuation',
};
