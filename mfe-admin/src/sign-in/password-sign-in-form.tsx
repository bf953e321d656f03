import { Link } from '@ve/mfe-kit/router';
import type { TypedFormRenderProps } from '@ve/mfe-kit/typed-form';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { TextField } from '@ve/ui/field/field';
import { Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { Heading, LeadText, Text } from '@ve/ui/text/text';
import { useState } from 'react';
import { messages } from './messages.en-gb.ts';

export interface PasswordSignInFormProps {
  failure: { title: string; text: string } | null;
  form: TypedFormRenderProps<'email' | 'password'>;
}

/** The first step of a sign-in. Does nothing while a field is empty (specification sections 2 and 5). */
export function PasswordSignInForm({ failure, form: { busy, onSubmit, field } }: PasswordSignInFormProps) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const isEmpty = email.trim() === '' || password.trim() === '';
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack $gap={24}>
        <Stack $gap={12}>
          <Heading level={1}>{messages.title}</Heading>
          <LeadText>
            {messages.lead}{' '}
            <TextLink as={Link} to="/signin">
              {messages.customers}
            </TextLink>
          </LeadText>
        </Stack>
        {failure ? (
          <Banner tone="fail" role="alert" title={failure.title}>
            {failure.text}
          </Banner>
        ) : null}
        <TextField
          {...field('email')}
          label={messages.email}
          type="email"
          autoComplete="username"
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
        <TextField
          {...field('password')}
          label={messages.password}
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={({ target }) => setPassword(target.value)}
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
