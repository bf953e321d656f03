import {
  openBreakGlassSessionEndpoint,
  readBreakGlassAvailabilityEndpoint,
} from '@ve/contracts/http/identity/admin-sign-in';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '@ve/mfe-kit/api';
import { setBreakGlassFlag } from '@ve/mfe-kit/local-admin';
import { SubmissionFailure } from '@ve/mfe-kit/submission-failure';
import { useTypedForm } from '@ve/mfe-kit/typed-form';
import { Button } from '@ve/ui/button/button';
import { Disclosure } from '@ve/ui/disclosure/disclosure';
import { TextField } from '@ve/ui/field/field';
import { Stack } from '@ve/ui/layout/layout';
import { Text } from '@ve/ui/text/text';
import { messages } from './messages.en-gb.ts';

const labels = messages.breakGlass;

/** Shown only if the service offers it: on the machine itself, never in production. */
export function BreakGlassSignIn({ onOpened }: { onOpened: () => Promise<void> }) {
  const { data } = useQuery({
    queryKey: ['break-glass'],
    queryFn: ({ signal }) => callApi(readBreakGlassAvailabilityEndpoint, { signal }),
    retry: false,
  });
  const { submission, busy, onSubmit, field } = useTypedForm({
    id: 'break-glass',
    names: ['secret'],
    read: (body) => (body.secret === '' ? null : { body }),
    send: async (body) => {
      const { outcome } = await callApi(openBreakGlassSessionEndpoint, { body });
      if (outcome === 'opened') {
        setBreakGlassFlag();
        await onOpened();
      }
      return outcome;
    },
    refusalOf: (outcome) => ({ secret: outcome === 'refused' ? labels.refused : undefined }),
  });
  if (data?.possible !== true) return null;
  return (
    <Disclosure title={labels.title} name="break-glass">
      <form noValidate onSubmit={onSubmit}>
        <Stack>
          <Text>{labels.text}</Text>
          <SubmissionFailure title={messages.failedTitle} submission={submission} />
          <TextField {...field('secret')} label={labels.label} type="password" autoComplete="off" />
          <Button type="submit" variant="danger" busy={busy} busyLabel={messages.busy}>
            {labels.submit}
          </Button>
        </Stack>
      </form>
    </Disclosure>
  );
}
