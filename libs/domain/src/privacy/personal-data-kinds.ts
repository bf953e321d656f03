/** A kind of personal data in the database, in the text of the privacy page. */
export interface PersonalDataKind {
  what: string;
  /** The columns that hold it, of any table about people. */
  columns: readonly string[];
  /** Who receives it, in addition to our hosting provider. */
  receivers: string;
}

const noOne = 'No one else';

/**
 * Every kind of personal data by column. The privacy page shows it; a test of `@ve/data` finds each column of the
 * database that looks personal here.
 */
export const personalDataKinds: readonly PersonalDataKind[] = [
  {
    what: 'E-mail addresses: yours, a former one, a new one you have not confirmed',
    columns: ['email', 'customer_email', 'old_email', 'new_email', 'recipient'],
    receivers: 'Stripe, if you pay; our e-mail delivery provider',
  },
  { what: 'Your name', columns: ['full_name', 'name'], receivers: 'Stripe, if you pay' },
  {
    what: 'Your postal address with its postcode',
    columns: ['address', 'postcode'],
    receivers: 'Stripe, if you pay; Ideal Postcodes gets the postcode',
  },
  {
    what: 'For petrol prices: a postcode of your choice, and the coordinates of that postcode',
    columns: ['postcode', 'latitude', 'longitude'],
    receivers:
      'Ideal Postcodes gets the postcode and returns the coordinates. We compare stations here, so the source of the prices learns nothing about you.',
  },
  {
    what: 'Your mobile number, and a number that texted us',
    columns: ['phone', 'phone_number', 'recipient'],
    receivers: 'Twilio, if you turn texts on',
  },
  {
    what: 'Registrations: of your vehicle, and of vehicles you looked up while signed in',
    columns: ['registration', 'registration_number'],
    receivers: 'DVLA, DVSA and UK Vehicle Data, without your name',
  },
  {
    what: 'What a report says: the record, the full check, the valuation, the last five characters of the VIN, the engine number',
    columns: ['record', 'report_data', 'vdi', 'valuation', 'vin_last_5', 'engine_number'],
    receivers: 'People to whom you send a link that shares it',
  },
  {
    what: 'Your card: its brand, last four digits and expiry, which Stripe tells us; never the number',
    columns: ['card', 'refund_card'],
    receivers: noOne,
  },
  {
    what: 'A hash of your card, made with a secret key, to recognise it in another trial',
    columns: ['card_hash', 'card_hashes'],
    receivers: noOne,
  },
  {
    what: 'Stripe’s references for your account, card and payments, and the address of a receipt',
    columns: [
      'card_setup_id',
      'card_authentication_payment_method_id',
      'receipt_url',
      'stripe_customer_id',
      'stripe_invoice_id',
      'stripe_payment_intent_id',
      'stripe_refund_id',
      'stripe_subscription_id',
    ],
    receivers: 'Stripe has them',
  },
  {
    what: 'Your browser’s name for itself and your system (its user agent), with a sign-in or an error report',
    columns: ['user_agent'],
    receivers: noOne,
  },
  {
    what: 'A hash of a random number in a cookie, to recognise the browser that asked for a link or a code',
    columns: ['browser_hash', 'grant_hash', 'visitor_hash'],
    receivers: noOne,
  },
  {
    what: 'A hash of your network address, made with a secret key',
    columns: ['client_hash', 'network_hash', 'requester_hash'],
    receivers: noOne,
  },
  {
    what: 'Hashes of the e-mail addresses of a deleted account',
    columns: ['email_hashes'],
    receivers: noOne,
  },
  {
    what: 'What you wrote to us and what we answered, and why you left',
    columns: ['message', 'answer', 'cancellation_reason'],
    receivers: 'Our e-mail delivery provider',
  },
];
