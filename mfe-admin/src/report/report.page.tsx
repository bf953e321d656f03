import type { ReportForStaff } from '@ve/contracts/http/operations/admin-reports';
import type { FullCheck } from '@ve/contracts/full-check';
import { additionalChecks } from '@ve/domain/full-check/additional-checks';
import { fullVdiRows } from '@ve/domain/full-check/full-vdi-rows';
import { valuationRows } from '@ve/domain/full-check/valuation';
import { freeVdiRows } from '@ve/domain/full-check/vdi-rows';
import type { VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';
import { cleanRegisterText } from '@ve/domain/kernel/text/clean-register-text';
import { formatInstant } from '@ve/domain/kernel/time/format-date';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import { Link, useParams } from '@ve/mfe-kit/router';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { FactList } from '@ve/ui/fact-list/fact-list';
import { Grid, Row, Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { Plate } from '@ve/ui/plate/plate';
import { LoadingSkeleton, Skeleton } from '@ve/ui/skeleton/skeleton';
import { Heading, MutedText, Text } from '@ve/ui/text/text';
import { isApiError, apiProblemTitleOf } from '../platform/api-problem.ts';
import { messages as areaMessages } from '../platform/messages.en-gb.ts';
import { StaffArea } from '../platform/staff-area.tsx';
import { FullCheckFacts, RegisterEntries } from './check-facts.tsx';
import { messages } from './messages.en-gb.ts';
import { SavedMotTests } from './saved-mot-tests.tsx';
import { StaffReportSection } from './part.tsx';
import { useStaffReport } from './report.query.ts';
import { savedReportFacts } from './saved-report-facts.ts';
import { StoredSourceResponse } from './stored-source-response.tsx';

const Instant = ({ at }: { at: string }) => <time dateTime={at}>{formatInstant(at)}</time>;

function About({ report }: { report: ReportForStaff }) {
  const { id, registration, vehicle, customer, createdAt, updatedAt } = report;
  const name = [vehicle.vehicleMake, vehicle.vehicleModel].flatMap((part) => cleanRegisterText(part) ?? []).join(' ');
  return (
    <StaffReportSection title={messages.about}>
      <Stack $gap={16}>
        <Row>
          <Plate registration={registration} />
          <strong>{name === '' ? messages.notKnown : name}</strong>
        </Row>
        <FactList
          columns={2}
          sources="none"
          facts={[
            {
              label: messages.customer,
              value: (
                <TextLink as={Link} to={`/admin/support/${customer.userId}`}>
                  {customer.name ?? messages.noName}
                </TextLink>
              ),
            },
            { label: messages.created, value: <Instant at={createdAt} /> },
            { label: messages.email, value: customer.email ?? messages.noEmail },
            { label: messages.updated, value: <Instant at={updatedAt} /> },
            { label: messages.customerId, value: customer.id },
            { label: messages.reportId, value: id },
          ]}
        />
        <MutedText>{messages.recorded}</MutedText>
      </Stack>
    </StaffReportSection>
  );
}

interface RecordProps {
  record: VehicleRecord;
  fullCheck: FullCheck | null;
}

function RecordSections({ record, fullCheck }: RecordProps) {
  const { licensing, testing, specification } = record;
  return (
    <>
      <StaffReportSection title={messages.sources}>
        <Grid $min="18rem" $gap={16}>
          <StoredSourceResponse section={licensing} />
          <StoredSourceResponse section={testing} />
          <StoredSourceResponse section={specification} />
        </Grid>
      </StaffReportSection>
      <StaffReportSection title={messages.checks}>
        <MutedText>{messages.checksLead}</MutedText>
        <FullCheckFacts rows={freeVdiRows({ record, today: londonDate(new Date()), fullCheck })} />
      </StaffReportSection>
      {testing.state === 'found' ? (
        <StaffReportSection title={messages.history}>
          <SavedMotTests testing={testing.data} />
        </StaffReportSection>
      ) : null}
    </>
  );
}

function FullCheckSection({ record, fullCheck }: { record: VehicleRecord | null; fullCheck: FullCheck }) {
  const { vdi, valuation, checkedAt } = fullCheck;
  const prices = valuationRows(valuation);
  return (
    <StaffReportSection title={messages.fullCheck}>
      <Stack $gap={24}>
        <Text>{messages.checkedAt(formatInstant(checkedAt))}</Text>
        <Grid $min="18rem" $gap={16}>
          <StoredSourceResponse section={vdi} part={messages.registers} />
          <StoredSourceResponse section={valuation} part={messages.valuation} />
        </Grid>
        {record === null ? null : (
          <FullCheckFacts
            // The VIN that a buyer typed is compared in their browser and not stored.
            rows={fullVdiRows(record, fullCheck).filter(({ label }) => label !== 'VIN Check')}
          />
        )}
        {additionalChecks(fullCheck).map((check) => (
          <RegisterEntries key={check.name} check={check} />
        ))}
        {prices.why === null ? (
          <Stack $gap={8}>
            <Heading level={3} size="s">
              {messages.valuation}
            </Heading>
            <Text>{prices.basis}</Text>
            <FactList
              columns={2}
              sources="none"
              facts={prices.rows.map(({ label, value }) => ({ label, value: value ?? messages.notRecorded }))}
            />
          </Stack>
        ) : null}
      </Stack>
    </StaffReportSection>
  );
}

/** All stored data of a report, read-only. */
function SavedReport({ report }: { report: ReportForStaff }) {
  const record = report.record.state === 'saved' ? report.record.value : null;
  const fullCheck = report.fullCheck.state === 'saved' ? report.fullCheck.value : null;
  return (
    <div>
      <About report={report} />
      <StaffReportSection title={messages.vehicle}>
        <FactList columns={2} sources="none" facts={savedReportFacts(report)} />
      </StaffReportSection>
      {record === null ? (
        <StaffReportSection title={messages.sources}>
          <Text>{report.record.state === 'none' ? messages.none : messages.unreadable}</Text>
        </StaffReportSection>
      ) : (
        <RecordSections record={record} fullCheck={fullCheck} />
      )}
      {fullCheck === null ? (
        <StaffReportSection title={messages.fullCheck}>
          <Text>{report.fullCheck.state === 'none' ? messages.noFullCheck : messages.unreadable}</Text>
        </StaffReportSection>
      ) : (
        <FullCheckSection record={record} fullCheck={fullCheck} />
      )}
    </div>
  );
}

function ReportById({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useStaffReport(id);
  if (data !== undefined) return <SavedReport report={data} />;
  if (error === null) {
    return (
      <LoadingSkeleton label={messages.loading}>
        <Skeleton $height="16rem" />
      </LoadingSkeleton>
    );
  }
  if (isApiError(error) && error.code === 'not-found') {
    return (
      <Stack $gap={8}>
        <Heading level={2}>{messages.notFoundTitle}</Heading>
        <Text>{messages.notFoundText}</Text>
      </Stack>
    );
  }
  return (
    <Banner
      tone="fail"
      role="alert"
      title={messages.failedTitle}
      actions={
        <Button variant="secondary" busy={isFetching} busyLabel={messages.loading} onClick={() => void refetch()}>
          {areaMessages.retry}
        </Button>
      }
    >
      {apiProblemTitleOf(error)}
    </Banner>
  );
}

/** `/admin/reports/:id`: the staff view of one saved report. */
export function StaffReportPage() {
  const { id = '' } = useParams();
  return (
    <StaffArea title={messages.title}>
      <TextLink as={Link} to="/admin?tab=reports">
        {messages.back}
      </TextLink>
      <ReportById key={id} id={id} />
    </StaffArea>
  );
}
