import type { TextBuilder } from '@ve/app/messaging/texts/send-text';

const anHour = 3_600_000;

/** The reply to HELP. Skipped when it would come too late to be one. */
export const buildHelpReplyText: TextBuilder = (_em, { createdAt }, { settings, now }) =>
  Promise.resolve(
    now.getTime() - createdAt.getTime() > anHour
      ? { skip: 'not-needed' }
      : {
          body: `Vehicle Enquiry: reminders and alerts about a car, for members who asked for them. Help: ${settings.origin}/contact Reply STOP to end texts.`,
          validSeconds: 3_600,
        },
  );
