import { MemberNavigation } from '@ve/mfe-kit/member-navigation';
import { PageTitle } from '@ve/mfe-kit/page-title';
import { Page, Stack } from '@ve/ui/layout/layout';
import { Heading } from '@ve/ui/text/text';
import { RequireSignedIn } from '../platform/require-signed-in.tsx';
import { MemberDashboard } from './dashboard.tsx';
import { messages } from './messages.en-gb.ts';

/** `/dashboard`: the customer's car with its due dates, their plan, and what the membership watches and sends. */
export function MemberDashboardPage() {
  return (
    <Page>
      <PageTitle title={messages.title} />
      <Stack $gap={16}>
        <MemberNavigation />
        <Heading level={1}>{messages.title}</Heading>
        <RequireSignedIn>{(user) => <MemberDashboard user={user} />}</RequireSignedIn>
      </Stack>
    </Page>
  );
}
