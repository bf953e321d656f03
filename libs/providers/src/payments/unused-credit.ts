/** A change of a customer's balance: a negative amount gives credit, a positive one uses or takes it. */
export interface BalanceMove {
  amount: number;
  /** The invoice whose overpayment this credits, or reverses; null for any other change. */
  overpaidInvoice: string | null;
}

interface Lot {
  left: number;
  overpaidInvoice: string | null;
}

/**
 * The unused part, in pence, of the credit for overpaying an invoice. Older credit counts as used first, so that credit
 * given later is never taken for it. `moves` are the customer's, oldest first.
 */
export function unusedCredit(moves: readonly BalanceMove[], invoiceId: string): number {
  const lots: Lot[] = [];
  let debt = 0;
  const spend = (from: readonly Lot[], pence: number): number => {
    let rest = pence;
    for (const lot of from) {
      const used = Math.min(lot.left, rest);
      lot.left -= used;
      rest -= used;
    }
    return rest;
  };
  for (const { amount, overpaidInvoice } of moves) {
    if (amount < 0) {
      const paid = Math.min(debt, -amount);
      debt -= paid;
      lots.push({ left: -amount - paid, overpaidInvoice });
      continue;
    }
    const reversed = overpaidInvoice === null ? [] : lots.filter((lot) => lot.overpaidInvoice === overpaidInvoice);
    debt += spend(lots, spend(reversed, amount));
  }
  return lots.filter((lot) => lot.overpaidInvoice === invoiceId).reduce((sum, { left }) => sum + left, 0);
}
