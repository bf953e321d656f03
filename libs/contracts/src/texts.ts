/** The declaration of a template: what messaging has to know of it. */
interface TextDeclaration {
  /** The first part of the key that makes a text unique; by default the template and a full stop. */
  keyPrefix?: string;
  /** Its reader waits for it: it is skipped, not deferred, when the daily limit of texts is reached. */
  isAwaited?: true;
}

/**
 * Every template of a text message. The workers have a builder for each. In brackets: the table of its `subject_id`, by
 * which a text is unique unless its order names an occasion.
 */
export const textTemplateDeclarations = {
  /** (`reminders`) */
  reminder: { keyPrefix: 'reminder:' },
  /** (`watch_events`) */
  alert: { keyPrefix: 'alert:' },
  /** The code that confirms a number (`phone_codes`). */
  'number-code': { isAwaited: true },
  /** The reply to HELP (`inbound_texts`). */
  help: {},
} as const satisfies Record<string, TextDeclaration>;

export type TextTemplate = keyof typeof textTemplateDeclarations;

/** The declaration of a template; null for one of another release. */
export const textTemplateDeclarationOf = (template: string): TextDeclaration | null =>
  Object.hasOwn(textTemplateDeclarations, template) ? textTemplateDeclarations[template as TextTemplate] : null;
