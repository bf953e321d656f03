import type { CompanyIdentity } from './company-identity.ts';

/** A company that does not exist. */
export const companyFixture: CompanyIdentity = {
  name: 'Example OÜ',
  register: 'Estonian Commercial Register',
  number: '12345678',
  address: 'Näidise 1, 10111 Tallinn, Estonia',
  vatNumber: null,
  ukRepresentative: null,
};
