import { compareAskingPrice, valuationRows } from '@ve/domain/full-check/valuation';
import { valuationExclusions, valuationMileageText } from '@ve/domain/full-check/valuation-limits';
import { parsePounds } from '@ve/domain/kernel/money/parse-pounds';
import { FactList } from '@ve/ui/fact-list/fact-list';
import { TextField } from '@ve/ui/field/field';
import { Stack } from '@ve/ui/layout/layout';
import { StatusBadge, type StatusTone } from '@ve/ui/status/status';
import { MutedText, Text } from '@ve/ui/text/text';
import { media, space } from '@ve/ui/theme/theme';
import { useState } from 'react';
import { styled } from 'styled-components';
import { SourceAndTime } from '../sample/source-and-time.tsx';
import { readAskingPrice, storeAskingPrice } from './asking-price-storage.ts';
import { DisputableSectionCard } from './check-section-card.tsx';
import type { CompletedCheckProps } from './report-checks-props.ts';
import { useOdometerToday } from '../odometer-today/odometer-store.ts';
import { messages } from './messages.en-gb.ts';
import { ValuationUnavailable } from './valuation-unavailable.tsx';

const labels = messages.valuation;

const Typed = styled.div`
  max-width: 16rem;
  ${media.print} {
    display: none;
  }
`;

const Places = styled.ul`
  display: grid;
  gap: ${space[8]};
`;

const Place = styled.li`
  display: grid;
  justify-items: start;
  gap: ${space[4]};
`;

/** A price below or above the range is no verdict, only a position. */
const tones: Record<'below' | 'within' | 'above', StatusTone> = { below: 'info', within: 'pass', above: 'warn' };

function AskingPrice({
  registration,
  section,
}: {
  registration: string;
  section: CompletedCheckProps['fullCheck']['valuation'];
}) {
  const [typed, setTyped] = useState(() => readAskingPrice(registration));
  const [left, setLeft] = useState(false);
  const parsed = parsePounds(typed);
  const compared = parsed.ok ? compareAskingPrice(parsed.pence, section) : null;
  const isWrong = !parsed.ok && parsed.reason !== 'blank' && left;
  return (
    <Stack $gap={12}>
      <Typed>
        <TextField
          label={labels.asking}
          hint={labels.hint}
          inputMode="decimal"
          autoComplete="off"
          error={isWrong ? parsed.message : undefined}
          value={typed}
          onBlur={() => setLeft(true)}
          onChange={({ target }) => {
            setTyped(target.value);
            storeAskingPrice(registration, target.value);
          }}
        />
      </Typed>
      <div role="status">
        {compared === null ? null : (
          <Stack $gap={8}>
            <strong>{labels.compared(compared.asking)}</strong>
            <Places className="places">
              {compared.places.map(({ range, stands, words: where }) => (
                <Place key={range}>
                  <StatusBadge tone={tones[stands]}>{range === 'private' ? labels.private : labels.dealer}</StatusBadge>
                  <span>{where}</span>
                </Place>
              ))}
            </Places>
            {compared.note === null ? null : <MutedText>{compared.note}</MutedText>}
          </Stack>
        )}
      </div>
    </Stack>
  );
}

const LeftOut = styled.ul`
  && {
    padding-left: 1.2em;
    list-style: disc;
  }
`;

/**
 * The vehicle's value in nine kinds of sale, the position of the asking price that the buyer types, and what the prices
 * leave out.
 */
export function ValuationSection({ record, fullCheck }: CompletedCheckProps) {
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
          <AskingPrice registration={registration} section={section} />
        </>
      ) : null}
    </DisputableSectionCard>
  );
}
