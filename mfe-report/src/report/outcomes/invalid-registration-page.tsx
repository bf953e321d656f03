import { lookalikeRegistrations } from '@ve/domain/kernel/registration/parse-registration';
import { Link, useNavigate } from '@ve/mfe-kit/router';
import { PageTitle } from '@ve/mfe-kit/page-title';
import { Button } from '@ve/ui/button/button';
import { Page, Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { PlateInput } from '@ve/ui/plate-input/plate-input';
import { Heading, Text } from '@ve/ui/text/text';
import { space } from '@ve/ui/theme/theme';
import { type FormEvent, useState } from 'react';
import { styled } from 'styled-components';
import { messages } from '../messages.en-gb.ts';
import { vehicleFetchOutcomeMessages } from './messages.en-gb.ts';
import { LookalikeRegistrationSuggestions } from './lookalike-suggestions.tsx';

/** Longer input is cut: no registration is as long. */
const maxShownLength = 40;

const Form = styled.form`
  display: grid;
  gap: ${space[12]};
  width: 100%;
  max-width: 24rem;
`;

export interface InvalidRegistrationProps {
  typed: string;
  /** Why it was rejected: by its format, or with the service's message. */
  reason: keyof typeof vehicleFetchOutcomeMessages.unreadable.reasons | { input: string };
}

/**
 * The page for input that is not a valid registration, for which no request is sent. It can be corrected in place, and
 * likely readings are buttons.
 */
export function InvalidRegistrationPage({ typed, reason }: InvalidRegistrationProps) {
  const labels = vehicleFetchOutcomeMessages.unreadable;
  const navigate = useNavigate();
  const [text, setText] = useState(() => Array.from(typed.trim()).slice(0, maxShownLength).join(''));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const registration = text.trim();
    if (registration !== '') void navigate(`/report?reg=${encodeURIComponent(registration)}`);
  };
  return (
    <Page width="reading">
      <PageTitle title={labels.title} />
      <Stack $gap={24} $align="start">
        <Heading level={1}>{labels.title}</Heading>
        <Form onSubmit={submit} noValidate>
          <PlateInput
            error={typeof reason === 'string' ? labels.reasons[reason] : reason.input}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <Button type="submit">{labels.check}</Button>
        </Form>
        <LookalikeRegistrationSuggestions registrations={lookalikeRegistrations(typed)} />
        <Text>{labels.nothingSent}</Text>
        <TextLink as={Link} to="/">
          {messages.searchAgain}
        </TextLink>
      </Stack>
    </Page>
  );
}
