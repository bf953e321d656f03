import { type CustomerBalanceChange, unusedOverpaymentCredit } from './unused-overpayment-credit.ts';

const overpaid = (amount: number, invoice = 'in_1'): CustomerBalanceChange => ({
  amount,
  overpaidInvoice: invoice,
  appliedTo: null,
});
const other = (amount: number): CustomerBalanceChange => ({ amount, overpaidInvoice: null, appliedTo: null });
const applied = (amount: number, invoice = 'in_3'): CustomerBalanceChange => ({
  amount,
  overpaidInvoice: null,
  appliedTo: invoice,
});

it.each<[string, CustomerBalanceChange[], number]>([
  ['all of it while nothing was charged', [overpaid(-890)], 890],
  ['what a later invoice has left of it', [overpaid(-890), other(300)], 590],
  ['none of it once it is used, even if other credit is given later', [overpaid(-890), other(890), other(-500)], 0],
  ['all of it while older credit lasts', [other(-500), overpaid(-890), other(500)], 890],
  ['what is left after older credit was used first', [other(-500), overpaid(-890), other(890)], 500],
  ['none of it when Stripe or a call of ours has reversed it', [other(-500), overpaid(-890), overpaid(890)], 0],
  ['none of the credit for another invoice', [overpaid(-890, 'in_2'), other(-890)], 0],
  ['only what exceeds a debt that it paid', [other(400), overpaid(-890)], 490],
  ['all of it once the invoice that used it is voided', [overpaid(-890), applied(890), applied(-890)], 890],
  ['what was used of it by a voided invoice', [other(-500), overpaid(-890), applied(890), applied(-890)], 890],
  [
    'what another invoice has left of it when one is voided',
    [overpaid(-890), applied(300), applied(590, 'in_4'), applied(-300)],
    300,
  ],
  ['nothing of no credit', [], 0],
])('the unused credit of an overpaid invoice is %s', (_what, moves, pence) => {
  expect(unusedOverpaymentCredit(moves, 'in_1')).toBe(pence);
});
