import { FormFailure } from '@ve/mfe-kit/form-failure';
import { useSubmission } from '@ve/mfe-kit/use-submission';
import { Button } from '@ve/ui/button/button';
import { Dialog } from '@ve/ui/dialog/dialog';
import { TextField } from '@ve/ui/field/field';
import { Stack } from '@ve/ui/layout/layout';
import { Text } from '@ve/ui/text/text';
import { type FormEvent, useId, useState } from 'react';
import type { Action, Asked } from './action.types.ts';
import { messages } from './action-messages.en-gb.ts';

const shortest = 5;
const longest = 300;

const problemsOf = (action: Action, { reason, email }: Asked) => ({
  reason: reason.length < shortest || reason.length > longest ? messages.reasonNeeded : null,
  email: action.asksEmail === true && email === '' ? messages.emailNeeded : null,
});

interface DialogProps {
  action: Action;
  onClose: () => void;
  /** Once the service has answered, whatever it says. */
  onDone: (outcome: string) => void;
}

/** What an action will do, the reason for it, and the button that does it. */
export function ActionDialog({ action, onClose, onDone }: DialogProps) {
  const form = useId();
  const [asked, setAsked] = useState<Asked>({ reason: '', email: '' });
  const [tried, setTried] = useState(false);
  const { submission, submit } = useSubmission(async (given: Asked) => {
    const { outcome } = await action.send(given);
    onDone(outcome);
  });
  const trimmed = { reason: asked.reason.trim(), email: asked.email.trim() };
  const problems = problemsOf(action, trimmed);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (problems.reason === null && problems.email === null) void submit(trimmed);
  };
  return (
    <Dialog
      open
      title={action.title}
      onClose={onClose}
      actions={
        <>
          <Button
            type="submit"
            form={form}
            variant={action.ends === true ? 'danger' : 'primary'}
            busy={submission.state === 'busy'}
            busyLabel={messages.busy}
          >
            {action.confirm}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {messages.back}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={send} noValidate>
        <Stack $gap={16}>
          {submission.state === 'failed' ? <FormFailure title={messages.failed} error={submission.error} /> : null}
          {action.what.map((line) => (
            <Text key={line}>{line}</Text>
          ))}
          {action.asksEmail === true ? (
            <TextField
              label={messages.email}
              type="email"
              autoComplete="off"
              value={asked.email}
              error={tried ? problems.email : null}
              onChange={(event) => {
                setAsked({ ...asked, email: event.target.value });
              }}
            />
          ) : null}
          <TextField
            label={messages.reason}
            hint={messages.reasonHint}
            autoComplete="off"
            value={asked.reason}
            error={tried ? problems.reason : null}
            onChange={(event) => {
              setAsked({ ...asked, reason: event.target.value });
            }}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
