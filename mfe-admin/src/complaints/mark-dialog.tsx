import { reason as reasonSchema } from '@ve/contracts/http/admin-page';
import { FormFailure } from '@ve/mfe-kit/form-failure';
import { Button } from '@ve/ui/button/button';
import { Dialog } from '@ve/ui/dialog/dialog';
import { TextField } from '@ve/ui/field/field';
import { Stack } from '@ve/ui/layout/layout';
import { Text } from '@ve/ui/text/text';
import { type FormEvent, useId, useState } from 'react';
import { messages } from './messages.en-gb.ts';

interface MarkDialogProps {
  /** The complaint is deleted with it. */
  erases: boolean;
  busy: boolean;
  /** Why it failed; null: it has not. */
  failure: unknown;
  onMark: (reason: string) => void;
  onClose: () => void;
}

/** Asks once more, and why, before a case is marked as answered without a mail of ours. */
export function MarkDialog({ erases, busy, failure, onMark, onClose }: MarkDialogProps) {
  const form = useId();
  const [reason, setReason] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const given = reasonSchema.safeParse(reason);
    setWrong(given.success ? null : messages.reasonWrong);
    if (given.success) onMark(given.data);
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
          <TextField
            label={messages.reason}
            hint={messages.reasonHint}
            autoComplete="off"
            value={reason}
            error={wrong}
            onChange={({ target }) => setReason(target.value)}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
