import { useQueryClient } from '@tanstack/react-query';
import {
  type EmailChange as Change,
  type Profile,
  requestEmailChange,
  withdrawEmailChange,
} from '@ve/contracts/http/privacy/profile';
import { parseEmail } from '@ve/domain/kernel/email/parse-email';
import { callApi } from '@ve/mfe-kit/api';
import { FormFailure } from '@ve/mfe-kit/form-failure';
import { useSubmission } from '@ve/mfe-kit/use-submission';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { TextField } from '@ve/ui/field/field';
import { Section, Stack } from '@ve/ui/layout/layout';
import { Text } from '@ve/ui/text/text';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { messages } from './messages.en-gb.ts';
import { profileKey } from './your-data.query.ts';

const words = messages.email;

interface PartProps {
  profile: Profile;
  onChange: (profile: Profile) => void;
}

/** Replaces the form, and takes its focus when it was just sent. */
function Waiting({ change, profile, onChange, focus }: PartProps & { change: Change; focus: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focus) box.current?.focus();
  }, [focus]);
  const { submission, submit } = useSubmission(async () => {
    await callApi(withdrawEmailChange);
    onChange({ ...profile, emailChange: null });
  });
  return (
    <Stack $gap={16}>
      <div ref={box} tabIndex={-1}>
        <Banner
          tone="info"
          role="status"
          title={words.waitingTitle}
          actions={
            <Button
              variant="secondary"
              busy={submission.state === 'busy'}
              busyLabel={words.withdrawing}
              onClick={() => void submit(undefined)}
            >
              {words.withdraw}
            </Button>
          }
        >
          {words.waiting(change.newEmail, change.expiresAt)} {change.oldConfirmed ? words.oldConfirmed : ''}{' '}
          {change.newConfirmed ? words.newConfirmed : ''}
        </Banner>
      </div>
      {submission.state === 'failed' ? <FormFailure title={words.withdrawFailed} error={submission.error} /> : null}
    </Stack>
  );
}

function Form({ profile, onChange }: PartProps) {
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const { submission, submit } = useSubmission(async (email: string) => {
    const answer = await callApi(requestEmailChange, { body: { email } });
    if (answer.outcome === 'same') setError(words.same);
    else onChange({ ...profile, emailChange: answer.emailChange });
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const parsed = parseEmail(field.current?.value ?? '');
    setError(parsed.ok ? undefined : words.error);
    if (parsed.ok) void submit(parsed.email);
    else field.current?.focus();
  };
  return (
    <form noValidate onSubmit={send}>
      <Stack $gap={24}>
        <Text>{words.how}</Text>
        <TextField ref={field} name="email" type="email" autoComplete="off" label={words.field} error={error} />
        {submission.state === 'failed' ? <FormFailure title={words.failed} error={submission.error} /> : null}
        <div>
          <Button type="submit" busy={submission.state === 'busy'} busyLabel={words.busy}>
            {words.ask}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

/** The e-mail address, and a change of it that both addresses must confirm. */
export function EmailChange({ profile, userId }: { profile: Profile; userId: string }) {
  const client = useQueryClient();
  const [wasSent, setWasSent] = useState(false);
  const onChange = (next: Profile) => {
    setWasSent(next.emailChange !== null);
    client.setQueryData(profileKey(userId), next);
  };
  const { emailChange } = profile;
  return (
    <Section title={words.title}>
      <Stack $gap={16}>
        <Text>{words.current(profile.email)}</Text>
        {emailChange === null ? (
          <Form profile={profile} onChange={onChange} />
        ) : (
          <Waiting change={emailChange} profile={profile} onChange={onChange} focus={wasSent} />
        )}
      </Stack>
    </Section>
  );
}
