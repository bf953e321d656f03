import {
  deletionLinkMs,
  findDeletion,
  isDeletionLinkLive,
  setDeletionToken,
} from '@ve/data/privacy/my-data/account-deletion.repository';
import {
  findDataRequest,
  isAddressKnown,
  isDataRequestLive,
  setDataRequestToken,
} from '@ve/data/privacy/my-data/data-request.repository';
import { newSecretToken } from '@ve/app/kernel/secret-token';
import { accountDeletedEmail } from './account-deleted.mail.tsx';
import { accountDeletionEmail } from './account-deletion.mail.tsx';
import { dataRequestLinkEmail } from './data-request-link.mail.tsx';
import type { MailBuilder } from '../../messaging/mails/email-content.ts';

/** Skipped when the link has expired, the deletion is already confirmed, or the account has another address. */
export const buildAccountDeletionEmail: MailBuilder = async (em, { subjectId, recipient }, { settings, now }) => {
  const deletion = subjectId === null ? null : await findDeletion(em, subjectId);
  if (deletion === null) return { skip: 'subject-deleted' };
  const { id, email, confirmedAt, requestedAt } = deletion;
  if (confirmedAt !== null || email !== recipient || !isDeletionLinkLive(deletion, now)) return { skip: 'not-needed' };
  const { token, hash } = newSecretToken();
  await setDeletionToken(em, id, hash);
  return accountDeletionEmail(token, new Date(requestedAt.getTime() + deletionLinkMs), settings);
};

/** Built without a row: there is none left. */
export const buildAccountDeletedEmail: MailBuilder = (_em, _mail, { settings, now }) =>
  Promise.resolve(accountDeletedEmail(now, settings));

/** Skipped for an address without data: the request reveals nothing, and no mail is sent. */
export const buildDataRequestLinkEmail: MailBuilder = async (em, { subjectId }, { settings, now }) => {
  const request = subjectId === null ? null : await findDataRequest(em, subjectId);
  if (request === null) return { skip: 'subject-deleted' };
  if (!isDataRequestLive(request, now) || !(await isAddressKnown(em, request.email))) return { skip: 'not-needed' };
  const { token, hash } = newSecretToken();
  await setDataRequestToken(em, request.id, hash);
  return dataRequestLinkEmail(token, settings);
};
