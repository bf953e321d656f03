import type { PaymentDeps } from '../membership/payments.ts';

/** A payment provider that was asked for something a test did not expect. */
export const noPayments: PaymentDeps['payments'] = new Proxy({} as PaymentDeps['payments'], {
  get: (_target, name) => () => Promise.reject(new Error(`no payments in this test: ${String(name)}`)),
});
