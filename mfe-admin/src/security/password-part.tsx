import { changePassword } from '@ve/contracts/http/identity/admin-security';
import { passwordProblem, passwordProblemMessages } from '@ve/domain/identity/staff/password-rules';
import { callApi } from '@ve/mfe-kit/api';
import { useSubmission } from '@ve/mfe-kit/use-submission';
import { Disclosure } from '@ve/ui/disclosure/disclosure';
import { Section } from '@ve/ui/layout/layout';
import { Text } from '@ve/ui/text/text';
import { useState } from 'react';
import { NewPasswordField } from '../platform/new-password-field.tsx';
import { messages } from './messages.en-gb.ts';
import { type Proof, ProofForm } from './proof-form.tsx';

const words = messages.password;

export function PasswordPart({ email }: { email: string }) {
  const [next, setNext] = useState('');
  const [passwordError, setPasswordError] = useState<string | undefined>(undefined);
  const { submission, submit } = useSubmission(async (proof: Proof) => {
    const answer = await callApi(changePassword, { body: { ...proof, next } });
    if (answer.outcome === 'weak') setPasswordError(answer.message);
    return answer;
  });
  const isSaved = submission.state === 'done' && submission.answer.outcome === 'saved';
  return (
    <Section title={words.title}>
      {isSaved ? (
        <Text role="status">{words.saved}</Text>
      ) : (
        <Disclosure name="security" title={words.action}>
          <ProofForm
            id="change-password"
            submitLabel={words.submit}
            submission={submission}
            onSubmit={(proof) => {
              const found = passwordProblem(next, email);
              setPasswordError(found === null ? undefined : passwordProblemMessages[found]);
              if (found === null) void submit(proof);
            }}
          >
            <NewPasswordField id="next-password" value={next} error={passwordError} onChange={setNext} />
          </ProofForm>
        </Disclosure>
      )}
    </Section>
  );
}
