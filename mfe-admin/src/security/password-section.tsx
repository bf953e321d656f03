import { changeStaffPasswordEndpoint } from '@ve/contracts/http/identity/admin-security';
import { passwordProblem, passwordProblemMessages } from '@ve/domain/identity/staff/password-rules';
import { callApi } from '@ve/mfe-kit/api';
import { useTypedForm } from '@ve/mfe-kit/typed-form';
import { Disclosure } from '@ve/ui/disclosure/disclosure';
import { Section } from '@ve/ui/layout/layout';
import { Text } from '@ve/ui/text/text';
import { NewPasswordField } from '../platform/new-password-field.tsx';
import { messages } from './messages.en-gb.ts';
import { ReauthenticationForm, readReauthenticationProof } from './reauthentication-form.tsx';

const labels = messages.password;

export function PasswordSection({ email }: { email: string }) {
  const form = useTypedForm({
    id: 'change-password',
    names: ['next', 'password', 'code'],
    read: ({ next, ...typed }) => {
      const proof = readReauthenticationProof(typed);
      if (proof === null) return null;
      const found = passwordProblem(next, email);
      return found === null ? { body: { ...proof.body, next } } : { errors: { next: passwordProblemMessages[found] } };
    },
    send: (body) => callApi(changeStaffPasswordEndpoint, { body }),
    refusalOf: (answer) => ({ next: answer.outcome === 'weak' ? answer.message : undefined }),
  });
  const { submission } = form;
  const isSaved = submission.state === 'done' && submission.answer.outcome === 'saved';
  return (
    <Section title={labels.title}>
      {isSaved ? (
        <Text role="status">{labels.saved}</Text>
      ) : (
        <Disclosure name="security" title={labels.action}>
          <ReauthenticationForm form={form} submitLabel={labels.submit}>
            <NewPasswordField {...form.field('next')} />
          </ReauthenticationForm>
        </Disclosure>
      )}
    </Section>
  );
}
