import { useQueryClient } from '@tanstack/react-query';
import {
  type PendingEmailChange as Change,
  type Profile,
  requestEmailChangeEndpoint,
  withdrawEmailChangeEndpoint,
} from '@ve/contracts/http/privacy/profile';
import { emailErrorMessage } from '@ve/domain/kernel/email/email-error-message';
import { parseEmail } from '@ve/domain/kernel/email/parse-email';
import { callApi } from '@ve/mfe-kit/api';
import { SubmissionFailure } from '@ve/mfe-kit/submission-failure';
import { useTypedForm } from '@ve/mfe-kit/typed-form';
import { useFormSubmission } from '@ve/mfe-kit/use-form-submission';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { TextField } from '@ve/ui/field/field';
import { Section, Stack } from '@ve/ui/layout/layout';
import { Text } from '@ve/ui/text/text';
import { useEffect, useRef, useState } from 'react';
import { messages } from './messages.en-gb.ts';
import { profileQueryKey } from './your-data.query.ts';

const labels = messages.email;

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
  const { submission, submit } = useFormSubmission(async () => {
    await callApi(withdrawEmailChangeEndpoint);
    onChange({ ...profile, emailChange: null });
  });
  return (
    <Stack $gap={16}>
      <div ref={box} tabIndex={-1}>
        <Banner
          tone="info"
          role="status"
          title={labels.waitingTitle}
          actions={
            <Button
              variant="secondary"
              busy={submission.state === 'busy'}
              busyLabel={labels.withdrawing}
              onClick={() => void submit(undefined)}
            >
              {labels.withdraw}
            </Button>
          }
        >
          {labels.waiting(change.newEmail, change.expiresAt)} {change.oldConfirmed ? labels.oldConfirmed : ''}{' '}
          {change.newConfirmed ? labels.newConfirmed : ''}
        </Banner>
      </div>
      <SubmissionFailure title={labels.withdrawFailed} submission={submission} />
    </Stack>
  );
}

function Form({ profile, onChange }: PartProps) {
  const { submission, busy, onSubmit, field } = useTypedForm({
    id: 'email-change',
    names: ['email'],
    read: (typed) => {
      const parsed = parseEmail(typed.email);
      return parsed.ok ? { body: parsed.email } : { errors: { email: emailErrorMessage(typed.email) } };
    },
    send: async (email) => {
      const answer = await callApi(requestEmailChangeEndpoint, { body: { email } });
      if (answer.outcome !== 'same') onChange({ ...profile, emailChange: answer.emailChange });
      return answer.outcome;
    },
    refusalOf: (outcome) => ({ email: outcome === 'same' ? labels.same : undefined }),
  });
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack $gap={24}>
        <Text>{labels.how}</Text>
        <TextField {...field('email')} type="email" autoComplete="off" label={labels.field} />
        <SubmissionFailure title={labels.failed} submission={submission} />
        <div>
          <Button type="submit" busy={busy} busyLabel={labels.busy}>
            {labels.ask}
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
    client.setQueryData(profileQueryKey(userId), next);
  };
  const { emailChange } = profile;
  return (
    <Section title={labels.title}>
      <Stack $gap={16}>
        <Text>{labels.current(profile.email)}</Text>
        {emailChange === null ? (
          <Form profile={profile} onChange={onChange} />
        ) : (
          <Waiting change={emailChange} profile={profile} onChange={onChange} focus={wasSent} />
        )}
      </Stack>
    </Section>
  );
}
