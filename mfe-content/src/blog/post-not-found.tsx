import { PageTitle } from '@ve/mfe-kit/page-title';
import { Link } from '@ve/mfe-kit/router';
import { ButtonLink } from '@ve/ui/button/button';
import { Page, Stack } from '@ve/ui/layout/layout';
import { Heading, LeadText } from '@ve/ui/text/text';
import { messages } from './messages.en-gb.ts';

export function ArticleNotFoundPage() {
  const labels = messages.article;
  return (
    <Page>
      <PageTitle title={labels.notFound} />
      <Stack $gap={24} $align="start">
        <Heading level={1}>{labels.notFound}</Heading>
        <LeadText>{labels.notFoundBody}</LeadText>
        <ButtonLink as={Link} to="/blog">
          {labels.back}
        </ButtonLink>
      </Stack>
    </Page>
  );
}
