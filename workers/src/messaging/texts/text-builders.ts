import type { TextTemplate } from '@ve/contracts/texts';
import { buildAlertText } from '../../monitoring/texts/alert.builder.ts';
import { buildHelpReplyText } from './help-reply.builder.ts';
import { buildPhoneNumberCodeText } from '../../membership/texts/number-code.builder.ts';
import { buildReminderText } from '../../monitoring/texts/reminder.builder.ts';
import type { TextBuilder } from '@ve/app/messaging/texts/send-text';

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
