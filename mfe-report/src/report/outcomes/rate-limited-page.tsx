import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import { Link } from '@ve/mfe-kit/router';
import { PageTitle } from '@ve/mfe-kit/page-title';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { TextLink } from '@ve/ui/link/link-style';
import { Page, Stack } from '@ve/ui/layout/layout';
import { Plate } from '@ve/ui/plate/plate';
import { Heading, Text } from '@ve/ui/text/text';
import { messages } from '../messages.en-gb.ts';
import { vehicleFetchOutcomeMessages } from './messages.en-gb.ts';

export interface RateLimitedProps {
  registration: string;
  /** The service's message: overloaded, or too many requests from this visitor. */
  reason: string;
  onTryAgain: () => void;
}

/** The page when the service accepts no more checks. Nothing was looked up, so there is no sample either. */
export function RateLimitedPage({ registration, reason, onTryAgain }: RateLimitedProps) {
  const labels = vehicleFetchOutcomeMessages.busy;
  return (
    <Page width="reading">
      <PageTitle title={`${labels.title}: ${formatRegistration(registration)}`} />
      <Stack $gap={24} $align="start">
        <Plate registration={registration} size="l" />
        <Heading level={1}>{labels.title}</Heading>
        <Banner tone="warn" role="alert">
          {reason}
        </Banner>
        <Text>{labels.advice}</Text>
        <Button onClick={onTryAgain}>{messages.tryAgain}</Button>
        <TextLink as={Link} to="/">
          {messages.searchAgain}
        </TextLink>
      </Stack>
    </Page>
  );
}
