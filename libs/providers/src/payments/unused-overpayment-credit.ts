/** A change of a customer's balance: a negative amount gives credit, a positive one uses or takes it. */
export interface CustomerBalanceChange {
  amount: number;
  /** The invoice whose overpayment this credits, or reverses; null for any other change. */
  overpaidInvoice: string | null;
  /**
   * The invoice that this credit was applied to, or comes back from because it was voided; null for any other change.
   */
  appliedTo: string | null;
}

interface Lot {
  left: number;
  overpaidInvoice: string | null;
}

interface Spent {
  lot: Lot;
  pence: number;
}

/**
 * The unused part, in pence, of the credit for overpaying an invoice. Older credit counts as used first, so that credit
 * given later is never taken for it. `moves` are the customer's, oldest first.
 */
export function unusedOverpaymentCredit(moves: readonly CustomerBalanceChange[], invoiceId: string): number {
  const lots: Lot[] = [];
  const spentOn = new Map<string, Spent[]>();
  let debt = 0;
  const spend = (from: readonly Lot[], pence: number, appliedTo: string | null): number => {
    const spent = appliedTo === null ? [] : (spentOn.get(appliedTo) ?? []);
    if (appliedTo !== null) spentOn.set(appliedTo, spent);
    let rest = pence;
    for (const lot of from) {
      const used = Math.min(lot.left, rest);
      lot.left -= used;
      rest -= used;
      spent.push({ lot, pence: used });
    }
    return rest;
  };
  const giveBack = (invoice: string, pence: number): number => {
    let rest = pence;
    for (const spent of spentOn.get(invoice)?.toReversed() ?? []) {
      const back = Math.min(spent.pence, rest);
      spent.pence -= back;
      spent.lot.left += back;
      rest -= back;
    }
    return rest;
  };
  for (const { amount, overpaidInvoice, appliedTo } of moves) {
    if (amount < 0) {
      const given = appliedTo === null ? -amount : giveBack(appliedTo, -amount);
      const paid = Math.min(debt, given);
      debt -= paid;
      lots.push({ left: given - paid, overpaidInvoice });
      continue;
    }
    const reversed = overpaidInvoice === null ? [] : lots.filter((lot) => lot.overpaidInvoice === overpaidInvoice);
    debt += spend(lots, spend(reversed, amount, appliedTo), appliedTo);
  }
  return lots.filter((lot) => lot.overpaidInvoice === invoiceId).reduce((sum, { left }) => sum + left, 0);
}
