import { formattedAddressSchema } from '@ve/contracts/address';
import type { FormattedAddress } from '@ve/domain/kernel/address/format-address';
import { parseEmail } from '@ve/domain/kernel/email/parse-email';
import * as z from 'zod/mini';

const text = (max: number) => z.string().check(z.maxLength(max));

/** Stored only to resume the form (specification section 3, "Pending signup data"). Holds no secret. */
const draftSchema = z.object({
  fullName: text(200),
  email: text(400),
  address: z.nullable(formattedAddressSchema),
  stripeCustomerId: z.nullable(text(255)),
  subscriptionId: z.nullable(text(255)),
  regNumber: text(20),
  /** Unique for these details and vehicle, so that paying twice with them is one payment. */
  idempotencyKey: z.uuid(),
  /** A payment that was started and whose result is unknown. */
  paymentIntentId: z.nullable(text(255)),
  /** Milliseconds since the epoch. */
  savedAt: z.number(),
});

export type SignUpDraft = z.infer<typeof draftSchema>;

/** A shared browser must not show the details to its next user. */
const retentionMs = 24 * 3_600_000;

export const emptySignUpDraft = (now: number): SignUpDraft => ({
  fullName: '',
  email: '',
  address: null,
  stripeCustomerId: null,
  subscriptionId: null,
  regNumber: '',
  idempotencyKey: crypto.randomUUID(),
  paymentIntentId: null,
  savedAt: now,
});

/** Removes the stored sign-up. */
export function clearSignUpDraft(): void {
  try {
    localStorage.removeItem('pending_signup');
  } catch {
    // Storage is blocked, so nothing was stored.
  }
}

/** The stored sign-up; null if there is no valid one of the last 24 hours, or storage is blocked. */
export function readSignUpDraft(now: number): SignUpDraft | null {
  try {
    const read = draftSchema.safeParse(JSON.parse(localStorage.getItem('pending_signup') ?? 'null'));
    if (read.success && now - read.data.savedAt < retentionMs) return read.data;
  } catch {
    // Blocked, or not JSON: there is no sign-up to resume.
  }
  clearSignUpDraft();
  return null;
}

/** Stores the sign-up. Where storage is blocked, the form works but is not resumed. */
export function storeSignUpDraft(draft: SignUpDraft): void {
  try {
    localStorage.setItem('pending_signup', JSON.stringify(draft));
  } catch {
    // Storage is blocked or full.
  }
}

export type SignUpDraftChange = Partial<Pick<SignUpDraft, 'fullName' | 'email' | 'address' | 'regNumber'>>;

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The draft with other details. They are another payment, so its key is new. */
export function updateSignUpDraft(draft: SignUpDraft, change: SignUpDraftChange, now: number): SignUpDraft {
  const next = { ...draft, ...change, savedAt: now };
  const unchanged = (['fullName', 'email', 'address', 'regNumber'] as const).every((part) =>
    same(next[part], draft[part]),
  );
  if (unchanged) return next;
  return { ...next, idempotencyKey: crypto.randomUUID(), paymentIntentId: null, stripeCustomerId: null };
}

export type CompleteSignUpDraft = SignUpDraft & { address: FormattedAddress };

/** Whether the details of step 3 are complete. */
export const isSignUpDraftComplete = (draft: SignUpDraft): draft is CompleteSignUpDraft =>
  draft.fullName.trim() !== '' && parseEmail(draft.email).ok && draft.address !== null;
