import { useNavigate } from '@ve/mfe-kit/router';
import { PageTitle } from '@ve/mfe-kit/page-title';
import { Page, Stack } from '@ve/ui/layout/layout';
import { Skeleton } from '@ve/ui/skeleton/skeleton';
import { Heading } from '@ve/ui/text/text';
import { useEffect } from 'react';
import { messages } from '../messages.en-gb.ts';

/** Specification, section 9. */
const redirectAfterMs = 2_000;

/** The page without a registration in the URL: redirects to the search after two seconds. */
export function NoRegistrationPage() {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate('/', { replace: true }), redirectAfterMs);
    return () => {
      clearTimeout(timer);
    };
  }, [navigate]);
  return (
    <Page width="reading">
      <PageTitle title="Vehicle report" />
      <Stack $gap={24}>
        <Heading level={1} size="l">
          <span role="status">{messages.loading}</span>
        </Heading>
        <Skeleton $height="4rem" $width="16rem" />
        <Skeleton $height="8rem" />
      </Stack>
    </Page>
  );
}
