import { Link } from '@ve/mfe-kit/router';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { TextField } from '@ve/ui/field/field';
import { Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { Heading, Lead, Text } from '@ve/ui/text/text';
import { type FormEvent, useState } from 'react';
import { messages } from './messages.en-gb.ts';

export interface PasswordFormProps {
  failure: { title: string; text: string } | null;
  busy: boolean;
  onSubmit: (given: { email: string; password: string }) => void;
}

/** The first step of a sign-in. Does nothing while a field is empty (specification sections 2 and 5). */
export function PasswordForm({ failure, busy, onSubmit }: PasswordFormProps) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const isEmpty = email.trim() === '' || password.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && !isEmpty) onSubmit({ email: email.trim(), password });
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack $gap={24}>
        <Stack $gap={12}>
          <Heading level={1}>{messages.title}</Heading>
          <Lead>
            {messages.lead}{' '}
            <TextLink as={Link} to="/signin">
              {messages.customers}
            </TextLink>
          </Lead>
        </Stack>
        {failure ? (
          <Banner tone="fail" role="alert" title={failure.title}>
            {failure.text}
          </Banner>
        ) : null}
        <TextField
          id="staff-email"
          label={messages.email}
          name="email"
          type="email"
          autoComplete="username"
          value={email}
          onChange={(event) => {
            setEmail(event.target.value);
          }}
        />
        <TextField
          id="staff-password"
          label={messages.password}
          name="password"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => {
            setPassword(event.target.value);
          }}
        />
        <Button
          type="submit"
          wide
          unavailable={isEmpty ? messages.empty : undefined}
          busy={busy}
          busyLabel={messages.busy}
        >
          {messages.submit}
        </Button>
        <Text>
          <TextLink as={Link} to="/admin/password">
            {messages.forgotten}
          </TextLink>
        </Text>
      </Stack>
    </form>
  );
}
