import { PageTitle } from '@ve/mfe-kit/page-title';
import { Link, useLocation } from '@ve/mfe-kit/router';
import { ButtonLink } from '@ve/ui/button/button';
import { Page, Stack } from '@ve/ui/layout/layout';
import { Heading, LeadText } from '@ve/ui/text/text';
import { useEffect } from 'react';
import { messages } from './messages.en-gb.ts';

/** The road sign for a dead end. */
function NoThroughRoad() {
  return (
    <svg width="88" height="88" viewBox="0 0 88 88" aria-hidden="true" focusable="false">
      <rect x="2" y="2" width="84" height="84" rx="8" fill="var(--ve-plate-band)" />
      <rect x="5.5" y="5.5" width="77" height="77" rx="5" fill="none" stroke="#fff" strokeWidth="2" />
      <path d="M37 40h14v42H37z" fill="#fff" />
      <path d="M22 24h44v16H22z" fill="#b3161b" stroke="#fff" strokeWidth="3" />
    </svg>
  );
}

/** The page for every unknown path. */
export function NotFoundPage() {
  const { pathname } = useLocation();
  useEffect(() => {
    console.error(`404: ${messages.notFound.log} ${pathname}`);
  }, [pathname]);
  return (
    <Page>
      <PageTitle title={messages.notFound.title} />
      <Stack $gap={24} $align="start">
        <NoThroughRoad />
        <Heading level={1}>{messages.notFound.title}</Heading>
        <LeadText>{messages.notFound.body}</LeadText>
        <ButtonLink as={Link} to="/">
          {messages.notFound.action}
        </ButtonLink>
      </Stack>
    </Page>
  );
}
