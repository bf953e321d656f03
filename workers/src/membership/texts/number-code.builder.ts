import { findPhoneCode, issuePhoneCode, phoneCodeMs } from '@ve/data/membership/phone/phone-code.repository';
import { readPhoneState } from '@ve/data/membership/phone/phone.repository';
import type { TextBuilder } from '@ve/app/messaging/texts/send-text';

/** Skipped when the code has expired, and when the number was confirmed or is no longer the account's. */
export const buildPhoneNumberCodeText: TextBuilder = async (em, { subjectId }, { now }) => {
  const asked = subjectId === null ? null : await findPhoneCode(em, subjectId);
  if (subjectId === null || asked === null) return { skip: 'subject-deleted' };
  const leftMs = asked.createdAt.getTime() + phoneCodeMs - now.getTime();
  if (leftMs <= 0 || asked.usedAt !== null) return { skip: 'not-needed' };
  const phone = await readPhoneState(em, asked.userId);
  if (phone?.number !== asked.phone || phone.state !== 'confirm') return { skip: 'not-needed' };
  const code = await issuePhoneCode(em, subjectId);
  return {
    body: `${code} is your code to confirm this number at Vehicle Enquiry. It works for 10 minutes. If you did not ask for it, do nothing.`,
    validSeconds: Math.max(1, Math.floor(leftMs / 1_000)),
  };
};
