import type { PaymentNeeds } from '../membership/payments.ts';

/** A payment provider that was asked for something a test did not expect. */
export const noPayments: PaymentNeeds['payments'] = new Proxy({} as PaymentNeeds['payments'], {
  get: (_target, name) => () => Promise.reject(new Error(`no payments in this test: ${String(name)}`)),
});
