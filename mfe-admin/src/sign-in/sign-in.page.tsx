import { PageTitle } from '@ve/mfe-kit/page-title';
import { Link } from '@ve/mfe-kit/router';
import { ButtonLink } from '@ve/ui/button/button';
import { Page, Stack } from '@ve/ui/layout/layout';
import { Heading, Text } from '@ve/ui/text/text';
import { messages } from './messages.en-gb.ts';

/** `/admin/signin`: says plainly that staff cannot sign in yet. */
export function SignInPage() {
  return (
    <Page width="reading">
      <PageTitle title={messages.title} />
      <Stack $align="start">
        <Heading level={1}>{messages.title}</Heading>
        <Text>{messages.text}</Text>
        <ButtonLink as={Link} to="/">
          {messages.home}
        </ButtonLink>
      </Stack>
    </Page>
  );
}
