import * as z from 'zod/mini';
import { defineEndpoint } from '../../endpoint.ts';
import { emailField, singleLineField, multiLineTextField } from '../../fields.ts';
import { idempotencyKeySchema } from '../../idempotency-key.ts';
import { contactFormLimits } from './contact.ts';

/** What an applicant's site or channel is about. */
export const affiliateContentKinds = ['automotive', 'finance', 'consumer'] as const;

export type AffiliateContentKind = (typeof affiliateContentKinds)[number];

/** An application to the affiliate programme. */
export const affiliateApplicationSchema = z.object({
  name: singleLineField(contactFormLimits.name),
  email: emailField,
  /** The address of the site or channel, with its protocol. */
  website: singleLineField(contactFormLimits.website).check(z.regex(/^https?:\/\/[^\s/?#]+[.][^\s]+$/i)),
  content: z.enum(affiliateContentKinds),
  message: multiLineTextField(contactFormLimits.message),
  /** At least 18 years old. */
  adult: z.literal(true),
  /** Accepts the requirements on the page. */
  terms: z.literal(true),
  idempotencyKey: idempotencyKeySchema,
});

export type AffiliateApplication = z.infer<typeof affiliateApplicationSchema>;

export const affiliateApplicationReceiptSchema = z.object({ reference: z.string(), answerBy: z.iso.datetime() });

export type AffiliateApplicationReceipt = z.infer<typeof affiliateApplicationReceiptSchema>;

/**
 * Responds once the application is stored for staff; the applicant gets a confirmation. A repeated call of the same
 * applicant with the same key gets the first answer.
 */
export const applyAsAffiliateEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/affiliate-applications',
  body: affiliateApplicationSchema,
  answers: { 200: affiliateApplicationReceiptSchema },
  problems: [],
});
