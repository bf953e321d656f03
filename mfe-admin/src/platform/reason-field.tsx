import { reason as reasonSchema } from '@ve/contracts/http/kernel/admin-page';
import { TextField } from '@ve/ui/field/field';
import { type ChangeEvent, useState } from 'react';
import { messages } from './messages.en-gb.ts';

/**
 * The state of the reason that staff give. `check` returns a valid reason, or null after marking the field as invalid.
 */
export function useReason() {
  const [value, setValue] = useState('');
  const [error, setError] = useState<string | null>(null);
  return {
    check: (): string | null => {
      const given = reasonSchema.safeParse(value);
      setError(given.success ? null : messages.reasonWrong);
      return given.success ? given.data : null;
    },
    clear: () => setValue(''),
    field: { value, error, onChange: ({ target }: ChangeEvent<HTMLInputElement>) => setValue(target.value) },
  };
}

interface ReasonFieldProps {
  reason: ReturnType<typeof useReason>;
  /** A further hint: `What was done.` */
  about?: string;
}

/** The field for the reason of a staff action, recorded in the audit log. */
export const ReasonField = ({ reason, about }: ReasonFieldProps) => (
  <TextField
    label={messages.reason}
    hint={about === undefined ? messages.reasonHint : `${about} ${messages.reasonHint}`}
    autoComplete="off"
    {...reason.field}
  />
);
