import type { AdditionalCheck } from '@ve/domain/full-check/additional-checks';
import type { CheckDetail } from '@ve/domain/full-check/check-detail';
import type { DialableTelephone } from '@ve/domain/kernel/phone/to-dialable-telephone';
import { FactList } from '@ve/ui/fact-list/fact-list';
import { Stack } from '@ve/ui/layout/layout';
import { Heading, MutedText } from '@ve/ui/text/text';
import type { ReactNode } from 'react';
import { useReportKindRowFilter } from '../kind/use-rows-for-report-kind.ts';
import { messages } from './messages.en-gb.ts';
import { TelephoneLink } from '../telephone-link.tsx';

/** A detail's value: a telephone number as a link; a missing value as plain text, not as a failure. */
function valueOf({ value, phone }: CheckDetail): ReactNode {
  if (phone !== null) return <TelephoneLink phone={phone} />;
  return value ?? <MutedText as="span">{messages.noDetail}</MutedText>;
}

/** The details of thefts, losses, agreements or notes, one list for each entry. */
export function CheckDetailsList({ check, level = 4 }: { check: AdditionalCheck; level?: 3 | 4 }) {
  const listed = useReportKindRowFilter();
  return (
    <Stack $gap={16}>
      {check.details.map(({ title, rows }, index) => (
        <div key={title ?? index}>
          {title === null ? null : (
            <Heading level={level} size="s">
              {title}
            </Heading>
          )}
          <FactList sources="none" facts={listed(rows).map((row) => ({ label: row.label, value: valueOf(row) }))} />
        </div>
      ))}
      {check.note === null ? null : <MutedText>{check.note}</MutedText>}
    </Stack>
  );
}

/** The contacts with a telephone number in the details, for "Something wrong?". */
export const telephoneContactsOf = ({ details }: AdditionalCheck): { name: string; phone: DialableTelephone }[] =>
  details.flatMap(({ rows }) => {
    const phone = rows.find((row) => row.phone?.href != null)?.phone;
    const name = rows.find(({ label }) => label === 'Lender' || label === 'Company' || label === 'Police force')?.value;
    return phone == null ? [] : [{ name: name ?? messages.noDetail, phone }];
  });
