import type { Subscription } from '@ve/contracts/http/subscription';
import { PageTitle } from '@ve/mfe-kit/page-title';
import { Link } from '@ve/mfe-kit/router';
import type { SessionUser } from '@ve/mfe-kit/session';
import { useSubscription } from '@ve/mfe-kit/subscription';
import { ButtonLink } from '@ve/ui/button/button';
import { Card } from '@ve/ui/card/card';
import { Grid, Page, Row, Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { Plate } from '@ve/ui/plate/plate';
import { Loading, Skeleton } from '@ve/ui/skeleton/skeleton';
import { Heading, Lead, Muted, Text } from '@ve/ui/text/text';
import { type ReactNode, useId } from 'react';
import { useLeaving } from '../platform/leaving/use-leaving.tsx';
import { useReports } from '../platform/account.query.ts';
import { CarPanel } from '../platform/car-panel.tsx';
import { messages as shared } from '../platform/messages.en-gb.ts';
import { PlanBadge } from '../platform/plan-badge.tsx';
import { SignedIn } from '../platform/signed-in.tsx';
import { messages } from './messages.en-gb.ts';

function Panel({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <Card as="section" aria-labelledby={id}>
      <Stack $gap={16}>
        <Row $justify="between">
          <Heading level={2} size="m" id={id}>
            {title}
          </Heading>
          {aside}
        </Row>
        {children}
      </Stack>
    </Card>
  );
}

function charges({ state, nextCharge, endsAt }: Subscription): string {
  if (state === 'none') return messages.noCharge;
  if (state === 'past-due') return messages.unpaid;
  if (nextCharge !== null) return messages.charge(nextCharge.pence, nextCharge.at);
  if (endsAt === null) return messages.noCharge;
  return `${state === 'cancelled' ? messages.ended(endsAt) : messages.ends(endsAt)} ${messages.noCharge}`;
}

function Plan({ subscription }: { subscription: Subscription }) {
  const { state, credits } = subscription;
  const { news, isTold, cancel, keep, question } = useLeaving(subscription);
  return (
    <>
      {news}
      {isTold ? null : <Text>{charges(subscription)}</Text>}
      {state === 'active' ? <Text>{messages.checks(credits)}</Text> : null}
      {keep}
      {cancel === null ? null : <Row>{cancel}</Row>}
      {question}
    </>
  );
}

function PlanSummary() {
  const { status, subscription } = useSubscription();
  const { state } = subscription;
  const known = status === 'ready' || (status === 'error' && state !== 'none');
  return (
    <Panel title={messages.plan} aside={known ? <PlanBadge {...subscription} /> : null}>
      {status === 'loading' ? (
        <Loading label={messages.planLoading}>
          <Skeleton $height="1.5rem" />
        </Loading>
      ) : null}
      {status === 'error' ? <Text>{messages.planFailed}</Text> : null}
      {known ? <Plan subscription={subscription} /> : null}
      <TextLink as={Link} to={state === 'past-due' ? '/my-account?fix=card' : '/my-account'}>
        {state === 'past-due' ? messages.fix : messages.account}
      </TextLink>
    </Panel>
  );
}

function LatestReport({ userId }: { userId: string }) {
  const { data, error } = useReports(userId);
  const latest = data?.[0];
  const name = [latest?.vehicleMake, latest?.vehicleModel].filter(Boolean).join(' ');
  return (
    <Panel title={messages.report} aside={latest ? <Plate registration={latest.registrationNumber} size="s" /> : null}>
      {data === undefined && error === null ? (
        <Loading label={messages.reportLoading}>
          <Skeleton $height="1.5rem" />
        </Loading>
      ) : null}
      {data === undefined && error !== null ? <Text>{messages.reportFailed}</Text> : null}
      {data?.length === 0 ? (
        <>
          <Text>{messages.noReport}</Text>
          <Row>
            <ButtonLink as={Link} to="/">
              {messages.checkVehicle}
            </ButtonLink>
          </Row>
        </>
      ) : null}
      {latest ? (
        <>
          {name === '' ? null : <Text>{name}</Text>}
          <Muted>{messages.createdOn(latest.createdAt)}</Muted>
          <TextLink as={Link} to={`/report?reg=${latest.registrationNumber}`}>
            {messages.open}
          </TextLink>
        </>
      ) : null}
    </Panel>
  );
}

const Dashboard = ({ user }: { user: SessionUser }) => (
  <Stack $gap={24}>
    <Lead>{shared.signedInAs(user.email)}</Lead>
    <Grid $min="20rem">
      <CarPanel userId={user.id} />
      <PlanSummary />
      <LatestReport userId={user.id} />
    </Grid>
  </Stack>
);

/** `/dashboard`: the customer's car, what is due for it, and their plan. */
export function DashboardPage() {
  return (
    <Page>
      <PageTitle title={messages.title} />
      <Stack $gap={16}>
        <Heading level={1}>{messages.title}</Heading>
        <SignedIn>{(user) => <Dashboard user={user} />}</SignedIn>
      </Stack>
    </Page>
  );
}
