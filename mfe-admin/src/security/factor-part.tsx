import { beginSecondFactor, confirmSecondFactor, renewRecoveryCodes } from '@ve/contracts/http/identity/admin-security';
import type { Enrolment } from '@ve/contracts/http/identity/admin-sign-in';
import { formatInstant } from '@ve/domain/kernel/time/format-date';
import { callApi } from '@ve/mfe-kit/api';
import { FormFailure } from '@ve/mfe-kit/form-failure';
import { useSubmission } from '@ve/mfe-kit/use-submission';
import { Button } from '@ve/ui/button/button';
import { Disclosure } from '@ve/ui/disclosure/disclosure';
import { Section, Stack } from '@ve/ui/layout/layout';
import { Text } from '@ve/ui/text/text';
import { type FormEvent, useState } from 'react';
import { CodeField, EnrolmentSecret } from '../platform/second-factor.tsx';
import { messages } from './messages.en-gb.ts';
import { type Proof, ProofForm } from './proof-form.tsx';

interface PartProps {
  /** Passes on new recovery codes, to be shown once, with a message. */
  onCodes: (codes: readonly string[], done: string) => void;
}

function ConfirmFactor({ enrolment, onCodes }: PartProps & { enrolment: Enrolment }) {
  const words = messages.factor;
  const [code, setCode] = useState('');
  const { submission, submit } = useSubmission(async (given: string) => {
    const answer = await callApi(confirmSecondFactor, { body: { code: given } });
    if (answer.outcome === 'renewed') onCodes(answer.recoveryCodes, words.renewed);
    return answer;
  });
  const isWrong = submission.state === 'done' && submission.answer.outcome === 'refused';
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() !== '') void submit(code.trim());
  };
  return (
    <form noValidate onSubmit={send}>
      <Stack>
        <EnrolmentSecret {...enrolment} />
        {submission.state === 'failed' ? <FormFailure title={messages.proof.failed} error={submission.error} /> : null}
        <CodeField
          id="new-factor-code"
          label={words.code}
          error={isWrong ? words.wrong : undefined}
          value={code}
          onChange={(event) => {
            setCode(event.target.value);
          }}
        />
        <div>
          <Button type="submit" busy={submission.state === 'busy'} busyLabel={messages.proof.busy}>
            {words.confirm}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

/** Replaces the authenticator app by another. */
export function FactorPart({ since, onCodes }: PartProps & { since: string | null }) {
  const words = messages.factor;
  const { submission, submit } = useSubmission((proof: Proof) => callApi(beginSecondFactor, { body: proof }));
  const enrolment =
    submission.state === 'done' && submission.answer.outcome === 'enrol' ? submission.answer.enrolment : null;
  return (
    <Section title={words.title}>
      <Stack>
        {since === null ? null : <Text>{words.since(formatInstant(since))}</Text>}
        {enrolment ? (
          <ConfirmFactor enrolment={enrolment} onCodes={onCodes} />
        ) : (
          <Disclosure name="security" title={words.action}>
            <ProofForm
              id="renew-factor"
              submitLabel={words.submit}
              submission={submission}
              onSubmit={(proof) => void submit(proof)}
            />
          </Disclosure>
        )}
      </Stack>
    </Section>
  );
}

/** The number of unused recovery codes, and a button for new ones. */
export function CodesPart({ left, onCodes }: PartProps & { left: number }) {
  const words = messages.codes;
  const { submission, submit } = useSubmission(async (proof: Proof) => {
    const answer = await callApi(renewRecoveryCodes, { body: proof });
    if (answer.outcome === 'renewed') onCodes(answer.recoveryCodes, words.renewed);
    return answer;
  });
  return (
    <Section title={words.title}>
      <Stack>
        <Text>
          {words.left(left)} {left < 4 ? words.few : ''}
        </Text>
        <Disclosure name="security" title={words.action}>
          <ProofForm
            id="renew-codes"
            submitLabel={words.submit}
            submission={submission}
            onSubmit={(proof) => void submit(proof)}
          />
        </Disclosure>
      </Stack>
    </Section>
  );
}
