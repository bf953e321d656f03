import { FormFailure } from '@ve/mfe-kit/form-failure';
import { type FormReadResult, useTypedForm } from '@ve/mfe-kit/typed-form';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { Dialog } from '@ve/ui/dialog/dialog';
import { TextField } from '@ve/ui/field/field';
import { Stack } from '@ve/ui/layout/layout';
import { type ReactNode, useId } from 'react';
import { apiProblemCodeOf } from './api-problem.ts';
import { messages } from './messages.en-gb.ts';
import { ReasonField, type ReasonRule, readStaffReason } from './reason-field.tsx';

interface ReasonDialogProps {
  title: string;
  /** The consequences. */
  children: ReactNode;
  confirm: string;
  /** True for a destructive action. */
  ends?: boolean;
  failed: string;
  /** The message when the object no longer exists. */
  gone?: string;
  /** A field for an e-mail address, and the message while it is empty. */
  email?: { label: string; missing: string };
  notNow?: string;
  /** By default that of all staff actions. */
  rule?: ReasonRule;
  send: (reason: string, email: string) => Promise<void>;
  onClose: () => void;
}

/** The confirmation of a staff action: its consequences, the reason for it, and the button. */
export function ReasonDialog(props: ReasonDialogProps) {
  const {
    title,
    children,
    confirm,
    ends = false,
    failed,
    gone,
    email,
    notNow = messages.notNow,
    rule,
    send,
    onClose,
  } = props;
  const id = useId();
  const { submission, busy, onSubmit, field } = useTypedForm({
    id,
    names: ['email', 'reason'],
    read: (typed): FormReadResult<'email' | 'reason', { reason: string; address: string }> => {
      const [reading, address] = [readStaffReason(typed, rule), typed.email.trim()];
      const missing = address === '' ? email?.missing : undefined;
      if ('body' in reading && missing === undefined) return { body: { reason: reading.body, address } };
      return { errors: { email: missing, ...('errors' in reading ? reading.errors : {}) } };
    },
    send: ({ reason, address }) => send(reason, address),
  });
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button
            type="submit"
            form={id}
            variant={ends ? 'danger' : 'primary'}
            busy={busy}
            busyLabel={messages.sending}
          >
            {confirm}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {notNow}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={onSubmit} noValidate>
        <Stack $gap={16}>
          {submission.state !== 'failed' ? null : gone !== undefined &&
            apiProblemCodeOf(submission.error) === 'not-found' ? (
            <Banner tone="warn" role="alert" title={failed}>
              {gone}
            </Banner>
          ) : (
            <FormFailure title={failed} error={submission.error} />
          )}
          {children}
          {email === undefined ? null : (
            <TextField {...field('email')} label={email.label} type="email" autoComplete="off" />
          )}
          <ReasonField {...field('reason')} />
        </Stack>
      </form>
    </Dialog>
  );
}
