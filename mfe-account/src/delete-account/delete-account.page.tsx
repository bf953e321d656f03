import {
  confirmAccountDeletionByLinkEndpoint,
  type AccountDeletionConfirmationOutcome,
  type AccountDeletionLinkState,
  readAccountDeletionLinkEndpoint,
} from '@ve/contracts/http/privacy/account-deletion';
import { callApi } from '@ve/mfe-kit/api';
import { EmailLinkPage } from '@ve/mfe-kit/email-link';
import { FocusedResult } from '@ve/mfe-kit/focused-result';
import { Link } from '@ve/mfe-kit/router';
import { useRefreshSession } from '@ve/mfe-kit/session';
import { useFormSubmission } from '@ve/mfe-kit/use-form-submission';
import { Banner } from '@ve/ui/banner/banner';
import { ButtonLink } from '@ve/ui/button/button';
import { Section, Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { Text } from '@ve/ui/text/text';
import { space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { DeadEmailLink, EmailLinkAction } from '../platform/email-link-parts.tsx';
import { messages } from './messages.en-gb.ts';

/* Doubled specificity, because the theme removes the markers of every list with a class. */
const Points = styled.ul`
  && {
    display: grid;
    gap: ${space[8]};
    padding-left: ${space[24]};
    list-style: disc;
  }
`;

type Found = Extract<AccountDeletionLinkState, { outcome: 'found' }>;

const expired = (
  <DeadEmailLink
    title={messages.expiredTitle}
    text={messages.expiredText}
    to="/your-data"
    label={messages.yourData}
    contact={messages.contact}
  />
);

/** `pence`: the amount refunded; undefined where it is not known. */
const Done = ({ pence = 0 }: { pence?: number | undefined }) => (
  <Banner tone="pass" role="status" title={messages.doneTitle}>
    {messages.doneText(pence)}
  </Banner>
);

const staff = (
  <Banner tone="warn" role="status" title={messages.staffTitle}>
    {messages.staffText}
  </Banner>
);

function Membership({ membership }: Pick<Found, 'membership'>) {
  if (membership === null) return <li>{messages.noMembership}</li>;
  const { registration, refund } = membership;
  return (
    <>
      <li>{messages.membership(registration)}</li>
      <li>{messages.refunds[refund.kind](refund)}</li>
    </>
  );
}

function Offer({ link, token }: { link: Found; token: string }) {
  const refreshSession = useRefreshSession();
  const { submission, submit } = useFormSubmission<string, AccountDeletionConfirmationOutcome>(async (given) => {
    const answer = await callApi(confirmAccountDeletionByLinkEndpoint, { body: { token: given } });
    // This browser may have been signed in to the deleted account.
    refreshSession();
    return answer;
  });
  if (submission.state === 'done') {
    const { outcome } = submission.answer;
    if (outcome === 'staff') return <FocusedResult>{staff}</FocusedResult>;
    return (
      <FocusedResult>
        {outcome === 'confirmed' ? <Done pence={link.membership?.refund.pence} /> : expired}
      </FocusedResult>
    );
  }
  return (
    <Stack $gap={24}>
      <Text>{messages.account(link.emailHint)}</Text>
      <div>
        <Section title={messages.happens}>
          <Points>
            <Membership membership={link.membership} />
            <li>{messages.goes}</li>
            <li>{messages.signedOut}</li>
          </Points>
        </Section>
        <Section title={messages.kept}>
          <Points>
            <li>{messages.payments}</li>
            <li>{messages.contracts}</li>
            <li>{messages.nameless}</li>
            <li>{messages.hashes}</li>
            <li>{messages.backups}</li>
          </Points>
        </Section>
      </div>
      <Text>
        {messages.download}
        <TextLink as={Link} to="/your-data">
          {messages.downloadLink}
        </TextLink>
        .
      </Text>
      <EmailLinkAction
        submission={submission}
        failed={messages.notDeleted}
        action={messages.action}
        busyLabel={messages.busy}
        onPress={() => void submit(token)}
      >
        <ButtonLink as={Link} to="/my-account" $variant="secondary">
          {messages.keep}
        </ButtonLink>
      </EmailLinkAction>
    </Stack>
  );
}

/**
 * `/your-data/delete?token=`: the target of the link in the mail. Opening it changes nothing, because mail scanners
 * open links; it shows the consequences, and the button deletes without a sign-in.
 */
export function DeleteAccountByLinkPage() {
  return (
    <EmailLinkPage
      title={messages.title}
      subject="account-deletion"
      read={(request) => callApi(readAccountDeletionLinkEndpoint, request)}
      broken={expired}
    >
      {(link, token) => {
        if (link.outcome === 'found') return <Offer link={link} token={token} />;
        return link.outcome === 'confirmed' ? <Done /> : expired;
      }}
    </EmailLinkPage>
  );
}
