/** For every refusal whose reason is unknown, or must not be disclosed: a thief would learn what the bank knows. */
const declined = 'Your bank declined this card. Use another card, or ask your bank why.';

const tooLittleMoney = 'There is not enough money on this card. Use another card.';
const expired = 'This card has expired. Use another card.';
const wrongCode = 'The security code is not right. Check the three digits on the back of the card.';
const wrongNumber = 'The card number is not right. Check it and try again.';
const wrongExpiry = 'The expiry date is not right. Check it and try again.';
const tryAgain = 'Your bank could not deal with this payment just now. Try again in a minute.';
const authentication = 'Your bank wants you to confirm this payment. Try again and follow its steps.';
const notConfirmed = 'Your bank could not confirm that it was you. Try again, or use another card.';
const notForThis = 'This card cannot be used for this payment. Use another card.';
const tooOften = 'This card has reached a limit set by your bank. Use another card, or try again tomorrow.';

/**
 * Messages for Stripe's documented error and decline codes (docs.stripe.com/declines/codes). Left out, so that they
 * read like any other refusal: `fraudulent`, `lost_card`, `stolen_card`, `pickup_card`, `restricted_card`,
 * `security_violation`, `merchant_blacklist`, `stop_payment_order` and similar.
 */
const messages: Readonly<Record<string, string>> = {
  insufficient_funds: tooLittleMoney,
  expired_card: expired,
  incorrect_cvc: wrongCode,
  invalid_cvc: wrongCode,
  incorrect_number: wrongNumber,
  invalid_number: wrongNumber,
  invalid_account: wrongNumber,
  invalid_expiry_month: wrongExpiry,
  invalid_expiry_year: wrongExpiry,
  incomplete_number: wrongNumber,
  incomplete_cvc: wrongCode,
  incomplete_expiry: wrongExpiry,
  invalid_expiry_year_past: expired,
  invalid_expiry_month_past: expired,
  processing_error: tryAgain,
  issuer_not_available: tryAgain,
  reenter_transaction: tryAgain,
  try_again_later: tryAgain,
  approve_with_id: tryAgain,
  lock_timeout: tryAgain,
  authentication_required: authentication,
  authentication_not_handled: authentication,
  invoice_payment_intent_requires_action: authentication,
  offline_pin_required: authentication,
  online_or_offline_pin_required: authentication,
  payment_intent_authentication_failure: notConfirmed,
  setup_intent_authentication_failure: notConfirmed,
  card_not_supported: notForThis,
  currency_not_supported: notForThis,
  invalid_amount: notForThis,
  service_not_allowed: notForThis,
  transaction_not_allowed: notForThis,
  not_permitted: notForThis,
  testmode_decline: 'This is a test card. Use a card of your own.',
  live_mode_test_card: 'This is a test card. Use a card of your own.',
  card_velocity_exceeded: tooOften,
  withdrawal_count_limit_exceeded: tooOften,
  pin_try_exceeded: tooOften,
  card_decline_rate_limit_exceeded: tooOften,
  duplicate_transaction: 'Your bank saw the same payment a moment ago. Check your account before you try again.',
};

/**
 * Why a card was refused, for its holder, by the first of the codes that has a message: pass the decline code before
 * the error code. Never empty.
 */
export function cardDeclineMessage(...codes: (string | null | undefined)[]): string {
  for (const code of codes) {
    if (code && Object.hasOwn(messages, code)) return messages[code] ?? declined;
  }
  return declined;
}
