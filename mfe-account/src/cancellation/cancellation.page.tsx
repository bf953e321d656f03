import { PageHead } from '@ve/mfe-kit/page-head';
import { Link } from '@ve/mfe-kit/router';
import { ButtonLink } from '@ve/ui/button/button';
import { Page, Stack } from '@ve/ui/layout/layout';
import { Heading, Lead, Text } from '@ve/ui/text/text';
import { messages } from './messages.en-gb.ts';

/** `/cancellation`: every way to end a trial or membership. */
export function CancellationPage() {
  return (
    <Page width="reading">
      <PageHead title={messages.title} description={messages.description} path="/cancellation" />
      <Stack $gap={32}>
        <Stack $gap={12}>
          <Heading level={1}>{messages.title}</Heading>
          <Lead>{messages.lead}</Lead>
        </Stack>
        {messages.ways.map((way, index) => (
          <Stack key={way.title} $gap={12} $align="start">
            <Heading level={2}>{way.title}</Heading>
            <Text>{way.text}</Text>
            {'to' in way ? (
              <ButtonLink as={Link} to={way.to} {...(index === 0 ? {} : { $variant: 'secondary' })}>
                {way.action}
              </ButtonLink>
            ) : null}
          </Stack>
        ))}
      </Stack>
    </Page>
  );
}
