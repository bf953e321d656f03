import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import { lookalikeRegistrations } from '@ve/domain/kernel/registration/parse-registration';
import { Link } from '@ve/mfe-kit/router';
import { PageTitle } from '@ve/mfe-kit/page-title';
import { ButtonLink } from '@ve/ui/button/button';
import { Page, Stack } from '@ve/ui/layout/layout';
import { Plate } from '@ve/ui/plate/plate';
import { Heading, Lead, Text } from '@ve/ui/text/text';
import { messages } from '../messages.en-gb.ts';
import { outcomeMessages } from './messages.en-gb.ts';
import { Suggestions } from './suggestions.tsx';

/** The page for a vehicle of which the sources have no record. */
export function NotFound({ registration, message }: { registration: string; message: string }) {
  const words = outcomeMessages.notFound;
  return (
    <Page width="reading">
      <PageTitle title={`${words.title}: ${formatRegistration(registration)}`} />
      <Stack $gap={24} $align="start">
        <Plate registration={registration} size="l" />
        <Stack $gap={8}>
          <Heading level={1}>{words.title}</Heading>
          <Lead>{message}</Lead>
        </Stack>
        <Text>{words.advice}</Text>
        <Suggestions registrations={lookalikeRegistrations(registration)} />
        <ButtonLink as={Link} to="/">
          {messages.searchAgain}
        </ButtonLink>
      </Stack>
    </Page>
  );
}
