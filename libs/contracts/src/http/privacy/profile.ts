import { ukTelephone } from '@ve/domain/kernel/phone/uk-telephone';
import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { email, line, postcode } from '../../fields.ts';
import { isoInstant } from '../../vehicle-record.ts';

/** A new e-mail address that waits for both addresses to confirm it. */
export const emailChangeSchema = z.object({
  newEmail: z.string(),
  /** By the link in the mail to the address that the account has. */
  oldConfirmed: z.boolean(),
  newConfirmed: z.boolean(),
  /** When its links stop working. */
  expiresAt: isoInstant,
});

export type EmailChange = z.infer<typeof emailChangeSchema>;

/** What the signed-in user has told us of themselves; null is what we do not hold. */
export const profileSchema = z.object({
  name: z.nullable(z.string()),
  email: z.string(),
  /** Whether a link that was sent to it has been opened: until then it need not be theirs. */
  emailConfirmed: z.boolean(),
  /** Its parts joined by ", ". */
  address: z.nullable(z.string()),
  postcode: z.nullable(z.string()),
  /** E.164: `+447700900123`. */
  phone: z.nullable(z.string()),
  emailChange: z.nullable(emailChangeSchema),
});

export type Profile = z.infer<typeof profileSchema>;

export const readProfile = endpoint({
  method: 'GET',
  path: '/api/me/profile',
  answers: { 200: profileSchema },
  problems: [],
});

/** A UK telephone number as typed; parsed to E.164: `+447700900123`. */
const ukPhone = z.string().check(
  z.maxLength(40),
  z.check<string>((given) => {
    const number = /^tel:(\+44\d+)$/.exec(ukTelephone(given.value)?.href ?? '')?.[1];
    if (number !== undefined) given.value = number;
    else given.issues.push({ code: 'invalid_format', format: 'phone', input: given.value });
  }),
);

/** Empty: no longer held. */
const orEmpty = <S extends z.ZodMiniType>(field: S) => z.union([z.literal(''), field]);

export const profileFormSchema = z.object({
  name: line(200),
  address: line(1_000, 0),
  postcode: orEmpty(postcode),
  phone: orEmpty(ukPhone),
});

export type ProfileForm = z.infer<typeof profileFormSchema>;

/** Corrects name, address and telephone. */
export const saveProfile = endpoint({
  method: 'PUT',
  path: '/api/me/profile',
  body: profileFormSchema,
  answers: { 200: profileSchema },
  problems: [],
});

/**
 * `asked`: both addresses are sent a link, whether or not the new one has an account already: then its mail says so, and
 * nothing else does. `same`: it is the account's address.
 */
export const emailChangeAnswerSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('asked'), emailChange: emailChangeSchema }),
  z.object({ outcome: z.literal('same') }),
]);

export type EmailChangeAnswer = z.infer<typeof emailChangeAnswerSchema>;

/** Asks for another e-mail address. It counts once both addresses have confirmed it, within 24 hours. */
export const requestEmailChange = endpoint({
  method: 'POST',
  path: '/api/me/email-change',
  body: z.object({ email }),
  answers: { 200: emailChangeAnswerSchema },
  problems: [],
});

/** Takes it back; 204 also when there is nothing to take back. */
export const withdrawEmailChange = endpoint({
  method: 'DELETE',
  path: '/api/me/email-change',
  answers: { 204: undefined },
  problems: [],
});

/** The token of a link in one of its mails; anything else is answered as ended. */
const linkToken = z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) });

/** `ended`: older than 24 hours, stopped, replaced by a newer one, or never existed. `changed`: it counts already. */
const noLongerOpen = z.object({ outcome: z.enum(['ended', 'changed']) });

export const emailChangeLinkSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('open'),
    /** Of which address the link is: the account's, or the one that it shall have. */
    side: z.enum(['old', 'new']),
    /** The account's address; with most of its letters hidden from the new one, whose owner may be a stranger. */
    from: z.string(),
    to: z.string(),
    /** By this link already. */
    confirmed: z.boolean(),
  }),
  noLongerOpen,
]);

export type EmailChangeLink = z.infer<typeof emailChangeLinkSchema>;

/** Reads a link without confirming anything: mail scanners open links. */
export const readEmailChangeLink = endpoint({
  method: 'POST',
  path: '/api/email-change',
  body: linkToken,
  answers: { 200: emailChangeLinkSchema },
  problems: [],
});

/**
 * `waiting`: the other address has yet to confirm. `changed`: both have, and it counts. `taken`: the new address has
 * been given an account in the meantime; nothing was changed.
 */
export const emailChangeConfirmedSchema = z.object({ outcome: z.enum(['waiting', 'changed', 'taken', 'ended']) });

export type EmailChangeConfirmed = z.infer<typeof emailChangeConfirmedSchema>;

export const confirmEmailChange = endpoint({
  method: 'POST',
  path: '/api/email-change/confirm',
  body: linkToken,
  answers: { 200: emailChangeConfirmedSchema },
  problems: [],
});

/** `stopped`: by the link to the account's own address every browser is signed out too. */
export const emailChangeStoppedSchema = z.object({ outcome: z.enum(['stopped', 'changed', 'ended']) });

export type EmailChangeStopped = z.infer<typeof emailChangeStoppedSchema>;

/** "This was not me": nothing is changed. */
export const stopEmailChange = endpoint({
  method: 'POST',
  path: '/api/email-change/stop',
  body: linkToken,
  answers: { 200: emailChangeStoppedSchema },
  problems: [],
});
