import type { IsoDate } from '../../kernel/time/iso-date.ts';
import type { AlertFacts } from './alert.ts';
import type { MonitorComparisonResult } from './monitor-comparison-result.ts';

/** The last known value and its month. */
export interface LastKnownMonthlyValue {
  /** `2026-11`, in London. */
  month: string;
  pence: number;
}

/**
 * Compares a valuation with the one before; `known` null: the first, which reports nothing. A later month is reported
 * once if its value differs, with the value before it; a second valuation in a month is not stored. `pence` null: the
 * vendor gave none.
 */
export const detectMonthlyValueChange = (
  known: LastKnownMonthlyValue | null,
  pence: number | null,
  today: IsoDate,
): MonitorComparisonResult<LastKnownMonthlyValue | null> => {
  const month = today.slice(0, 7);
  if (pence === null || (known !== null && month <= known.month)) return { known, events: [] };
  const next = { month, pence };
  if (known === null) return { known: next, events: [] };
  const events: AlertFacts[] = pence === known.pence ? [] : [{ kind: 'value', month, pence, beforePence: known.pence }];
  return { known: next, events };
};
