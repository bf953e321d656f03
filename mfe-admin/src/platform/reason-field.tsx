import { staffReasonField } from '@ve/contracts/http/kernel/admin-list-page';
import { type FormReadResult, useTypedForm } from '@ve/mfe-kit/typed-form';
import { TextField, type TextFieldProps } from '@ve/ui/field/field';
import { useId } from 'react';
import { messages } from './messages.en-gb.ts';

/** The bounds of a reason, and the message about one outside of them. */
export interface ReasonRule {
  schema: Pick<typeof staffReasonField, 'safeParse'>;
  wrong: string;
}

const staffReasonRule: ReasonRule = { schema: staffReasonField, wrong: messages.reasonWrong };

export function readStaffReason(
  { reason }: { reason: string },
  { schema, wrong }: ReasonRule = staffReasonRule,
): Exclude<FormReadResult<'reason', string>, null> {
  const given = schema.safeParse(reason);
  return given.success ? { body: given.data } : { errors: { reason: wrong } };
}

/** A form whose only field is the reason that staff give. */
export const useStaffReasonForm = <A,>(send: (reason: string) => Promise<A>) =>
  useTypedForm({ id: useId(), names: ['reason'], read: (typed) => readStaffReason(typed), send });

interface ReasonFieldProps extends Omit<TextFieldProps, 'label' | 'hint'> {
  /** A further hint: `What was done.` */
  about?: string;
}

/** The field for the reason of a staff action, recorded in the audit log. */
export const ReasonField = ({ about, ...field }: ReasonFieldProps) => (
  <TextField
    label={messages.reason}
    hint={about === undefined ? messages.reasonHint : `${about} ${messages.reasonHint}`}
    autoComplete="off"
    {...field}
  />
);
