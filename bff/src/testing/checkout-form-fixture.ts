import type { BodyInput } from '@ve/contracts/endpoint';
import type { createCheckoutEndpoint } from '@ve/contracts/http/membership/checkout';
import { currentConsents } from '@ve/domain/membership/consents';
import { randomUUID } from 'node:crypto';

type Form = BodyInput<typeof createCheckoutEndpoint>;

/** A filled-in sign-up form with a unique idempotency key. */
export const checkoutFormFixture = ({
  idempotencyKey = randomUUID(),
  ...changes
}: Partial<Form['customerData']> & { idempotencyKey?: string } = {}): Form => ({
  customerData: {
    fullName: 'Dana Driver',
    email: 'dana@example.com',
    regNumber: 'AB12 CDE',
    address: { line_1: '1 High Street', line_2: '', line_3: '', post_town: 'Leeds', postcode: 'ls1 1aa' },
    ...changes,
  },
  consents: { terms: currentConsents.terms.version, startNow: currentConsents['start-now'].version },
  idempotencyKey,
});
