import ExternalLink from 'lucide-react/icons/external-link';
import { motState } from '@ve/domain/vehicle/mot/mot-state';
import { motBasisText } from '@ve/domain/vehicle/mot/mot-messages';
import { roadStatusOf } from '@ve/domain/vehicle/record/road-status';
import { missingReasonText } from '@ve/domain/vehicle/record/source-messages';
import {
  taxEndsAtSaleNote,
  motStateLabel,
  taxOrMotStateTone,
  taxStateLabel,
  type DatumTone,
} from '@ve/domain/vehicle/facts/state-labels';
import type { SourceName, VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import { taxOfRecord } from '@ve/domain/vehicle/tax/tax-of-record';
import { formatDate } from '@ve/domain/kernel/time/format-date';
import type { ReportInput } from '@ve/domain/vehicle/record/report-input';
import { lazyComponent } from '@ve/mfe-kit/lazy-component';
import { PendingSources } from '@ve/ui/fact-list/pending-sources';
import { Icon } from '@ve/ui/icon/icon';
import { Grid } from '@ve/ui/layout/layout';
import { StandaloneLink } from '@ve/ui/link/link-style';
import { StatusBadge } from '@ve/ui/status/status';
import { Heading, MutedText } from '@ve/ui/text/text';
import { media, space } from '@ve/ui/theme/theme';
import { VisuallyHidden } from '@ve/ui/visually-hidden/visually-hidden';
import { Fragment, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { DataDisputeButton } from '../dispute/dispute-button.tsx';
import { messages } from '../messages.en-gb.ts';
import { SourceAndTime } from '../sample/source-and-time.tsx';
import { ReportCard } from '../sample/sample.tsx';
import type { MotExemptionNoteProps } from './exemption-note.tsx';

/** Lazy, since few vehicles are that old. */
const ExemptionNote = lazyComponent<MotExemptionNoteProps>(
  async () => (await import('./exemption-note.tsx')).MotExemptionNote,
  '9rem',
);

export const taxRenewalUrl = 'https://www.gov.uk/vehicle-tax';

const Inside = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  justify-items: start;
  align-content: start;
  gap: ${space[4]};
  min-height: 10rem;
  ${media.print} {
    min-height: 0;
  }
`;

const Renew = styled(StandaloneLink)`
  & > svg {
    display: inline;
    margin-left: ${space[4]};
    vertical-align: -2px;
  }
  ${media.print} {
    display: none;
  }
`;

interface StatusCardProps {
  registration: string;
  section: 'tax' | 'mot';
  id: string;
  title: string;
  label: string | null;
  tone: DatumTone;
  /** Why there is no status. */
  why: string | null;
  /** The sources that are pending. */
  asking: SourceName[];
  source: SourceName | null;
  at: string | null;
  children: ReactNode;
}

function StatusCard({
  registration,
  section,
  id,
  title,
  label,
  tone,
  why,
  asking,
  source,
  at,
  children,
}: StatusCardProps) {
  return (
    <ReportCard $padding={16}>
      <Inside aria-labelledby={id}>
        <Heading level={2} size="s" id={id}>
          {title}
        </Heading>
        {label === null && asking.length > 0 ? (
          <PendingSources sources={asking} />
        ) : (
          <>
            <StatusBadge tone={tone} large>
              {label ?? messages.notAvailable}
            </StatusBadge>
            {why === null ? null : <MutedText>{why}</MutedText>}
            {children}
          </>
        )}
        <DataDisputeButton
          subject={{ registration, section, title, data: [{ label: title, value: label, source, at }] }}
        />
      </Inside>
    </ReportCard>
  );
}

const askingOf = (...sections: VehicleRecord[keyof Pick<VehicleRecord, 'licensing' | 'testing' | 'specification'>][]) =>
  sections.flatMap(({ state, source }) => (state === 'asking' ? [source] : []));

function TaxCard({ record, fullCheck, today }: ReportInput) {
  const tax = taxOfRecord(record, today);
  const status = roadStatusOf(record, fullCheck);
  const labels = messages.tax;
  const due = labels.due[tax.state];
  const hasPassed = tax.state === 'valid' && tax.daysLeft !== null && tax.daysLeft < 0;
  return (
    <StatusCard
      registration={record.registration}
      section="tax"
      id="tax-card"
      title={labels.title}
      label={taxStateLabel(tax)}
      tone={taxOrMotStateTone(tax.state)}
      asking={askingOf(record.licensing, record.specification)}
      {...provenance(tax)}
    >
      {due === undefined || tax.dueDate === null || tax.daysLeft === null || hasPassed ? null : (
        <DateLine word={due} date={tax.dueDate} days={tax.daysLeft} />
      )}
      {hasPassed ? <MutedText>{labels.datePassed}</MutedText> : null}
      {tax.state === 'sorn' ? <MutedText>{labels.sorn}</MutedText> : null}
      {status === 'scrapped' || status === 'exported' ? <MutedText>{labels[status]}</MutedText> : null}
      {status === 'in-use' ? (
        <>
          <MutedText>{taxEndsAtSaleNote}</MutedText>
          <Renew href={taxRenewalUrl} target="_blank" rel="noopener noreferrer">
            {labels.renew}
            <Icon glyph={ExternalLink} size={16} />
            <VisuallyHidden>{messages.newTab}</VisuallyHidden>
          </Renew>
        </>
      ) : null}
    </StatusCard>
  );
}

function MotCard({ record, today }: ReportInput) {
  const mot = motState(record, today);
  const labels = messages.mot;
  const isFirst = mot.basis === 'first-test-due' || mot.basis === 'computed';
  const until = isFirst ? labels.firstDue : labels.until[mot.state];
  const why = motStateLabel(mot) === null ? missingReasonText([record.testing, record.licensing]) : null;
  return (
    <StatusCard
      registration={record.registration}
      section="mot"
      id="mot-card"
      title={labels.title}
      label={motStateLabel(mot)}
      tone={taxOrMotStateTone(mot.state)}
      asking={askingOf(record.testing, record.licensing)}
      {...provenance({ ...mot, why })}
    >
      {until === undefined || mot.expiryDate === null || mot.daysLeft === null ? null : (
        <DateLine word={until} date={mot.expiryDate} days={mot.daysLeft} />
      )}
      {mot.state === 'exempt' ? (
        <ExemptionNote record={record} today={today} />
      ) : mot.basis === null ? null : (
        <MutedText>{motBasisText[mot.basis]}</MutedText>
      )}
    </StatusCard>
  );
}

function provenance({ why, source, at }: { why: string | null; source: SourceName | null; at: string | null }) {
  return { why, source, at };
}

function DateLine({ word, date, days }: { word: string; date: IsoDate; days: number }) {
  return (
    <p>
      {word}{' '}
      <strong>
        <time dateTime={date}>{formatDate(date)}</time>
      </strong>
      , {messages.daysLeft(days)}
    </p>
  );
}

/** The cards of tax and MOT, side by side, with their sources in one line. */
export function TaxAndMotStatusCards(props: ReportInput) {
  const { record, today } = props;
  const read = [taxOfRecord(record, today), motState(record, today)];
  return (
    <div>
      <Grid $min="9.5rem" $gap={12}>
        <TaxCard {...props} />
        <MotCard {...props} />
      </Grid>
      <MutedText>
        {read.map(({ source, at }, index) => (
          <Fragment key={index}>
            {index === 0 ? null : ' · '}
            <SourceAndTime source={source} at={at} />
          </Fragment>
        ))}
      </MutedText>
    </div>
  );
}
