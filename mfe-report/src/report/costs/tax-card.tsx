import type { CostCertainty } from '@ve/domain/vehicle/costs/certainty';
import { formatPounds } from '@ve/domain/kernel/money/format-pounds';
import type { VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import {
  directDebitTaxPrice,
  vehicleTaxRatesReference,
  sixMonthTaxPrice,
  vehicleTaxYearRatesOf,
} from '@ve/domain/vehicle/ved/rates';
import { expensiveCarSupplement } from '@ve/domain/vehicle/ved/expensive-car-supplement';
import { co2Datum, isInFirstTaxYear, vehicleTax } from '@ve/domain/vehicle/ved/vehicle-tax';
import type { ListedFact } from '@ve/ui/fact-list/fact-list';
import { Row } from '@ve/ui/layout/layout';
import { Text } from '@ve/ui/text/text';
import type { ReactNode } from 'react';
import { DisputableSectionCard } from '../checks/check-section-card.tsx';
import { FactNote } from '../fact-note.tsx';
import { ReportFacts } from '../sample/report-facts.tsx';
import { CostCertaintyMark } from './certainty-mark.tsx';
import { runningCostsMessages } from './messages.en-gb.ts';
import { RuleReferences } from './rule-references.tsx';

const labels = runningCostsMessages.tax;

function marked(value: ReactNode, certainty: CostCertainty | null): ReactNode {
  return (
    <Row as="span" $gap={8}>
      <span>{value}</span>
      {certainty === null ? null : <CostCertaintyMark of={certainty} />}
    </Row>
  );
}

const noted = (note: string | null): ReactNode => (note === null ? null : <FactNote>{note}</FactNote>);

/** The tax for a year with its parts, the years of the supplement, CO2 and band. */
export function TaxCard({ record, today }: { record: VehicleRecord; today: IsoDate }) {
  const tax = vehicleTax(record, today);
  const supplement = expensiveCarSupplement(record, today);
  const year = vehicleTaxYearRatesOf(today);
  return (
    <DisputableSectionCard title={labels.title}>
      <ReportFacts
        facts={[
          {
            label: labels.yearly,
            ...tax,
            value: tax.yearly === null ? null : marked(formatPounds(tax.yearly), tax.certainty),
            extra: noted(tax.note),
          },
          ...(supplement === null
            ? []
            : [
                {
                  label: labels.supplement,
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
            { label: labels.co2, ...co2Datum(record) },
            ...(tax.band === null ? [] : [{ label: labels.band, value: tax.band, source: tax.source, at: tax.at }]),
          ],
          summary: labels.parts,
          note: (
            <>
              <Text>
                {labels.lead}
                {isInFirstTaxYear(record, today) ? ` ${labels.firstYear}` : ''}
              </Text>
              <RuleReferences
                lead={year === null ? labels.noRates : labels.rates[year.readIn](year.name)}
                of={[vehicleTaxRatesReference]}
              />
            </>
          ),
        }}
      />
    </DisputableSectionCard>
  );
}

/** The tax by six months and by Direct Debit, if the yearly tax is known. */
function partsOf(yearly: number | null): ListedFact[] {
  if (yearly === null) return [];
  const half = sixMonthTaxPrice(yearly);
  const debit = directDebitTaxPrice(yearly);
  return [
    { label: labels.half, value: half === null ? labels.noHalf : formatPounds(half) },
    {
      label: labels.debit,
      value: debit === null ? labels.noDebit : labels.monthly(formatPounds(debit.monthly), formatPounds(debit.total)),
    },
  ];
}
