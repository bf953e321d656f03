import { type MotHistoryTest, motHistory } from '@ve/domain/vehicle/mot/mot-history';
import { missingDefectsNote } from '@ve/domain/vehicle/mot/mot-messages';
import { formatThousands } from '@ve/domain/kernel/text/phrases';
import type { MotTestingData } from '@ve/domain/vehicle/record/vehicle-record';
import { formatDateShort } from '@ve/domain/kernel/time/format-date';
import { StatusBadge } from '@ve/ui/status/status';
import { type TableColumn, Table } from '@ve/ui/table/table';
import { Text } from '@ve/ui/text/text';
import { messages } from './messages.en-gb.ts';

const tones = { PASSED: 'pass', FAILED: 'fail' } as const;

function mileage({ odometer }: MotHistoryTest): string {
  if (odometer === null) return messages.notRecorded;
  return (odometer.unit === 'KM' ? messages.kilometres : messages.miles)(formatThousands(odometer.value));
}

const columns: readonly TableColumn<MotHistoryTest>[] = [
  { id: 'date', label: messages.date, cell: ({ day }) => <time dateTime={day}>{formatDateShort(day)}</time> },
  {
    id: 'result',
    label: messages.result,
    cell: ({ result }) => <StatusBadge tone={tones[result]}>{result}</StatusBadge>,
  },
  { id: 'mileage', label: messages.mileage, numeric: true, cell: mileage },
  {
    id: 'expiry',
    label: messages.expiry,
    cell: ({ expiryDate }) => (expiryDate === null ? messages.notRecorded : formatDateShort(expiryDate)),
  },
  {
    id: 'noted',
    label: messages.noted,
    cell: (test) => (
      <>
        {/* Two notes of a test may have the same text. */}
        {test.defects.map(({ type, text }, index) => (
          <p key={index}>{`${type}: ${text}`}</p>
        ))}
        {missingDefectsNote(test)}
      </>
    ),
  },
];

/** The tests of a saved record, newest first. */
export function SavedMotTests({ testing: { tests } }: { testing: MotTestingData }) {
  const history = motHistory(tests);
  if (history.tests.length === 0) return <Text>{messages.noTests}</Text>;
  const rows = history.tests.map((test, index) => ({ ...test, id: String(index) }));
  return <Table label={messages.tests} columns={columns} rows={rows} keyOf={({ id }) => id} />;
}
