import { valuationRows } from '@ve/domain/full-check/valuation';
import { valuationExclusions, valuationMileageText } from '@ve/domain/full-check/valuation-limits';
import { FactList } from '@ve/ui/fact-list/fact-list';
import { StatusBadge } from '@ve/ui/status/status';
import { MutedText, Text } from '@ve/ui/text/text';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { SourceAndTime } from '../sample/source-and-time.tsx';
import { DisputableSectionCard } from './check-section-card.tsx';
import type { CompletedCheckProps } from './report-checks-props.ts';
import { useOdometerToday } from '../odometer-today/odometer-store.ts';
import { messages } from './messages.en-gb.ts';
import { valuationMessages as labels } from './valuation-messages.en-gb.ts';
import { ValuationUnavailable } from './valuation-unavailable.tsx';

const LeftOut = styled.ul`
  && {
    padding-left: 1.2em;
    list-style: disc;
  }
`;

export interface ValuationSectionProps extends CompletedCheckProps {
  /** The buyer's asking price, shown below the prices. */
  children: ReactNode;
}

/** The vehicle's value in nine kinds of sale, and what the prices leave out. */
export function ValuationSection({ record, fullCheck, children }: ValuationSectionProps) {
  const section = fullCheck.valuation;
  const { rows, basis, why } = valuationRows(section);
  const { registration } = record;
  const isPriced = why === null;
  const odometerMiles = useOdometerToday(registration);
  return (
    <DisputableSectionCard
      id="valuation"
      title={labels.title}
      {...(isPriced
        ? {
            subject: {
              registration,
              section: 'valuation',
              title: labels.title,
              data: rows.map(({ label, value, source, at }) => ({ label, value, source, at })),
            } as const,
          }
        : { status: <StatusBadge tone="unknown">{messages.notAvailable}</StatusBadge> })}
    >
      <ValuationUnavailable section={section} />
      {section.state === 'unavailable' || isPriced ? null : <Text>{why}</Text>}
      {isPriced ? (
        <>
          <Text>
            {basis} {labels.lead}
          </Text>
          <FactList
            columns={2}
            sources="none"
            facts={rows.map(({ label, value }) => ({
              label,
              value: value ?? <MutedText as="span">{labels.none}</MutedText>,
            }))}
          />
          <SourceAndTime source={section.source} at={section.at} />
          {section.state === 'found' ? (
            // Without an odometer reading it asks for one.
            <Text {...(odometerMiles === null ? { 'data-screen': '' } : {})}>
              {valuationMileageText(section.data, odometerMiles)}
            </Text>
          ) : null}
          <div>
            <Text>{labels.exclusions}</Text>
            <LeftOut>
              {valuationExclusions(record, fullCheck).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </LeftOut>
          </div>
          {children}
        </>
      ) : null}
    </DisputableSectionCard>
  );
}
