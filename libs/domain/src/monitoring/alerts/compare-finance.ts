import type { FinanceAgreement, VdiCheck } from '../../vehicle/record/full-check.ts';
import type { MonitorComparisonResult } from './monitor-comparison-result.ts';

/** The agreements in the finance companies' register at the last check. */
export interface LastKnownFinance {
  agreements: number;
  /** The keys of the agreements that have details. */
  listed: string[];
}

const keyOf = ({ number, company, agreementDate, type }: FinanceAgreement): string =>
  number ?? [company, agreementDate, type].map((part) => part ?? '').join('|');

/**
 * Compares the register's response with the known state; `known` null: the first check, which reports nothing. A new
 * agreement is reported; one that is no longer listed is not. A response without finance data changes nothing.
 */
export const detectFinanceChanges = (
  known: LastKnownFinance | null,
  { financeCount, finance }: Pick<VdiCheck, 'financeCount' | 'finance'>,
): MonitorComparisonResult<LastKnownFinance | null> => {
  if (financeCount === null && finance.length === 0) return { known, events: [] };
  const next: LastKnownFinance = {
    agreements: Math.max(financeCount ?? 0, finance.length),
    // Listed agreements stay known, so that an entry that disappears and returns is reported once.
    listed: [...new Set([...(known?.listed ?? []), ...finance.map(keyOf)])],
  };
  if (known === null) return { known: next, events: [] };
  const unseen = finance.filter((agreement) => !known.listed.includes(keyOf(agreement)));
  if (unseen.length === 0 && next.agreements <= known.agreements) return { known: next, events: [] };
  const company = unseen.find((agreement) => agreement.company !== null)?.company?.slice(0, 300) ?? null;
  const { agreements } = next;
  return { known: next, events: [{ kind: 'finance', agreements, before: known.agreements, company }] };
};
