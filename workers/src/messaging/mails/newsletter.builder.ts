import { isMailStreamOptedOut } from '@ve/data/messaging/mails/mail-opt-out.repository';
import { addNewsletterToken, findNewsletterSubscription } from '@ve/data/messaging/newsletter/newsletter.repository';
import { newSecretToken } from '@ve/app/kernel/secret-token';
import type { MailBuilder } from './email-content.ts';
import { newsletterConfirmEmail } from './newsletter-confirm.mail.tsx';

/** Lifetime of a confirm link in milliseconds: the seven days stated in the mail. */
const confirmLinkLifetime = 7 * 86_400_000;

/** Skipped when the address is already subscribed: there is nothing to confirm. */
export const buildNewsletterConfirmEmail: MailBuilder = async (em, { subjectId }, { settings, now }) => {
  const subscription = subjectId === null ? null : await findNewsletterSubscription(em, subjectId);
  if (!subscription) return { skip: 'subject-deleted' };
  const { id: subscriptionId, email, confirmedAt } = subscription;
  if (confirmedAt !== null && !(await isMailStreamOptedOut(em, email, 'newsletter'))) return { skip: 'not-needed' };
  const confirm = newSecretToken();
  const unsubscribe = newSecretToken();
  const expiresAt = new Date(now.getTime() + confirmLinkLifetime);
  await addNewsletterToken(em, { subscriptionId, kind: 'confirm', tokenHash: confirm.hash, now, expiresAt });
  await addNewsletterToken(em, {
    subscriptionId,
    kind: 'unsubscribe',
    tokenHash: unsubscribe.hash,
    now,
    expiresAt: null,
  });
  return newsletterConfirmEmail({ confirm: confirm.token, unsubscribe: unsubscribe.token }, settings);
};
