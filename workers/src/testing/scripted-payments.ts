import type { PaymentDeps } from '@ve/app/membership/payments/payment-provider-client';

/** A payment provider on which every call throws, for tests that expect none. */
export const paymentsThatThrow: PaymentDeps['payments'] = new Proxy({} as PaymentDeps['payments'], {
  get: (_target, name) => () => Promise.reject(new Error(`no payments in this test: ${String(name)}`)),
});
