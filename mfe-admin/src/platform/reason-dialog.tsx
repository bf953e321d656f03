import { FormFailure } from '@ve/mfe-kit/form-failure';
import { useSubmission } from '@ve/mfe-kit/use-submission';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { Dialog } from '@ve/ui/dialog/dialog';
import { Stack } from '@ve/ui/layout/layout';
import { type FormEvent, type ReactNode, useId } from 'react';
import { errorCode } from './api-problem.ts';
import { messages } from './messages.en-gb.ts';
import { ReasonField, useReason } from './reason-field.tsx';

interface ReasonDialogProps {
  title: string;
  /** The consequences, and further fields. */
  children: ReactNode;
  confirm: string;
  /** True for a destructive action. */
  ends?: boolean;
  failed: string;
  /** The message when the object no longer exists. */
  gone?: string;
  /** Whether further fields are filled in. */
  isComplete?: () => boolean;
  send: (reason: string) => Promise<void>;
  onClose: () => void;
}

/** The confirmation of a staff action: its consequences, the reason for it, and the button. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, children, confirm, ends = false, failed, gone, isComplete = () => true, send, onClose } = props;
  const form = useId();
  const reason = useReason();
  const { submission, submit } = useSubmission(send);
  const ask = (event: FormEvent) => {
    event.preventDefault();
    const [given, complete] = [reason.check(), isComplete()];
    if (given !== null && complete) void submit(given);
  };
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button
            type="submit"
            form={form}
            variant={ends ? 'danger' : 'primary'}
            busy={submission.state === 'busy'}
            busyLabel={messages.sending}
          >
            {confirm}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {messages.notNow}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={ask} noValidate>
        <Stack $gap={16}>
          {submission.state !== 'failed' ? null : gone !== undefined && errorCode(submission.error) === 'not-found' ? (
            <Banner tone="warn" role="alert" title={failed}>
              {gone}
            </Banner>
          ) : (
            <FormFailure title={failed} error={submission.error} />
          )}
          {children}
          <ReasonField reason={reason} />
        </Stack>
      </form>
    </Dialog>
  );
}
