import {
  beginStaffSecondFactorChangeEndpoint,
  confirmStaffSecondFactorChangeEndpoint,
  renewRecoveryCodesEndpoint,
} from '@ve/contracts/http/identity/admin-security';
import type { SecondFactorEnrolment } from '@ve/contracts/http/identity/admin-sign-in';
import { formatInstant } from '@ve/domain/kernel/time/format-date';
import { callApi } from '@ve/mfe-kit/api';
import { SubmissionFailure } from '@ve/mfe-kit/submission-failure';
import { useTypedForm } from '@ve/mfe-kit/typed-form';
import { Button } from '@ve/ui/button/button';
import { Disclosure } from '@ve/ui/disclosure/disclosure';
import { Section, Stack } from '@ve/ui/layout/layout';
import { Text } from '@ve/ui/text/text';
import { SignInCodeField, SecondFactorSecret } from '../platform/second-factor.tsx';
import { messages } from './messages.en-gb.ts';
import { ReauthenticationForm, useReauthenticationProofForm } from './reauthentication-form.tsx';

interface PartProps {
  /** Passes on new recovery codes, to be shown once, with a message. */
  onCodes: (codes: readonly string[], done: string) => void;
}

function ConfirmFactor({ enrolment, onCodes }: PartProps & { enrolment: SecondFactorEnrolment }) {
  const labels = messages.factor;
  const { submission, busy, onSubmit, field } = useTypedForm({
    id: 'new-factor',
    names: ['code'],
    read: ({ code }) => (code.trim() === '' ? null : { body: { code: code.trim() } }),
    send: async (body) => {
      const answer = await callApi(confirmStaffSecondFactorChangeEndpoint, { body });
      if (answer.outcome === 'renewed') onCodes(answer.recoveryCodes, labels.renewed);
      return answer.outcome;
    },
    refusalOf: (outcome) => ({ code: outcome === 'refused' ? labels.wrong : undefined }),
  });
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack>
        <SecondFactorSecret {...enrolment} />
        <SubmissionFailure title={messages.proof.failed} submission={submission} />
        <SignInCodeField {...field('code')} label={labels.code} />
        <div>
          <Button type="submit" busy={busy} busyLabel={messages.proof.busy}>
            {labels.confirm}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

/** Replaces the authenticator app by another. */
export function AuthenticatorSection({ since, onCodes }: PartProps & { since: string | null }) {
  const labels = messages.factor;
  const form = useReauthenticationProofForm('renew-factor', (body) =>
    callApi(beginStaffSecondFactorChangeEndpoint, { body }),
  );
  const { submission } = form;
  const enrolment =
    submission.state === 'done' && submission.answer.outcome === 'enrol' ? submission.answer.enrolment : null;
  return (
    <Section title={labels.title}>
      <Stack>
        {since === null ? null : <Text>{labels.since(formatInstant(since))}</Text>}
        {enrolment ? (
          <ConfirmFactor enrolment={enrolment} onCodes={onCodes} />
        ) : (
          <Disclosure name="security" title={labels.action}>
            <ReauthenticationForm form={form} submitLabel={labels.submit} />
          </Disclosure>
        )}
      </Stack>
    </Section>
  );
}

/** The number of unused recovery codes, and a button for new ones. */
export function RecoveryCodesSection({ left, onCodes }: PartProps & { left: number }) {
  const labels = messages.codes;
  const form = useReauthenticationProofForm('renew-codes', async (body) => {
    const answer = await callApi(renewRecoveryCodesEndpoint, { body });
    if (answer.outcome === 'renewed') onCodes(answer.recoveryCodes, labels.renewed);
    return answer;
  });
  return (
    <Section title={labels.title}>
      <Stack>
        <Text>
          {labels.left(left)} {left < 4 ? labels.few : ''}
        </Text>
        <Disclosure name="security" title={labels.action}>
          <ReauthenticationForm form={form} submitLabel={labels.submit} />
        </Disclosure>
      </Stack>
    </Section>
  );
}
