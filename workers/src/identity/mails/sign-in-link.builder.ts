import { addSignInLink, findSignInRequest, signInLinkMs } from '@ve/data/identity/session/sign-in.repository';
import { newSecretToken } from '@ve/app/kernel/secret-token';
import type { MailBuilder } from '../../messaging/mails/email-content.ts';
import { confirmAddressEmail, signInLinkEmail } from './sign-in-link.mail.tsx';

/** Skipped when the request is ten minutes old: its user no longer waits, and may have made another. */
export const buildSignInLinkEmail: MailBuilder = async (em, { subjectId }, { settings, now }) => {
  const request = subjectId === null ? null : await findSignInRequest(em, subjectId);
  if (subjectId === null || !request) return { skip: 'subject-deleted' };
  if (now.getTime() - request.createdAt.getTime() >= signInLinkMs) return { skip: 'not-needed' };
  const { token, hash } = newSecretToken();
  await addSignInLink(em, { requestId: subjectId, userId: request.userId, tokenHash: hash }, now);
  return request.registration === null ? confirmAddressEmail(token, settings) : signInLinkEmail(token, settings);
};
