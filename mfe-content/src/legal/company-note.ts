import {
  companyIdentityText,
  controllerIdentityText,
  type CompanyIdentity,
} from '@ve/domain/membership/company-identity';
import { noteBlock, type ContentBlock } from '../platform/blocks.ts';

const title = 'Our company details';

/** Who makes the contract, for the terms. */
export const contractorNote = (company: CompanyIdentity | null): ContentBlock =>
  noteBlock(
    title,
    company === null
      ? 'We will show the company’s registered name, number and address here, and in the e-mail that confirms your contract, before we take the first real payment. Until then the card form accepts only test cards, and we charge nothing.'
      : companyIdentityText(company),
  );

/** Who answers for personal data, for the privacy notice. */
export const controllerNote = (company: CompanyIdentity | null): ContentBlock =>
  noteBlock(
    title,
    company === null
      ? 'Before we take the first real payment, we will show the company’s registered name, number and address here, and its data protection representative in the United Kingdom.'
      : controllerIdentityText(company),
  );
