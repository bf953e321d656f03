/**
 * Every template of a text message. The workers have a builder for each. In brackets: the table of its `subject_id`.
 */
export const textTemplates = [
  /** (`reminders`) */
  'reminder',
  /** (`watch_events`) */
  'alert',
  /** The code that confirms a number (`phone_codes`). */
  'number-code',
  /** The reply to HELP (`inbound_texts`). */
  'help',
] as const;

export type TextTemplate = (typeof textTemplates)[number];
