import { isMailStreamOptedOut } from '@ve/data/messaging/mails/mail-opt-out.repository';
import { findNewsletterIssue } from '@ve/data/messaging/newsletter/newsletter-issue.repository';
import {
  addNewsletterToken,
  findNewsletterSubscription,
  findNewsletterSubscriptionId,
} from '@ve/data/messaging/newsletter/newsletter.repository';
import { newSecretToken } from '@ve/app/kernel/secret-token';
import type { MailBuilder } from './render-email.ts';
import { newsletterEmail } from './newsletter.mail.tsx';
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

/** The newsletter with the subscriber's own unsubscribe link; skipped once their address is deleted. */
export const buildNewsletterEmail: MailBuilder = async (em, { subjectId, recipient }, { settings, now }) => {
  const issue = subjectId === null ? null : await findNewsletterIssue(em, subjectId);
  const subscriptionId = recipient === null ? null : await findNewsletterSubscriptionId(em, recipient);
  if (issue === null || subscriptionId === null) return { skip: 'subject-deleted' };
  const { token, hash: tokenHash } = newSecretToken();
  await addNewsletterToken(em, { subscriptionId, kind: 'unsubscribe', tokenHash, now, expiresAt: null });
  return newsletterEmail(issue, token, settings);
};

/** The newsletter as its author sees it before it is sent. */
export const buildNewsletterTestEmail: MailBuilder = async (em, { subjectId }, { settings }) => {
  const issue = subjectId === null ? null : await findNewsletterIssue(em, subjectId);
  return issue === null ? { skip: 'subject-deleted' } : newsletterEmail(issue, null, settings);
};
