import { PageTitle } from '@ve/mfe-kit/page-title';
import { Link, useSearchParams } from '@ve/mfe-kit/router';
import { Banner } from '@ve/ui/banner/banner';
import { ButtonLink } from '@ve/ui/button/button';
import { Page, Stack } from '@ve/ui/layout/layout';
import { Heading, Text } from '@ve/ui/text/text';
import { addressWith } from '../campaign.ts';
import { messages } from './messages.en-gb.ts';

/** `/signin`: how signing in will work, and what is available without it. */
export function SignInPage() {
  const [search] = useSearchParams();
  return (
    <Page width="step">
      <PageTitle title={messages.pageTitle} />
      <Stack $gap={24}>
        <Heading level={1}>{messages.heading}</Heading>
        <Banner tone="info" title={messages.lead}>
          {messages.body}
        </Banner>
        <Text>{messages.now}</Text>
        <div>
          <ButtonLink as={Link} to={addressWith('/signup', {}, search)}>
            {messages.action}
          </ButtonLink>
        </div>
      </Stack>
    </Page>
  );
}
