import type { TextTemplate } from '@ve/contracts/texts';
import { buildAlertText, buildReminderText } from '../../monitoring/texts/watch-texts.ts';
import type { TextBuilder } from '@ve/app/messaging/texts/send-text';
import { issuePhoneCode, phoneCodeMs } from '@ve/app/membership/phone/phone-codes';
import { findPhoneCode } from '@ve/data/membership/phone/phone-code.repository';
import { readPhoneState } from '@ve/data/membership/phone/phone.repository';

/** Skipped when the code has expired, and when the number was confirmed or is no longer the account's. */
const buildPhoneNumberCodeText: TextBuilder = async (em, { subjectId }, { now }) => {
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

const anHour = 3_600_000;

/** The reply to HELP. Skipped when it would come too late to be one. */
const buildHelpReplyText: TextBuilder = (_em, { createdAt }, { settings, now }) =>
  Promise.resolve(
    now.getTime() - createdAt.getTime() > anHour
      ? { skip: 'not-needed' }
      : {
          body: `Vehicle Enquiry: reminders and alerts about a car, for members who asked for them. Help: ${settings.origin}/contact Reply STOP to end texts.`,
          validSeconds: 3_600,
        },
  );

/** The builders of all texts: the type requires one for every template of the contract. */
const textBuilders: { readonly [T in TextTemplate]: TextBuilder } = {
  reminder: buildReminderText,
  alert: buildAlertText,
  'number-code': buildPhoneNumberCodeText,
  help: buildHelpReplyText,
};

const isTemplate = (name: string): name is TextTemplate => Object.hasOwn(textBuilders, name);

/** The builder of a template; null for a template of a newer release. */
export const textBuilderOf = (template: string): TextBuilder | null =>
  isTemplate(template) ? textBuilders[template] : null;
