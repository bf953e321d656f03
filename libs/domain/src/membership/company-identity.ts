/**
 * Who makes the contracts. A trading website has to give name, address, register and number, and the VAT number
 * (Electronic Commerce Regulations 2002, reg 6; Consumer Contracts Regulations 2013, Sch 2); a controller outside the
 * United Kingdom has to name its representative there (UK GDPR, art 27).
 */
export interface CompanyIdentity {
  /** With its legal form. */
  name: string;
  register: string;
  number: string;
  /** Of its seat, in one line. */
  address: string;
  /** Null where it is not registered for VAT. */
  vatNumber: string | null;
  /** Name and address; null where the company has an establishment in the United Kingdom. */
  ukRepresentative: string | null;
}

/** Null until the owner fills it in, without which nothing starts with a live key. The pages and the contract's mail name it. */
export const companyIdentity = null as CompanyIdentity | null;

/** In one sentence or two, for pages and mails. */
export const companyIdentityText = ({ name, register, number, address, vatNumber }: CompanyIdentity): string =>
  `${name}, ${address}. Registered in the ${register} under number ${number}.${vatNumber === null ? '' : ` VAT number ${vatNumber}.`}`;

/** The same with the representative for questions about data. */
export const controllerIdentityText = (company: CompanyIdentity): string =>
  company.ukRepresentative === null
    ? companyIdentityText(company)
    : `${companyIdentityText(company)} Its data protection representative in the United Kingdom: ${company.ukRepresentative}.`;
