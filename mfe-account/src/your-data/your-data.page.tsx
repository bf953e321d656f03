import { MemberNavigation } from '@ve/mfe-kit/member-navigation';
import { PageTitle } from '@ve/mfe-kit/page-title';
import { Link } from '@ve/mfe-kit/router';
import type { SessionUser } from '@ve/mfe-kit/session';
import { Page, Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { Heading, LeadText } from '@ve/ui/text/text';
import { LoadedList } from '../platform/list-states.tsx';
import { RequireSignedIn } from '../platform/require-signed-in.tsx';
import { StoredDataCopies } from './stored-data-copies.tsx';
import { RequestAccountDeletion } from './delete-account.tsx';
import { PersonalDetailsForm, personalDetailsFormId } from './details-form.tsx';
import { EmailChange } from './email-change.tsx';
import { useState } from 'react';
import { messages } from './messages.en-gb.ts';
import { useProfile } from './your-data.query.ts';

function Content({ user: { id: userId, email } }: { user: SessionUser }) {
  const query = useProfile(userId);
  const [elsewhere, setElsewhere] = useState(false);
  return (
    <Stack
      $gap={48}
      onClickCapture={({ target }) =>
        setElsewhere(!(target instanceof Element && target.closest(`#${personalDetailsFormId}`) !== null))
      }
    >
      <LoadedList query={query} labels={messages.profile} height="59rem">
        {(profile) => (
          <div>
            <PersonalDetailsForm profile={profile} userId={userId} elsewhere={elsewhere} />
            <EmailChange profile={profile} userId={userId} />
          </div>
        )}
      </LoadedList>
      <div>
        <StoredDataCopies userId={userId} />
        <RequestAccountDeletion email={email} />
      </div>
      <p>
        <TextLink as={Link} to="/my-account">
          {messages.account}
        </TextLink>
      </p>
    </Stack>
  );
}

/**
 * `/your-data`: the customer's details, to correct them, a copy of all stored data, and the deletion of the account.
 */
export function YourDataPage() {
  return (
    <Page width="step">
      <PageTitle title={messages.title} />
      <Stack $gap={32}>
        <MemberNavigation />
        <Stack $gap={8}>
          <Heading level={1}>{messages.title}</Heading>
          <LeadText>{messages.lead}</LeadText>
        </Stack>
        <RequireSignedIn>{(user) => <Content user={user} />}</RequireSignedIn>
      </Stack>
    </Page>
  );
}
