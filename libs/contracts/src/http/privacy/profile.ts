import { toDialableTelephone } from '@ve/domain/kernel/phone/to-dialable-telephone';
import * as z from 'zod/mini';
import { defineEndpoint } from '../../endpoint.ts';
import { emailField, singleLineField, postcodeField } from '../../fields.ts';
import { isoInstantSchema } from '../../vehicle-record.ts';

/** A new e-mail address that both addresses have yet to confirm. */
export const pendingEmailChangeSchema = z.object({
  newEmail: z.string(),
  /** Whether the link in the mail to the present address was confirmed. */
  oldConfirmed: z.boolean(),
  newConfirmed: z.boolean(),
  /** When its links stop working. */
  expiresAt: isoInstantSchema,
});

export type PendingEmailChange = z.infer<typeof pendingEmailChangeSchema>;

/** The signed-in user's own details; null: not held. */
export const profileSchema = z.object({
  name: z.nullable(z.string()),
  email: z.string(),
  /** Whether a link sent to the address was opened: until then it may be another person's. */
  emailConfirmed: z.boolean(),
  /** Its parts joined by ", ". */
  address: z.nullable(z.string()),
  postcode: z.nullable(z.string()),
  /** E.164: `+447700900123`. */
  phone: z.nullable(z.string()),
  emailChange: z.nullable(pendingEmailChangeSchema),
});

export type Profile = z.infer<typeof profileSchema>;

export const readProfileEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/me/profile',
  answers: { 200: profileSchema },
  problems: [],
});

/** A UK telephone number as typed; parsed to E.164: `+447700900123`. */
const ukPhone = z.string().check(
  z.maxLength(40),
  z.check<string>((given) => {
    const number = /^tel:(\+44\d+)$/.exec(toDialableTelephone(given.value)?.href ?? '')?.[1];
    if (number !== undefined) given.value = number;
    else given.issues.push({ code: 'invalid_format', format: 'phone', input: given.value });
  }),
);

/** An empty string clears the value. */
const orEmpty = <S extends z.ZodMiniType>(field: S) => z.union([z.literal(''), field]);

export const profileFormSchema = z.object({
  name: singleLineField(200),
  address: singleLineField(1_000, 0),
  postcode: orEmpty(postcodeField),
  phone: orEmpty(ukPhone),
});

export type ProfileForm = z.infer<typeof profileFormSchema>;

/** Corrects name, address and telephone. */
export const saveProfileEndpoint = defineEndpoint({
  method: 'PUT',
  path: '/api/me/profile',
  body: profileFormSchema,
  answers: { 200: profileSchema },
  problems: [],
});

/**
 * `asked`: both addresses are mailed a link, whether or not the new one already has an account: only its mail discloses
 * that. `same`: it is already the account's address.
 */
export const emailChangeAnswerSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('asked'), emailChange: pendingEmailChangeSchema }),
  z.object({ outcome: z.literal('same') }),
]);

export type EmailChangeAnswer = z.infer<typeof emailChangeAnswerSchema>;

/** Requests a change of e-mail address. It takes effect once both addresses have confirmed it, within 24 hours. */
export const requestEmailChangeEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/me/email-change',
  body: z.object({ email: emailField }),
  answers: { 200: emailChangeAnswerSchema },
  problems: [],
});

/** Withdraws the change; 204 also if there is none. */
export const withdrawEmailChangeEndpoint = defineEndpoint({
  method: 'DELETE',
  path: '/api/me/email-change',
  answers: { 204: undefined },
  problems: [],
});

/** The token of a link in one of its mails; any other value is treated as ended. */
const linkToken = z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) });

/** `ended`: older than 24 hours, stopped, replaced by a newer one, or never existed. `changed`: it has taken effect. */
const noLongerOpen = z.object({ outcome: z.enum(['ended', 'changed']) });

export const emailChangeLinkSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('open'),
    /** The recipient of the link: the present address or the new one. */
    side: z.enum(['old', 'new']),
    /** The account's address; mostly masked for the new address, which may belong to another person. */
    from: z.string(),
    to: z.string(),
    /** Whether this link has been confirmed. */
    confirmed: z.boolean(),
  }),
  noLongerOpen,
]);

export type EmailChangeLink = z.infer<typeof emailChangeLinkSchema>;

/** Reads a link without confirming anything, because mail scanners open links. */
export const readEmailChangeLinkEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/email-change',
  body: linkToken,
  answers: { 200: emailChangeLinkSchema },
  problems: [],
});

/**
 * `waiting`: the other address has yet to confirm. `changed`: both have, and the change has taken effect. `taken`: the
 * new address has got an account in the meantime; nothing was changed.
 */
export const emailChangeConfirmedSchema = z.object({ outcome: z.enum(['waiting', 'changed', 'taken', 'ended']) });

export type EmailChangeConfirmed = z.infer<typeof emailChangeConfirmedSchema>;

export const confirmEmailChangeEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/email-change/confirm',
  body: linkToken,
  answers: { 200: emailChangeConfirmedSchema },
  problems: [],
});

/** `stopped`: the link to the account's own address also signs every browser out. */
export const emailChangeStoppedSchema = z.object({ outcome: z.enum(['stopped', 'changed', 'ended']) });

export type EmailChangeStopped = z.infer<typeof emailChangeStoppedSchema>;

/** Cancels the change ("This was not me"). */
export const stopEmailChangeEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/email-change/stop',
  body: linkToken,
  answers: { 200: emailChangeStoppedSchema },
  problems: [],
});
