import { ukMobile } from '@ve/domain/kernel/phone/uk-mobile';
import { textStates } from '@ve/domain/messaging/texts/text-state';
import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { isoInstant } from '../../vehicle-record.ts';

/**
 * The number that texts go to. `confirm`: no text but a code is sent to it until that code is given. `stopped`: its owner
 * answered STOP. `unreachable`: the network says that it cannot be reached.
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
    const number = ukMobile(given.value);
    if (number !== null) given.value = number;
    else given.issues.push({ code: 'invalid_format', format: 'phone', input: given.value });
  }),
);

/** `no-customer`: nothing was ever bought with this account, so there is nothing to be texted about. */
export const savedPhoneSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('saved'), phone: phoneStateSchema }),
  z.object({ outcome: z.literal('no-customer') }),
]);

/** Stores the number (specification section 5). A different number has to be confirmed again. Sends no code by itself. */
export const savePhone = endpoint({
  method: 'PUT',
  path: '/api/me/phone',
  body: z.object({ phone: mobile }),
  answers: { 200: savedPhoneSchema },
  problems: [],
});

/**
 * `sent`: a six-digit code, valid for ten minutes, is being sent; `readPhoneCode` says what became of it. `too-many`: three
 * codes a number and account a day, of those that the network took.
 * `paused`: no more texts are sent today (our daily limit). `confirmed`: nothing to confirm. `no-phone`: none is stored.
 * `stopped`: its owner answered STOP; a text of START to us opens it again. `not-member`: no membership runs. `payment-due`:
 * texts pause until it is paid.
 */
export const phoneCodeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('sent') }),
  /** When the next one may be asked for. */
  z.object({ outcome: z.literal('too-many'), nextCodeAt: isoInstant }),
  z.object({
    outcome: z.enum(['paused', 'confirmed', 'no-phone', 'stopped', 'unreachable', 'not-member', 'payment-due']),
  }),
]);

export type PhoneCode = z.infer<typeof phoneCodeSchema>;

export const sendPhoneCode = endpoint({
  method: 'POST',
  path: '/api/me/phone/code',
  answers: { 200: phoneCodeSchema },
  problems: [],
});

export const phoneCodeStateSchema = z.object({
  phone: phoneStateSchema,
  /** What became of the text with the code that was last asked for; `none`: none that still works. */
  code: z.enum(['none', ...textStates]),
  /** Until when that code works. */
  until: z.nullable(isoInstant),
  /** When another may be asked for; null: now. */
  nextCodeAt: z.nullable(isoInstant),
});

export type PhoneCodeState = z.infer<typeof phoneCodeStateSchema>;

/** What became of the code that is to confirm the number. */
export const readPhoneCode = endpoint({
  method: 'GET',
  path: '/api/me/phone/code',
  answers: { 200: phoneCodeStateSchema },
  problems: [],
});

/** `wrong`: with how many tries of this code are left. `expired`: also when there is none, or it was tried too often. */
export const phoneConfirmationSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('confirmed'), phone: phoneStateSchema }),
  z.object({ outcome: z.literal('wrong'), triesLeft: z.int() }),
  z.object({ outcome: z.literal('expired') }),
]);

export type PhoneConfirmation = z.infer<typeof phoneConfirmationSchema>;

export const confirmPhone = endpoint({
  method: 'POST',
  path: '/api/me/phone/confirm',
  body: z.object({ code: z.string().check(z.trim(), z.regex(/^[0-9]{6}$/)) }),
  answers: { 200: phoneConfirmationSchema },
  problems: [],
});
