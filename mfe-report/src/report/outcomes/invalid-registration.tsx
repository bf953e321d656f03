import { lookalikeRegistrations } from '@ve/domain/kernel/registration/parse-registration';
import { Link } from '@ve/mfe-kit/router';
import { PageTitle } from '@ve/mfe-kit/page-title';
import { Banner } from '@ve/ui/banner/banner';
import { ButtonLink } from '@ve/ui/button/button';
import { Page, Stack } from '@ve/ui/layout/layout';
import { Heading, Text } from '@ve/ui/text/text';
import { messages } from '../messages.en-gb.ts';
import { outcomeMessages } from './messages.en-gb.ts';
import { Suggestions } from './suggestions.tsx';

const maxShownLength = 40;

export interface InvalidRegistrationProps {
  typed: string;
  /** Why it was rejected: by its format, or with the service's message. */
  reason: keyof typeof outcomeMessages.unreadable.reasons | { input: string };
}

/** The page for input that is not a valid registration, for which no request is sent. */
export function InvalidRegistration({ typed, reason }: InvalidRegistrationProps) {
  const words = outcomeMessages.unreadable;
  const shown = Array.from(typed.trim());
  return (
    <Page width="reading">
      <PageTitle title={words.title} />
      <Stack $gap={24} $align="start">
        <Heading level={1}>{words.title}</Heading>
        <Banner tone="warn">{typeof reason === 'string' ? words.reasons[reason] : reason.input}</Banner>
        <Text>
          {words.typed}:{' '}
          <strong translate="no">
            {shown.slice(0, maxShownLength).join('')}
            {shown.length > maxShownLength ? '…' : ''}
          </strong>
          . {words.nothingSent}
        </Text>
        <Suggestions registrations={lookalikeRegistrations(typed)} />
        <ButtonLink as={Link} to="/">
          {messages.searchAgain}
        </ButtonLink>
      </Stack>
    </Page>
  );
}
