import { FormFailure } from '@ve/mfe-kit/form-failure';
import { Button } from '@ve/ui/button/button';
import { Dialog } from '@ve/ui/dialog/dialog';
import { Stack } from '@ve/ui/layout/layout';
import { Text } from '@ve/ui/text/text';
import { type FormEvent, useId } from 'react';
import { ReasonField, useReason } from '../platform/reason-field.tsx';
import { messages } from './messages.en-gb.ts';

interface MarkDialogProps {
  /** Marking also deletes the complaint. */
  erases: boolean;
  busy: boolean;
  /** Why it failed; null before a failure. */
  failure: unknown;
  onMarkAnswered: (reason: string) => void;
  onClose: () => void;
}

/** The confirmation, with a reason, before a case is marked as answered without an e-mail from us. */
export function MarkDialog({ erases, busy, failure, onMarkAnswered, onClose }: MarkDialogProps) {
  const form = useId();
  const reason = useReason();
  const send = (event: FormEvent) => {
    event.preventDefault();
    const given = reason.check();
    if (given !== null) onMarkAnswered(given);
  };
  return (
    <Dialog
      open
      title={erases ? messages.eraseTitle : messages.markTitle}
      onClose={onClose}
      actions={
        <>
          <Button
            type="submit"
            form={form}
            variant={erases ? 'danger' : 'primary'}
            busy={busy}
            busyLabel={messages.sending}
          >
            {erases ? messages.eraseNow : messages.markNow}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {messages.back}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={send} noValidate>
        <Stack $gap={16}>
          {failure === null ? null : <FormFailure title={messages.markFailed} error={failure} />}
          <Text>{erases ? messages.eraseText : messages.markText}</Text>
          <ReasonField reason={reason} />
        </Stack>
      </form>
    </Dialog>
  );
}
