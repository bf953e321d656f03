import type { Subscription } from '@ve/contracts/http/membership/subscription';
import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import { PageTitle } from '@ve/mfe-kit/page-title';
import { Link } from '@ve/mfe-kit/router';
import { Banner } from '@ve/ui/banner/banner';
import { ButtonLink } from '@ve/ui/button/button';
import { Heading } from '@ve/ui/text/text';
import { messages } from './messages.en-gb.ts';

const labels = messages.member;

/**
 * A present or former membership, which excludes a second sign-up. `due`: its charge is pending; `late`: it was not
 * made in time.
 */
export type PresentMembershipKind = 'running' | 'due' | 'late' | 'unpaid' | 'ended';

export function presentMembershipKindOf({
  state,
  nextCharge,
}: Pick<Subscription, 'state' | 'nextCharge'>): PresentMembershipKind | null {
  switch (state) {
    case 'none':
      return null;
    case 'trial':
    case 'active':
      return 'running';
    case 'charge-due':
      return nextCharge?.timing === 'due' ? 'due' : 'late';
    case 'expired':
      return 'late';
    case 'past-due':
      return 'unpaid';
    case 'cancelled':
      return 'ended';
  }
}

interface MemberNoticeProps {
  kind: PresentMembershipKind;
  /** The vehicle of the membership. */
  registration: string | null;
  /** Whether the notice is the only content of the step. */
  alone: boolean;
}

/** Leads a member to the report, and a former one to rejoin, instead of to a second trial. */
export function PresentMembershipNotice({ kind, registration, alone }: MemberNoticeProps) {
  const report =
    alone && kind !== 'ended' && registration !== null ? (
      <ButtonLink as={Link} to={`/report?reg=${registration}`}>
        {labels.report(formatRegistration(registration))}
      </ButtonLink>
    ) : null;
  const { title, body, account } = labels[kind];
  return (
    <>
      {alone ? (
        <>
          <PageTitle title={title} />
          <Heading level={1} tabIndex={-1}>
            {title}
          </Heading>
        </>
      ) : null}
      <Banner
        tone="info"
        role="status"
        title={alone ? undefined : title}
        actions={
          <>
            {report}
            <ButtonLink
              as={Link}
              to={kind === 'unpaid' ? '/my-account?fix=card' : '/my-account'}
              $variant={alone && report === null ? 'primary' : 'secondary'}
            >
              {account}
            </ButtonLink>
          </>
        }
      >
        {body}
      </Banner>
    </>
  );
}
