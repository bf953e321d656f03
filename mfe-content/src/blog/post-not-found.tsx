import { PageTitle } from '@ve/mfe-kit/page-title';
import { Link } from '@ve/mfe-kit/router';
import { ButtonLink } from '@ve/ui/button/button';
import { Page, Stack } from '@ve/ui/layout/layout';
import { Heading, Lead } from '@ve/ui/text/text';
import { messages } from './messages.en-gb.ts';

export function PostNotFound() {
  const words = messages.article;
  return (
    <Page>
      <PageTitle title={words.notFound} />
      <Stack $gap={24} $align="start">
        <Heading level={1}>{words.notFound}</Heading>
        <Lead>{words.notFoundBody}</Lead>
        <ButtonLink as={Link} to="/blog">
          {words.back}
        </ButtonLink>
      </Stack>
    </Page>
  );
}
