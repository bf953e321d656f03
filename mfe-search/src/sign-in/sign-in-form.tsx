import type { SignInForm as Form } from '@ve/contracts/http/identity/auth';
import { Link } from '@ve/mfe-kit/router';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { ErrorSummary } from '@ve/ui/error-summary/error-summary';
import { TextField } from '@ve/ui/field/field';
import { Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { PlateInput } from '@ve/ui/plate-input/plate-input';
import { Heading, Lead, Muted, Text } from '@ve/ui/text/text';
import { useState, type FormEvent } from 'react';
import { messages } from './messages.en-gb.ts';
import { parseSignIn, type SignInErrors } from './parse-sign-in.ts';

const words = messages.form;
const idOf = (field: keyof Form) => `signin-${field}`;

const textOf = (form: FormData, name: keyof Form): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

export interface SignInFormProps {
  /** Initial values of the fields. */
  given: Form;
  failure: string | null;
  busy: boolean;
  onSubmit: (form: Form) => void;
  signUp: string;
}

/** The form for e-mail address and registration; the input is kept until a link was sent. */
export function SignInForm({ given, failure, busy, onSubmit, signUp }: SignInFormProps) {
  const [errors, setErrors] = useState<SignInErrors>({});

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = new FormData(event.currentTarget);
    const read = parseSignIn({ email: textOf(form, 'email'), registration: textOf(form, 'registration') });
    setErrors('errors' in read ? read.errors : {});
    if ('form' in read) onSubmit(read.form);
  };

  const summary = (['email', 'registration'] as const).flatMap((field) => {
    const message = errors[field];
    return message === undefined ? [] : [{ fieldId: idOf(field), message }];
  });
  return (
    <form noValidate onSubmit={submit}>
      <Stack $gap={24}>
        <Stack $gap={12}>
          <Heading level={1}>{words.heading}</Heading>
          <Lead>{words.lead}</Lead>
        </Stack>
        <ErrorSummary errors={summary} />
        {failure !== null && summary.length === 0 ? (
          <Banner tone="fail" title={messages.failed.title}>
            {failure}
          </Banner>
        ) : null}
        <TextField
          id={idOf('email')}
          name="email"
          type="email"
          autoComplete="email"
          defaultValue={given.email}
          label={words.email}
          hint={words.emailHint}
          error={errors.email}
        />
        <PlateInput
          id={idOf('registration')}
          name="registration"
          defaultValue={given.registration}
          label={words.registration}
          error={errors.registration}
          enterKeyHint="go"
        />
        <Button type="submit" wide busy={busy} busyLabel={words.busy}>
          {words.submit}
        </Button>
        <Stack $gap={8}>
          <Text>
            {words.new}{' '}
            <TextLink as={Link} to={signUp}>
              {words.signUp}
            </TextLink>
          </Text>
          <Muted>{words.noAccount}</Muted>
        </Stack>
      </Stack>
    </form>
  );
}
