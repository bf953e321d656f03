import type { CustomerFile } from '@ve/contracts/http/admin-customers';
import { formatInstant } from '@ve/domain/time/format-date';
import { FormFailure } from '@ve/mfe-kit/form-failure';
import { Link, useParams } from '@ve/mfe-kit/router';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { Grid, Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { Loading, Skeleton } from '@ve/ui/skeleton/skeleton';
import { Heading, Text } from '@ve/ui/text/text';
import { messages as shared } from '../platform/messages.en-gb.ts';
import { StaffArea } from '../platform/staff-area.tsx';
import { PersonFacts, PlanFacts } from './customer-facts.tsx';
import {
  Cancellations,
  Charges,
  Checks,
  Consents,
  Jobs,
  Mails,
  Reports,
  Requests,
  Sessions,
} from './customer-lists.tsx';
import { messages } from './messages.en-gb.ts';
import { CustomerSection } from './section.tsx';
import { useCustomer } from './support.query.ts';

/** Checked by its code: the class is another one in each remote. */
const isUnknown = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'not-found';

interface FileProps {
  file: CustomerFile;
  busy: boolean;
  retry: () => void;
}

function File({ file, ...again }: FileProps) {
  const { person, plan, charges, vehicles, mails, jobs, requests, sessions, consents } = file;
  return (
    <Stack $gap={32}>
      <Stack $gap={12}>
        <Heading level={2} size="m">
          {person.name ?? person.email}
        </Heading>
        {person.deletingSince === null ? null : (
          <Banner tone="warn" title={messages.deleting}>
            {messages.deletingText(formatInstant(person.deletingSince))}
          </Banner>
        )}
      </Stack>
      <Grid $min="24rem">
        <CustomerSection title={messages.person.title} data={person} {...again}>
          {(data) => <PersonFacts person={data} />}
        </CustomerSection>
        <CustomerSection title={messages.plan.title} data={plan} {...again}>
          {(data) => <PlanFacts plan={data} />}
        </CustomerSection>
      </Grid>
      <CustomerSection title={messages.charges.title} data={charges} {...again}>
        {(data) => <Charges charges={data} />}
      </CustomerSection>
      <CustomerSection title={messages.checks.title} data={vehicles} {...again}>
        {({ checks }) => <Checks checks={checks} />}
      </CustomerSection>
      <CustomerSection title={messages.cancellations.title} data={requests} {...again}>
        {({ cancellations }) => <Cancellations cancellations={cancellations} />}
      </CustomerSection>
      <CustomerSection title={messages.requests.title} data={requests} {...again}>
        {({ others }) => <Requests requests={others} />}
      </CustomerSection>
      <CustomerSection title={messages.mails.title} data={mails} {...again}>
        {(data) => <Mails mails={data} />}
      </CustomerSection>
      <CustomerSection title={messages.jobs.title} data={jobs} {...again}>
        {(data) => <Jobs jobs={data} />}
      </CustomerSection>
      <CustomerSection title={messages.sessions.title} data={sessions} {...again}>
        {(data) => <Sessions sessions={data} />}
      </CustomerSection>
      <CustomerSection title={messages.reports.title} data={vehicles} {...again}>
        {({ reports }) => <Reports reports={reports} />}
      </CustomerSection>
      <CustomerSection title={messages.consents.title} data={consents} {...again}>
        {(data) => <Consents consents={data} />}
      </CustomerSection>
    </Stack>
  );
}

function Customer({ userId }: { userId: string }) {
  const { data, error, isFetching, refetch } = useCustomer(userId);
  const retry = () => void refetch();
  // What was read before stays while it is read again, and when that fails.
  const failure = error === null ? null : <FormFailure title={messages.failed} error={error} />;
  if (data !== undefined) {
    return (
      <>
        {failure}
        <File file={data} busy={isFetching} retry={retry} />
      </>
    );
  }
  if (failure === null) {
    return (
      <Loading label={messages.loading}>
        <Stack $gap={16}>
          <Skeleton $height="2rem" $width="20rem" />
          <Skeleton $height="16rem" />
          <Skeleton $height="8rem" />
        </Stack>
      </Loading>
    );
  }
  if (isUnknown(error)) {
    return (
      <Stack $gap={8}>
        <Heading level={2} size="m">
          {messages.unknownTitle}
        </Heading>
        <Text>{messages.unknownText}</Text>
      </Stack>
    );
  }
  return (
    <Stack $gap={12} $align="start">
      {failure}
      <Button variant="secondary" busy={isFetching} busyLabel={messages.loading} onClick={retry}>
        {shared.retry}
      </Button>
    </Stack>
  );
}

/** `/admin/support/:userId`: everything about a customer. Its title names nobody: titles stay in histories. */
export function CustomerPage() {
  const { userId = '' } = useParams();
  return (
    <StaffArea title={messages.customerTitle}>
      <p>
        <TextLink as={Link} to="/admin/support">
          {messages.back}
        </TextLink>
      </p>
      <Customer key={userId} userId={userId} />
    </StaffArea>
  );
}
