import { type GivenUpJob, leaveGivenUpJob, retryGivenUpJob } from '@ve/contracts/http/admin-operations';
import { reason as reasonSchema } from '@ve/contracts/http/admin-page';
import { callApi } from '@ve/mfe-kit/api';
import { FormFailure } from '@ve/mfe-kit/form-failure';
import { useSubmission } from '@ve/mfe-kit/use-submission';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { Dialog } from '@ve/ui/dialog/dialog';
import { TextField } from '@ve/ui/field/field';
import { Row, Stack } from '@ve/ui/layout/layout';
import { Text } from '@ve/ui/text/text';
import { type FormEvent, useState } from 'react';
import { messages } from './messages.en-gb.ts';

export interface Act {
  what: 'retry' | 'leave';
  job: GivenUpJob;
}

interface ActFormProps {
  act: Act;
  onDone: (act: Act) => void;
  onClose: () => void;
}

/** Checked by its code: the class is another one in each remote. */
const isGone = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'not-found';

function ActForm({ act, onDone, onClose }: ActFormProps) {
  const { what, job } = act;
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const { submission, submit } = useSubmission(async (given: string) => {
    const asked = { params: { id: job.id }, body: { reason: given } };
    if (what === 'retry') await callApi(retryGivenUpJob, asked);
    else await callApi(leaveGivenUpJob, asked);
    onDone(act);
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    const given = reasonSchema.safeParse(reason);
    setError(given.success ? undefined : messages.reasonMissing);
    if (given.success) void submit(given.data);
  };
  return (
    <form onSubmit={send} noValidate>
      <Stack $gap={16}>
        <Text>
          <strong>{job.job}</strong>: {job.why}
        </Text>
        <Text>{what === 'retry' ? messages.retryText : messages.leaveText}</Text>
        {submission.state !== 'failed' ? null : isGone(submission.error) ? (
          <Banner tone="warn" role="alert" title={messages.actFailed}>
            {messages.gone}
          </Banner>
        ) : (
          <FormFailure title={messages.actFailed} error={submission.error} />
        )}
        <TextField
          label={messages.reason}
          hint={messages.reasonHint}
          {...(error === undefined ? {} : { error })}
          value={reason}
          onChange={(event) => {
            setReason(event.target.value);
          }}
        />
        <Row>
          <Button type="submit" busy={submission.state === 'busy'} busyLabel={messages.sending}>
            {what === 'retry' ? messages.retryJob : messages.leaveJob}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {messages.cancel}
          </Button>
        </Row>
      </Stack>
    </form>
  );
}

/** Asks why a job is retried or left, and does it. */
export function ActDialog({ act, onDone, onClose }: Omit<ActFormProps, 'act'> & { act: Act | null }) {
  return (
    <Dialog
      open={act !== null}
      title={act?.what === 'leave' ? messages.leaveTitle : messages.retryTitle}
      onClose={onClose}
    >
      {act === null ? null : <ActForm act={act} onDone={onDone} onClose={onClose} />}
    </Dialog>
  );
}
