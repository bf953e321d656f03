import { type DataDisputeForm, dataDisputeLimits, dataDisputeFormSchema } from '@ve/contracts/http/membership/disputes';
import type { FieldErrors } from '@ve/mfe-kit/typed-form';
import type { DisputedDatum, DisputableSection } from './dispute-subject.ts';
import { messages } from './messages.en-gb.ts';

type DisputeField = 'message' | 'email';

/** The displayed text as one line of limited length. */
const oneLine = (text: string, max: number): string =>
  text
    .replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, max);

const { errors: errorMessages } = messages;

/** Returns a dispute of the contract, or the errors by field. */
export function readDataDisputeForm(
  { registration, section, title }: DisputableSection,
  datum: DisputedDatum | undefined,
  typed: Record<DisputeField, string>,
): { body: DataDisputeForm } | { errors: FieldErrors<DisputeField> } {
  const value = datum?.value == null ? null : oneLine(datum.value, dataDisputeLimits.value);
  const parsed = dataDisputeFormSchema.safeParse({
    registration,
    section: datum?.section ?? section,
    datum: oneLine(datum?.label ?? title, dataDisputeLimits.datum),
    value: value === '' ? null : value,
    source: datum?.source ?? null,
    at: datum?.at ?? null,
    ...typed,
  });
  if (parsed.success) return { body: parsed.data };
  const wrong = new Set(parsed.error.issues.map(({ path }) => path[0]));
  const { message } = typed;
  const messageError =
    message.trim() === ''
      ? errorMessages.message
      : message.trim().length > dataDisputeLimits.message
        ? errorMessages.messageLong
        : errorMessages.messageOdd;
  return {
    errors: {
      ...(wrong.has('message') ? { message: messageError } : {}),
      ...(wrong.has('email') ? { email: errorMessages.email } : {}),
    },
  };
}
