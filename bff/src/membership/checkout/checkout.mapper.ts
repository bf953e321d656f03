import type { BodyOf } from '@ve/contracts/endpoint';
import type { createCheckout } from '@ve/contracts/http/membership/checkout';
import type { NewSignUp } from '@ve/data/membership/sign-up/sign-up.repository';
import { declineMessage } from '@ve/domain/membership/decline-messages';
import type { PaymentAttempt } from '@ve/providers/payments/payments.port';

/** Converts a form to the row to store. */
export function toNewSignUp(
  { customerData, idempotencyKey }: BodyOf<typeof createCheckout>,
  browserHash: string,
): NewSignUp {
  const { email, fullName, regNumber, address } = customerData;
  const { line_1, line_2, line_3, post_town, postcode } = address;
  return {
    idempotencyKey,
    email,
    fullName,
    address: [line_1, line_2, line_3, post_town].filter(Boolean).join(', '),
    postcode,
    registration: regNumber,
    browserHash,
  };
}

const nothingCharged = 'Nothing was charged.';

/** The message for the card holder about why a payment has not succeeded. */
export function paymentFailureMessage({ status, decline }: Pick<PaymentAttempt, 'status' | 'decline'>): string {
  if (status === 'needs-authentication') return `${declineMessage('authentication_required')} ${nothingCharged}`;
  if (status === 'cancelled') return `This payment was cancelled. ${nothingCharged} Start again.`;
  if (decline !== null) return `${decline.message} ${nothingCharged}`;
  return `The payment was not completed. ${nothingCharged} Enter your card and try again.`;
}
