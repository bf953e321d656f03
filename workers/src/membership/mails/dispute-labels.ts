import type { DisputableReportSection } from '@ve/contracts/http/membership/disputes';

/** Names of the report's sections in mails about disputes. */
export const disputableReportSectionNames: Readonly<Record<DisputableReportSection, string>> = {
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
