import type { CannedAnswer } from '../vendors/vendor.types.ts';
import { twilioErrorAnswer } from './twilio.errors.ts';

/** The sandbox's own number, which sends the texts. */
export const sandboxPhoneNumber = '+447700900001';

const invalid = (to: string) => twilioErrorAnswer(400, 21_211, `The 'To' number ${to} is not a valid phone number.`);
const noRoute = () =>
  twilioErrorAnswer(
    400,
    21_612,
    "The message cannot be sent with the current combination of 'To' and/or 'From' parameters",
  );
const noRegion = () =>
  twilioErrorAnswer(
    400,
    21_408,
    "Permission to send an SMS has not been enabled for the region indicated by the 'To' number",
  );
export const twilioUnsubscribedRecipientAnswer = () =>
  twilioErrorAnswer(400, 21_610, 'Attempt to send to unsubscribed recipient');
const landline = (to: string) => twilioErrorAnswer(400, 21_614, `'To' number: ${to}, is not a valid mobile number`);

/**
 * Twilio's test numbers, and UK ones of the range that Ofcom reserves for drama, which a form for UK mobiles accepts.
 */
const refused: Readonly<Record<string, (to: string) => CannedAnswer>> = {
  '+15005550001': invalid,
  '+15005550002': noRoute,
  '+15005550003': noRegion,
  '+15005550004': twilioUnsubscribedRecipientAnswer,
  '+15005550009': landline,
  '+447700900011': invalid,
  '+447700900012': noRoute,
  '+447700900014': twilioUnsubscribedRecipientAnswer,
  '+447700900019': landline,
};

/** Twilio's immediate rejection of a text to this number; null if it is accepted. */
export const refusalOfTextTo = (to: string): CannedAnswer | null =>
  /^\+[1-9]\d{6,14}$/.test(to) ? (refused[to]?.(to) ?? null) : invalid(to);

/**
 * The outcome of a text to this number: an error code of the network, no receipt at all, or null if it is delivered.
 */
export const outcomeOfTextTo = (to: string): number | 'silent' | null =>
  ({
    '+447700900033': 30_003,
    '+447700900034': 30_004,
    '+447700900035': 30_005,
    '+447700900036': 30_006,
    '+447700900037': 30_007,
    '+447700900038': 'silent' as const,
  })[to] ?? null;
