import { identityInspectionOf } from '@ve/domain/full-check/identity-inspection-of';
import { keeperHistory } from '@ve/domain/full-check/keeper-history';
import { recallNextStep } from '@ve/domain/full-check/recall-next-step';
import type { ReportInput } from '@ve/domain/vehicle/record/report-input';
import { lazyComponent } from '@ve/mfe-kit/lazy-component';
import { Banner } from '@ve/ui/banner/banner';
import { TextLink } from '@ve/ui/link/link-style';
import { Text } from '@ve/ui/text/text';
import { space } from '@ve/ui/theme/theme';
import { VisuallyHidden } from '@ve/ui/visually-hidden/visually-hidden';
import { styled } from 'styled-components';
import { useIsSampleReport } from '../kind/report-kind.ts';
import { SourceAndTime } from '../sample/source-and-time.tsx';
import { DisputableSectionCard } from './check-section-card.tsx';
import { messages } from './messages.en-gb.ts';
import type { RecallCampaignsProps } from './recall-campaigns.tsx';
import { SourceReferences } from './source-references.tsx';

const RecallCampaigns = lazyComponent<RecallCampaignsProps>(
  async () => (await import('./recall-campaigns.tsx')).RecallCampaigns,
  '9rem',
);

const Lines = styled.ol`
  display: grid;
  gap: ${space[8]};
`;

const CheckLink = styled(TextLink)`
  display: inline-block;
  padding-block: ${space[8]};
`;

/** The link to GOV.UK's recall check, for a row. */
export function RecallCheckLink() {
  if (useIsSampleReport()) return null;
  return (
    <CheckLink href={messages.recallUrl} target="_blank" rel="noopener noreferrer">
      {messages.recallCheck}
      <VisuallyHidden> {messages.newTab}</VisuallyHidden>
    </CheckLink>
  );
}

/**
 * The steps for an outstanding safety recall, and the campaigns that it may be about; renders nothing if there is none
 * or it is unknown.
 */
export function RecallSection({ record }: Pick<ReportInput, 'record'>) {
  const { state, title, steps, references, source, at } = recallNextStep(record);
  const isSample = useIsSampleReport();
  if (state !== 'outstanding') return null;
  return (
    <DisputableSectionCard
      id="recall"
      title={title}
      subject={{
        registration: record.registration,
        section: 'recall',
        title,
        data: [{ label: 'Safety Recalls', value: title, source, at }],
      }}
    >
      <Lines className="steps">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </Lines>
      <SourceReferences of={references} />
      <SourceAndTime source={source} at={at} />
      {isSample ? null : <RecallCampaigns registration={record.registration} />}
    </DisputableSectionCard>
  );
}

/** The keepers with their dates, newest first; renders nothing if no date is known. */
export function KeeperSection({ record, fullCheck, today }: ReportInput) {
  const { changes, previousKeepers, disagreement, source, at } = keeperHistory({ record, fullCheck, today });
  if (changes.length < 2) return null;
  return (
    <DisputableSectionCard
      id="keepers"
      title={messages.keepers}
      subject={{
        registration: record.registration,
        section: 'history',
        title: messages.keepers,
        data: [{ label: messages.keepers, value: changes.map(({ words }) => words).join('; '), source, at }],
      }}
    >
      {previousKeepers === null ? null : <Text>{messages.keepersCount(previousKeepers)}</Text>}
      <Lines className="keepers">
        {changes.map(({ words }, index) => (
          <li key={`${words}${String(index)}`}>{words}</li>
        ))}
      </Lines>
      {disagreement === null ? null : <Text>{disagreement}</Text>}
      <SourceAndTime source={source} at={at} />
    </DisputableSectionCard>
  );
}

/** The vehicle identity checks on record; renders nothing if there is none. */
export function IdentityInspectionsSection({ record, fullCheck }: Pick<ReportInput, 'record' | 'fullCheck'>) {
  const { state, inspections, meaning, references, source, at } = identityInspectionOf(record, fullCheck);
  if (state !== 'found') return null;
  return (
    <DisputableSectionCard
      id="identity"
      title={messages.identity.title}
      subject={{
        registration: record.registration,
        section: 'vehicle',
        title: messages.identity.title,
        data: inspections.map((labels) => ({ label: messages.identity.title, value: labels, source, at })),
      }}
    >
      <Banner tone="info" title={inspections.join('; ')}>
        {meaning}
      </Banner>
      <SourceReferences of={references} />
      <SourceAndTime source={source} at={at} />
    </DisputableSectionCard>
  );
}
