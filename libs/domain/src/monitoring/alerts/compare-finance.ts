import type { FinanceAgreement, VdiCheck } from '../../vehicle/record/full-check.ts';
import type { Compared } from './comparison-result.ts';

/** The agreements that the finance companies' register listed at the last look. */
export interface KnownFinance {
  agreements: number;
  /** What sets each apart that has details. */
  listed: string[];
}

const keyOf = ({ number, company, agreementDate, type }: FinanceAgreement): string =>
  number ?? [company, agreementDate, type].map((part) => part ?? '').join('|');

/**
 * Compares the register's answer with what was known; `known` null: the first look, of which nothing is told. A new
 * agreement is told; one that is gone is not. An answer that says nothing of finance changes nothing.
 */
export const compareFinance = (
  known: KnownFinance | null,
  { financeCount, finance }: Pick<VdiCheck, 'financeCount' | 'finance'>,
): Compared<KnownFinance | null> => {
  if (financeCount === null && finance.length === 0) return { known, events: [] };
  const next: KnownFinance = {
    agreements: Math.max(financeCount ?? 0, finance.length),
    // What was listed once stays known: an entry that comes and goes is told once.
    listed: [...new Set([...(known?.listed ?? []), ...finance.map(keyOf)])],
  };
  if (known === null) return { known: next, events: [] };
  const unseen = finance.filter((agreement) => !known.listed.includes(keyOf(agreement)));
  if (unseen.length === 0 && next.agreements <= known.agreements) return { known: next, events: [] };
  const company = unseen.find((agreement) => agreement.company !== null)?.company?.slice(0, 300) ?? null;
  const { agreements } = next;
  return { known: next, events: [{ kind: 'finance', agreements, before: known.agreements, company }] };
};
