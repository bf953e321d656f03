import { PageHead } from '@ve/mfe-kit/page-head';
import { Link } from '@ve/mfe-kit/router';
import { ButtonLink } from '@ve/ui/button/button';
import { Page, Row, Stack } from '@ve/ui/layout/layout';
import { Heading, Lead, Text } from '@ve/ui/text/text';
import { messages } from './messages.en-gb.ts';

/** `/cancellation`: while memberships are not on sale, says so instead of offering a search with no results. */
export function CancellationPage() {
  return (
    <Page width="reading">
      <PageHead title={messages.title} description={messages.description} path="/cancellation" />
      <Stack $align="start">
        <Heading level={1}>{messages.title}</Heading>
        <Lead>{messages.lead}</Lead>
        <Text>{messages.text}</Text>
        <Row>
          <ButtonLink as={Link} to="/contact?type=general">
            {messages.contact}
          </ButtonLink>
          <ButtonLink as={Link} to="/" $variant="secondary">
            {messages.home}
          </ButtonLink>
        </Row>
      </Stack>
    </Page>
  );
}
