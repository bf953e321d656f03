import type { Certainty } from '@ve/domain/vehicle/costs/certainty';
import { formatPounds } from '@ve/domain/kernel/money/format-pounds';
import type { VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import { directDebitPrice, officialRates, sixMonthPrice, taxYearOf } from '@ve/domain/vehicle/ved/rates';
import { expensiveCarSupplement } from '@ve/domain/vehicle/ved/expensive-car-supplement';
import { co2Fact, isInFirstTaxYear, vehicleTax } from '@ve/domain/vehicle/ved/vehicle-tax';
import type { Fact } from '@ve/ui/fact-list/fact-list';
import { Row } from '@ve/ui/layout/layout';
import { Text } from '@ve/ui/text/text';
import type { ReactNode } from 'react';
import { CheckCard } from '../checks/check-card.tsx';
import { FactNote } from '../fact-note.tsx';
import { ReportFacts } from '../sample/report-facts.tsx';
import { CertaintyMark } from './certainty-mark.tsx';
import { costsMessages } from './messages.en-gb.ts';
import { RuleLinks } from './rule-links.tsx';

const words = costsMessages.tax;

function marked(value: ReactNode, certainty: Certainty | null): ReactNode {
  return (
    <Row as="span" $gap={8}>
      <span>{value}</span>
      {certainty === null ? null : <CertaintyMark of={certainty} />}
    </Row>
  );
}

const noted = (note: string | null): ReactNode => (note === null ? null : <FactNote>{note}</FactNote>);

/** The tax for a year with its parts, the years of the supplement, CO2 and band. */
export function TaxCard({ record, today }: { record: VehicleRecord; today: IsoDate }) {
  const tax = vehicleTax(record, today);
  const supplement = expensiveCarSupplement(record, today);
  const year = taxYearOf(today);
  return (
    <CheckCard title={words.title}>
      <ReportFacts
        facts={[
          {
            label: words.yearly,
            ...tax,
            value: tax.yearly === null ? null : marked(formatPounds(tax.yearly), tax.certainty),
            extra: noted(tax.note),
          },
          ...(supplement === null
            ? []
            : [
                {
                  label: words.supplement,
                  value: marked(supplement.words, supplement.certainty),
                  source: supplement.source,
                  at: supplement.at,
                  extra: noted(supplement.note),
                },
              ]),
        ]}
        folded={{
          facts: [
            ...partsOf(tax.yearly).map((fact) => ({ ...fact, source: tax.source, at: tax.at })),
            { label: words.co2, ...co2Fact(record) },
            ...(tax.band === null ? [] : [{ label: words.band, value: tax.band, source: tax.source, at: tax.at }]),
          ],
          summary: words.parts,
          note: (
            <>
              <Text>
                {words.lead}
                {isInFirstTaxYear(record, today) ? ` ${words.firstYear}` : ''}
              </Text>
              <RuleLinks
                lead={year === null ? words.noRates : words.rates[year.readIn](year.name)}
                of={[officialRates]}
              />
            </>
          ),
        }}
      />
    </CheckCard>
  );
}

/** The tax by six months and by Direct Debit, if the yearly tax is known. */
function partsOf(yearly: number | null): Fact[] {
  if (yearly === null) return [];
  const half = sixMonthPrice(yearly);
  const debit = directDebitPrice(yearly);
  return [
    { label: words.half, value: half === null ? words.noHalf : formatPounds(half) },
    {
      label: words.debit,
      value: debit === null ? words.noDebit : words.monthly(formatPounds(debit.monthly), formatPounds(debit.total)),
    },
  ];
}
