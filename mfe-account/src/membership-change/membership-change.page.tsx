import {
  agreeToChangeByLinkEndpoint,
  readAnnouncedChangeLinkEndpoint,
} from '@ve/contracts/http/membership/announced-changes';
import { callApi } from '@ve/mfe-kit/api';
import { EmailLinkPage } from '@ve/mfe-kit/email-link';
import { Link } from '@ve/mfe-kit/router';
import { Banner } from '@ve/ui/banner/banner';
import { ButtonLink } from '@ve/ui/button/button';
import { Row, Stack } from '@ve/ui/layout/layout';
import { AnnouncedChange } from '../platform/changes/announced-change.tsx';
import { DeadEmailLink } from '../platform/email-link-parts.tsx';
import { messages } from './messages.en-gb.ts';

const unknown = (
  <DeadEmailLink
    title={messages.unknownTitle}
    text={messages.unknownText}
    to="/my-account"
    label={messages.account}
    contact={messages.contact}
  />
);

/**
 * `/membership/change?token=`: the target of the link in the mail that announces a change. Opening it changes nothing,
 * because mail scanners open links; the button agrees without a sign-in.
 */
export function AgreeToMembershipChangePage() {
  return (
    <EmailLinkPage
      title={messages.title}
      subject="membership-change"
      read={(request) => callApi(readAnnouncedChangeLinkEndpoint, request)}
      broken={unknown}
    >
      {(answer, token) => {
        if (answer.outcome === 'unknown') return unknown;
        const { cancelled, changes } = answer;
        return (
          <Stack $gap={24}>
            {cancelled ? (
              <Banner tone="info" title={messages.cancelledTitle}>
                {messages.cancelled}
              </Banner>
            ) : changes.length === 0 ? (
              <Banner tone="info" title={messages.noneTitle}>
                {messages.none}
              </Banner>
            ) : (
              changes.map((change) => (
                <AnnouncedChange
                  key={change.id}
                  change={change}
                  agree={(id) => callApi(agreeToChangeByLinkEndpoint, { body: { token, id } })}
                  level={2}
                />
              ))
            )}
            <Row>
              <ButtonLink as={Link} to="/my-account" $variant="secondary">
                {messages.account}
              </ButtonLink>
            </Row>
          </Stack>
        );
      }}
    </EmailLinkPage>
  );
}
