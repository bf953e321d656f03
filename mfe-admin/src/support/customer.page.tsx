import type { CustomerSupportFile } from '@ve/contracts/http/operations/admin-customers';
import { formatInstant } from '@ve/domain/kernel/time/format-date';
import { FocusedResult } from '@ve/mfe-kit/focused-result';
import { Link, useParams } from '@ve/mfe-kit/router';
import { Slot } from '@ve/mfe-kit/slot';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { Grid, Row, Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { LoadingSkeleton, Skeleton } from '@ve/ui/skeleton/skeleton';
import { Heading, Text } from '@ve/ui/text/text';
import { useState } from 'react';
import { apiProblemCodeOf, apiProblemTitleOf } from '../platform/api-problem.ts';
import { ReadFailureBanner } from '../platform/read-failure-banner.tsx';
import { StaffArea } from '../platform/staff-area.tsx';
import { SupportActionDialog } from './customer-action-dialog.tsx';
import { messages as actionMessages } from './action-messages.en-gb.ts';
import type { SupportAction, SupportActionResult } from './action.types.ts';
import { supportActionsForCustomer } from './actions.ts';
import { CustomerPersonFacts, CustomerPlanFacts } from './customer-facts.tsx';
import { CustomerCancellations } from './customer-cancellations.tsx';
import { CustomerCharges } from './customer-charges.tsx';
import { CustomerConsents } from './customer-consents.tsx';
import { CustomerJobs } from './customer-jobs.tsx';
import { CustomerMails } from './customer-mails.tsx';
import { CustomerTextMessages } from './customer-texts.tsx';
import { CustomerRequests } from './customer-requests.tsx';
import { CustomerSessions } from './customer-sessions.tsx';
import { CustomerFullChecks, CustomerReports } from './vehicles.tsx';
import { messages } from './messages.en-gb.ts';
import { CustomerSection } from './section.tsx';
import { useCustomer } from './support.query.ts';

interface FileProps {
  file: CustomerSupportFile;
  busy: boolean;
  retry: () => void;
}

function File({ file, ...again }: FileProps) {
  const [open, setOpen] = useState<SupportAction | null>(null);
  const [done, setDone] = useState<(SupportActionResult & { count: number }) | null>(null);
  const actions = supportActionsForCustomer(file);
  const button = (action: SupportAction | null | undefined, label?: string) =>
    action == null ? null : (
      <Button
        variant={action.requiresEmail ? 'danger' : 'secondary'}
        {...(label === undefined ? {} : { 'aria-label': label })}
        onClick={() => {
          setOpen(action);
        }}
      >
        {action.label}
      </Button>
    );
  const { person, plan, charges, vehicles, mails, texts, jobs, requests, sessions, consents } = file;
  const answers = (
    <TextLink as={Link} to="/admin/cases">
      {messages.requests.answer}
    </TextLink>
  );
  return (
    <Stack $gap={32}>
      <Stack $gap={12}>
        <Heading level={2} size="m">
          {person.name ?? person.email}
        </Heading>
        {open === null ? null : (
          <SupportActionDialog
            action={open}
            onClose={() => {
              setOpen(null);
            }}
            onDone={(outcome) => {
              setDone({ ...(open.results[outcome] ?? actionMessages.unknown), count: (done?.count ?? 0) + 1 });
              setOpen(null);
              again.retry();
            }}
          />
        )}
        {done === null ? null : (
          <FocusedResult key={done.count}>
            <Banner tone={done.tone} role="status" title={done.text} />
          </FocusedResult>
        )}
        {person.deletingSince === null ? null : (
          <Banner tone="warn" title={messages.deleting}>
            {messages.deletingText(formatInstant(person.deletingSince))}
          </Banner>
        )}
        <Row>
          {button(actions?.link)}
          {button(actions?.copy)}
          {button(actions?.remove)}
        </Row>
      </Stack>
      <Grid $min="24rem">
        <CustomerSection title={messages.person.title} data={person} {...again}>
          {(data) => <CustomerPersonFacts person={data} />}
        </CustomerSection>
        <CustomerSection title={messages.plan.title} data={plan} {...again}>
          {(data) => (
            <>
              <CustomerPlanFacts plan={data} />
              <Row>
                {button(actions?.credit)}
                {button(actions?.cancel)}
              </Row>
            </>
          )}
        </CustomerSection>
      </Grid>
      <CustomerSection title={messages.charges.title} data={charges} {...again}>
        {(data) => <CustomerCharges charges={data} />}
      </CustomerSection>
      <CustomerSection title={messages.checks.title} data={vehicles} {...again}>
        {({ checks }) => <CustomerFullChecks checks={checks} />}
      </CustomerSection>
      <CustomerSection title={messages.cancellations.title} data={requests} {...again}>
        {({ cancellations }) => <CustomerCancellations cancellations={cancellations} />}
      </CustomerSection>
      <CustomerSection title={messages.requests.title} data={requests} action={answers} {...again}>
        {({ others }) => <CustomerRequests requests={others} />}
      </CustomerSection>
      <CustomerSection title={messages.mails.title} data={mails} action={button(actions?.mails)} {...again}>
        {(data) => <CustomerMails mails={data} />}
      </CustomerSection>
      <CustomerSection title={messages.texts.title} data={texts} {...again}>
        {(data) => <CustomerTextMessages texts={data} />}
      </CustomerSection>
      <CustomerSection title={messages.jobs.title} data={jobs} {...again}>
        {(data) => <CustomerJobs jobs={data} />}
      </CustomerSection>
      <CustomerSection title={messages.sessions.title} data={sessions} action={button(actions?.sessions)} {...again}>
        {(data) => (
          <CustomerSessions
            sessions={data}
            action={(session) => button(actions?.endSession(session), messages.sessions.endOf(session.device))}
          />
        )}
      </CustomerSection>
      <CustomerSection title={messages.reports.title} data={vehicles} {...again}>
        {({ reports }) => <CustomerReports reports={reports} />}
      </CustomerSection>
      {vehicles === null || vehicles.reports.length === 0 ? null : (
        <Slot
          name="staff-customer.after-reports/v1"
          props={{
            userId: person.userId,
            reports: vehicles.reports.map(({ id, registration, savedAt }) => ({ id, registration, savedAt })),
          }}
          size="12rem"
          fallback={messages.reports.verdictsDown}
        />
      )}
      <CustomerSection title={messages.consents.title} data={consents} {...again}>
        {(data) => <CustomerConsents consents={data} />}
      </CustomerSection>
    </Stack>
  );
}

function Customer({ userId }: { userId: string }) {
  const { data, error, isFetching, refetch } = useCustomer(userId);
  const retry = () => void refetch();
  // The last data stay while they are refetched, and when that fails.
  const failure =
    error === null ? null : (
      <ReadFailureBanner title={messages.failed} busy={isFetching} again={retry}>
        {apiProblemTitleOf(error)}
      </ReadFailureBanner>
    );
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
      <LoadingSkeleton label={messages.loading}>
        <Stack $gap={16}>
          <Skeleton $height="2rem" $width="20rem" />
          <Skeleton $height="16rem" />
          <Skeleton $height="8rem" />
        </Stack>
      </LoadingSkeleton>
    );
  }
  if (apiProblemCodeOf(error) === 'not-found') {
    return (
      <Stack $gap={8}>
        <Heading level={2} size="m">
          {messages.unknownTitle}
        </Heading>
        <Text>{messages.unknownText}</Text>
      </Stack>
    );
  }
  return failure;
}

/**
 * `/admin/support/:userId`: all data about a customer. Its title does not name them, since browsers keep titles in
 * their history.
 */
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
