import { formatCountWithNoun } from '../kernel/text/phrases.ts';
import type { FinanceAgreement } from '../vehicle/record/full-check.ts';
import { type DialableTelephone, toDialableTelephone } from '../kernel/phone/to-dialable-telephone.ts';
import { formatRegistration } from '../kernel/registration/format-registration.ts';
import { cleanRegisterText } from '../kernel/text/clean-register-text.ts';
import { type CheckDetail, detailWithoutTelephone, telephoneDetail } from './check-detail.ts';
import { type SourceReference, lawAndTradeReferences } from '../vehicle/record/source-reference.ts';
import { sentenceCaseOrNull, formatDateOrNull } from './register-values.ts';

/**
 * The legal kind of an agreement. `hire-purchase` includes conditional sale and personal contract purchase; `unknown`:
 * the register's term is not known.
 */
export type FinanceAgreementKind = 'hire-purchase' | 'logbook-loan' | 'lease' | 'unknown';

/** An agreement as a task before paying. */
export interface FinanceNextStep {
  kind: FinanceAgreementKind;
  /** `Ring Northgate Motor Finance before you pay` */
  title: string;
  facts: CheckDetail[];
  phone: DialableTelephone | null;
  /** The questions to the lender, in order. */
  ask: string[];
  /** The next steps after the lender's reply. */
  then: string[];
  /** When a buyer is protected by law, and how this report affects that. */
  protection: string;
  references: SourceReference[];
}

/** Terms of the registers, checked in this order: a lease purchase is a hire purchase. */
const kinds: readonly (readonly [FinanceAgreementKind, RegExp])[] = [
  ['logbook-loan', /\b(?:bills? of sale|log ?book|chattel mortgage)\b/i],
  [
    'hire-purchase',
    /\b(?:hire[ -]?purchase|hp|lease[ -]purchase|conditional[ -]sale|personal contract (?:purchase|plan)|pcp)\b/i,
  ],
  ['lease', /\b(?:leas(?:e|ing)|contract hire|personal contract hire|pch|rental|hire)\b/i],
];

const protections: Record<FinanceAgreementKind, { protection: string; references: SourceReference[] }> = {
  'hire-purchase': {
    protection:
      'Until such an agreement ends, the lender owns the vehicle. A private buyer who buys in good faith and without notice of the agreement becomes the owner (Hire Purchase Act 1964, section 27). You now know of the agreement, so do not count on that protection unless the lender confirms that it is settled.',
    references: [lawAndTradeReferences.hirePurchase],
  },
  'logbook-loan': {
    protection:
      'With a logbook loan (a bill of sale) the lender owns the vehicle until the loan is repaid, and may take it from anyone who has it. The Hire Purchase Act 1964 protects buyers from hire purchase and conditional sale only, not from this.',
    references: [lawAndTradeReferences.billsOfSale, lawAndTradeReferences.hirePurchase],
  },
  lease: {
    protection:
      'A leased or hired vehicle belongs to the company that hires it out; the person who drives it cannot sell it. The Hire Purchase Act 1964 protects buyers from hire purchase and conditional sale only, not from this.',
    references: [lawAndTradeReferences.hirePurchase],
  },
  unknown: {
    protection:
      'We do not know what this kind of agreement means for a buyer. The Hire Purchase Act 1964 protects private buyers in good faith, without notice of the agreement, from hire purchase and conditional sale only.',
    references: [lawAndTradeReferences.hirePurchase],
  },
};

/** The kind of agreement for a register's term. */
export function financeAgreementKindOf(written: string | null): FinanceAgreementKind {
  const text = cleanRegisterText(written) ?? '';
  return kinds.find(([, pattern]) => pattern.test(text))?.[0] ?? 'unknown';
}

/** The details of an agreement in a finance register. */
export function financeAgreementDetails(agreement: FinanceAgreement): CheckDetail[] {
  const { company, type, number, agreementDate, termMonths, description, phone } = agreement;
  return [
    detailWithoutTelephone('Lender', cleanRegisterText(company)),
    detailWithoutTelephone('Kind of agreement', sentenceCaseOrNull(type)),
    detailWithoutTelephone('Agreement number', cleanRegisterText(number)),
    detailWithoutTelephone('Agreement date', formatDateOrNull(agreementDate)),
    detailWithoutTelephone(
      'Term',
      termMonths === null || termMonths <= 0 ? null : formatCountWithNoun(termMonths, 'month'),
    ),
    detailWithoutTelephone('Vehicle', cleanRegisterText(description)),
    telephoneDetail(phone),
  ];
}

/** Turns an agreement on a finance register into the task before paying for `vehicle`. */
export function financeNextStep(
  agreement: FinanceAgreement,
  vehicle: { registration: string; vinLast5: string | null },
): FinanceNextStep {
  const kind = financeAgreementKindOf(agreement.type);
  const lender = cleanRegisterText(agreement.company);
  const number = cleanRegisterText(agreement.number);
  const phone = toDialableTelephone(agreement.phone);
  const plate = formatRegistration(vehicle.registration);
  const vin = vehicle.vinLast5 === null ? '' : `, whose VIN ends in ${vehicle.vinLast5}`;
  return {
    kind,
    title: `Ring ${lender ?? 'the lender'} before you pay`,
    facts: financeAgreementDetails(agreement),
    phone,
    ask: [
      `Does ${number === null ? 'the agreement' : `agreement ${number}`} concern ${plate}${vin}?`,
      'Is it still open, or settled? Since when?',
      'What is the settlement figure today, and until which day does it hold?',
      'How is it paid so that it settles this agreement, and how will you confirm that in writing?',
    ],
    then: [
      ...(lender === null ? ['The register does not name the lender: ask the seller who it is.'] : []),
      ...(phone?.href == null ? ['Find the lender’s number yourself, not from the seller.'] : []),
      'A lender may speak to its own customer only: have the seller ring while you are there.',
      'A settled agreement may stay listed for a while: a letter from the lender that it is settled is what counts.',
    ],
    ...protections[kind],
  };
}
