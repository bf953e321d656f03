import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import { lookalikeRegistrations } from '@ve/domain/kernel/registration/parse-registration';
import { Link } from '@ve/mfe-kit/router';
import { PageTitle } from '@ve/mfe-kit/page-title';
import { ButtonLink } from '@ve/ui/button/button';
import { Page, Stack } from '@ve/ui/layout/layout';
import { Plate } from '@ve/ui/plate/plate';
import { Heading, LeadText, Text } from '@ve/ui/text/text';
import { messages } from '../messages.en-gb.ts';
import { vehicleFetchOutcomeMessages } from './messages.en-gb.ts';
import { LookalikeRegistrationSuggestions } from './lookalike-suggestions.tsx';

/** The page for a vehicle of which the sources have no record. */
export function VehicleNotFoundPage({ registration, message }: { registration: string; message: string }) {
  const labels = vehicleFetchOutcomeMessages.notFound;
  return (
    <Page width="reading">
      <PageTitle title={`${labels.title}: ${formatRegistration(registration)}`} />
      <Stack $gap={24} $align="start">
        <Plate registration={registration} size="l" />
        <Stack $gap={8}>
          <Heading level={1}>{labels.title}</Heading>
          <LeadText>{message}</LeadText>
        </Stack>
        <Text>{labels.advice}</Text>
        <LookalikeRegistrationSuggestions registrations={lookalikeRegistrations(registration)} />
        <ButtonLink as={Link} to="/">
          {messages.searchAgain}
        </ButtonLink>
      </Stack>
    </Page>
  );
}
