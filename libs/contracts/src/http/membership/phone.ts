import { parseUkMobile } from '@ve/domain/kernel/phone/parse-uk-mobile';
import { textMessageStates } from '@ve/domain/messaging/texts/text-state';
import * as z from 'zod/mini';
import { defineEndpoint } from '../../endpoint.ts';
import { isoInstantSchema } from '../../vehicle-record.ts';

/**
 * The number for texts. `confirm`: only a code is sent to it until that code is confirmed. `stopped`: its owner replied
 * STOP. `unreachable`: the network reports that it cannot be reached.
 */
export const phoneStateSchema = z.nullable(
  z.object({
    /** E.164, `+447700900123`. */
    number: z.string(),
    state: z.enum(['confirmed', 'confirm', 'stopped', 'unreachable']),
  }),
);

export type PhoneState = z.infer<typeof phoneStateSchema>;

/** A UK mobile number as typed; parsed to E.164. */
const mobile = z.string().check(
  z.maxLength(40),
  z.check<string>((given) => {
    const number = parseUkMobile(given.value);
    if (number !== null) given.value = number;
    else given.issues.push({ code: 'invalid_format', format: 'phone', input: given.value });
  }),
);

/** `no-customer`: the account never bought anything, so there is nothing to send texts about. */
export const phoneSaveOutcomeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('saved'), phone: phoneStateSchema }),
  z.object({ outcome: z.literal('no-customer') }),
]);

/** Stores the number (specification section 5). A different number has to be confirmed again. Does not send a code. */
export const savePhoneEndpoint = defineEndpoint({
  method: 'PUT',
  path: '/api/me/phone',
  body: z.object({ phone: mobile }),
  answers: { 200: phoneSaveOutcomeSchema },
  problems: [],
});

/**
 * `sent`: a six-digit code, valid for ten minutes, is being sent; `readPhoneCodeStateEndpoint` has its delivery state.
 * `too-many`: three codes per number and account a day, counting those that the network accepted. `paused`: the
 * service's daily limit of texts is used up. `confirmed`: the number is confirmed already. `no-phone`: none is stored.
 * `stopped`: its owner replied STOP; a text of START to our number lifts it. `not-member`: no membership is running.
 * `payment-due`: texts are paused until the membership is paid.
 */
export const phoneCodeRequestOutcomeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('sent') }),
  /** When the next code may be requested. */
  z.object({ outcome: z.literal('too-many'), nextCodeAt: isoInstantSchema }),
  z.object({
    outcome: z.enum(['paused', 'confirmed', 'no-phone', 'stopped', 'unreachable', 'not-member', 'payment-due']),
  }),
]);

export type PhoneCodeRequestOutcome = z.infer<typeof phoneCodeRequestOutcomeSchema>;

export const sendPhoneCodeEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/me/phone/code',
  answers: { 200: phoneCodeRequestOutcomeSchema },
  problems: [],
});

export const phoneCodeStateSchema = z.object({
  phone: phoneStateSchema,
  /** Delivery state of the text with the code requested last; `none`: no valid code. */
  code: z.enum(['none', ...textMessageStates]),
  /** When that code expires. */
  until: z.nullable(isoInstantSchema),
  /** When another code may be requested; null: now. */
  nextCodeAt: z.nullable(isoInstantSchema),
});

export type PhoneCodeState = z.infer<typeof phoneCodeStateSchema>;

/** Reads the state of the code that confirms the number. */
export const readPhoneCodeStateEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/me/phone/code',
  answers: { 200: phoneCodeStateSchema },
  problems: [],
});

/**
 * `wrong`: with the remaining attempts for this code. `expired`: also if there is no code, or it was tried too often.
 */
export const phoneConfirmationSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('confirmed'), phone: phoneStateSchema }),
  z.object({ outcome: z.literal('wrong'), triesLeft: z.int() }),
  z.object({ outcome: z.literal('expired') }),
]);

export type PhoneConfirmation = z.infer<typeof phoneConfirmationSchema>;

export const confirmPhoneEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/me/phone/confirm',
  body: z.object({ code: z.string().check(z.trim(), z.regex(/^[0-9]{6}$/)) }),
  answers: { 200: phoneConfirmationSchema },
  problems: [],
});
