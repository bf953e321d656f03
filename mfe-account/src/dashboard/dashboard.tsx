import type { Watch } from '@ve/contracts/http/monitoring/watch';
import { lazyComponent } from '@ve/mfe-kit/lazy-component';
import { Link } from '@ve/mfe-kit/router';
import type { SessionUser } from '@ve/mfe-kit/session';
import { Slot } from '@ve/mfe-kit/slot';
import { Banner } from '@ve/ui/banner/banner';
import { Button, ButtonLink } from '@ve/ui/button/button';
import { Card } from '@ve/ui/card/card';
import { Row, Stack } from '@ve/ui/layout/layout';
import { LoadingSkeleton, Skeleton } from '@ve/ui/skeleton/skeleton';
import { MutedText, Text } from '@ve/ui/text/text';
import { media, space } from '@ve/ui/theme/theme';
import { styled } from 'styled-components';
import { useAccountReports } from '../platform/account.query.ts';
import { messages as shared } from '../platform/messages.en-gb.ts';
import { useOwnCarRegistration } from '../platform/use-own-car.ts';
import { CarSummary } from './car/car-summary.tsx';
import { messages } from './messages.en-gb.ts';
import { DashboardPanel } from './dashboard-panel.tsx';
import { PlanSummary } from './plan/plan-summary.tsx';
import { useMemberWatch } from './watch.query.ts';
import { WatchTabs } from './watch-tabs.tsx';

/** For users without a membership. */
const LatestReport = lazyComponent<{ userId: string }>(
  async () => (await import(/* webpackChunkName: 'latest-report' */ './plan/latest-report.tsx')).LatestReport,
  '9rem',
);

/**
 * The first view, on a phone too: the plan, its next charge, how to cancel, and the due dates. The slot follows the car
 * where the width allows two columns.
 */
const Glance = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-items: start;
  gap: ${space[16]};
  ${media.wide} {
    grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
    grid-template-rows: auto 1fr;
    gap: ${space[24]};
    & > :nth-child(2) {
      grid-row: span 2;
    }
  }
`;

/** The watched car, else that of the account; `watch` is undefined while it is read and null when that failed. */
function Car({ userId, watch }: { userId: string; watch: Watch | null | undefined }) {
  const own = useOwnCarRegistration(userId);
  const { data: reports } = useAccountReports(userId);
  const registration = watch?.registration ?? own;
  if (watch === undefined || registration === undefined) {
    return (
      <Card>
        <LoadingSkeleton label={shared.car.loading}>
          <Skeleton $height="16rem" />
        </LoadingSkeleton>
      </Card>
    );
  }
  if (registration === null) {
    return (
      <DashboardPanel title={shared.car.title}>
        <Text>{shared.car.none}</Text>
      </DashboardPanel>
    );
  }
  const report = reports?.find(({ registrationNumber }) => registrationNumber === registration);
  const name = [report?.vehicleMake, report?.vehicleModel].filter(Boolean).join(' ');
  return <CarSummary userId={userId} registration={registration} watch={watch} name={name === '' ? null : name} />;
}

/** The offer of a membership, for users without one. */
function ForOthers({ registration }: { registration: string | null | undefined }) {
  return (
    <DashboardPanel title={messages.others.title}>
      <Text>{messages.others.text}</Text>
      <Row>
        <ButtonLink as={Link} to={registration ? `/signup?reg=${registration}` : '/signup'}>
          {messages.others.join}
        </ButtonLink>
      </Row>
    </DashboardPanel>
  );
}

const Lapsed = () => (
  <Banner
    tone="warn"
    title={messages.lapsed.title}
    actions={
      <ButtonLink as={Link} to="/my-account" $variant="secondary">
        {messages.lapsed.again}
      </ButtonLink>
    }
  >
    {messages.lapsed.text}
  </Banner>
);

export function MemberDashboard({ user }: { user: SessionUser }) {
  const { data, error, isFetching, refetch } = useMemberWatch(user.id);
  const own = useOwnCarRegistration(user.id);
  const watch = data ?? (error === null ? undefined : null);
  const registration = watch?.registration ?? own ?? null;
  return (
    <Stack $gap={16}>
      <MutedText>{shared.signedInAs(user.email)}</MutedText>
      {watch?.state === 'lapsed' ? <Lapsed /> : null}
      <Glance>
        <Stack $gap={16}>
          <PlanSummary />
          {watch?.state === 'never' ? <LatestReport userId={user.id} /> : null}
        </Stack>
        <Car userId={user.id} watch={watch} />
        <Slot name="dashboard.after-vehicle/v1" props={{ registration }} size="11.75rem" />
      </Glance>
      {watch === undefined ? (
        <LoadingSkeleton label={messages.watch.loading}>
          <Skeleton $height="12rem" />
        </LoadingSkeleton>
      ) : null}
      {watch === null ? (
        <Banner
          tone="warn"
          role="alert"
          title={messages.watch.failedTitle}
          actions={
            <Button
              variant="secondary"
              busy={isFetching}
              busyLabel={messages.watch.loading}
              onClick={() => void refetch()}
            >
              {shared.again}
            </Button>
          }
        >
          {messages.watch.failedText}
        </Banner>
      ) : null}
      {watch?.state === 'never' ? <ForOthers registration={own} /> : null}
      {watch && watch.state !== 'never' ? <WatchTabs userId={user.id} watch={watch} /> : null}
    </Stack>
  );
}
