import { openBreakGlass, readBreakGlass } from '@ve/contracts/http/identity/admin-sign-in';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '@ve/mfe-kit/api';
import { FormFailure } from '@ve/mfe-kit/form-failure';
import { setLocalAdminFlag } from '@ve/mfe-kit/local-admin';
import { useSubmission } from '@ve/mfe-kit/use-submission';
import { Button } from '@ve/ui/button/button';
import { Disclosure } from '@ve/ui/disclosure/disclosure';
import { TextField } from '@ve/ui/field/field';
import { Stack } from '@ve/ui/layout/layout';
import { Text } from '@ve/ui/text/text';
import { type FormEvent, useState } from 'react';
import { messages } from './messages.en-gb.ts';

const words = messages.breakGlass;

/** Shown only if the service offers it: on the machine itself, never in production. */
export function BreakGlass({ onOpened }: { onOpened: () => Promise<void> }) {
  const { data } = useQuery({
    queryKey: ['break-glass'],
    queryFn: ({ signal }) => callApi(readBreakGlass, { signal }),
    retry: false,
  });
  const [secret, setSecret] = useState('');
  const { submission, submit } = useSubmission(async (given: string) => {
    const answer = await callApi(openBreakGlass, { body: { secret: given } });
    if (answer.outcome === 'opened') {
      setLocalAdminFlag();
      await onOpened();
    }
    return answer;
  });
  if (data?.possible !== true) return null;
  const isRefused = submission.state === 'done' && submission.answer.outcome === 'refused';
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (secret !== '') void submit(secret);
  };
  return (
    <Disclosure title={words.title} name="break-glass">
      <form noValidate onSubmit={send}>
        <Stack>
          <Text>{words.text}</Text>
          {submission.state === 'failed' ? <FormFailure title={messages.failedTitle} error={submission.error} /> : null}
          <TextField
            id="break-glass-secret"
            label={words.label}
            type="password"
            autoComplete="off"
            error={isRefused ? words.refused : undefined}
            value={secret}
            onChange={(event) => {
              setSecret(event.target.value);
            }}
          />
          <Button type="submit" variant="danger" busy={submission.state === 'busy'} busyLabel={messages.busy}>
            {words.submit}
          </Button>
        </Stack>
      </form>
    </Disclosure>
  );
}
