import { Disclosure } from '@ve/ui/disclosure/disclosure';
import { Row, Stack } from '@ve/ui/layout/layout';
import { type TableColumn, Table } from '@ve/ui/table/table';
import { Heading, MutedText, Text } from '@ve/ui/text/text';
import { type ReactNode, useId } from 'react';
import { ReadFailureBanner } from '../platform/read-failure-banner.tsx';
import { messages } from './messages.en-gb.ts';
import { maxCustomerSupportFileRows } from '@ve/contracts/http/operations/admin-customers';

interface SectionProps<T> {
  title: string;
  /** Null if it could not be read. */
  data: T | null;
  busy: boolean;
  retry: () => void;
  action?: ReactNode;
  children: (data: T) => ReactNode;
}

/** A part of a customer's page, or a message that it could not be read, with a retry. */
export function CustomerSection<T>({ title, data, busy, retry, action, children }: SectionProps<T>) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <Stack $gap={12}>
        <Row $justify="between">
          <Heading level={2} size="s" id={id}>
            {title}
          </Heading>
          {action}
        </Row>
        {data === null ? (
          <ReadFailureBanner title={messages.sectionFailed(title)} busy={busy} again={retry}>
            {messages.sectionFailedText}
          </ReadFailureBanner>
        ) : (
          children(data)
        )}
      </Stack>
    </div>
  );
}

interface RowsProps<Entry> {
  label: string;
  empty: string;
  columns: readonly TableColumn<Entry>[];
  rows: readonly Entry[];
  keyOf: (row: Entry) => string;
}

/** How many rows are shown at first: on a phone each is a card. */
const open = 2;

/** The newest rows of a part with the others folded away, or a message that there are none. */
export function CustomerSectionRows<Entry>({ empty, rows, label, ...table }: RowsProps<Entry>) {
  if (rows.length === 0) return <Text>{empty}</Text>;
  const more = messages.more(rows.length - open, label);
  return (
    <>
      <Table label={label} rows={rows.slice(0, open)} {...table} />
      {rows.length <= open ? null : (
        <Disclosure title={more} name={label}>
          <Table label={more} rows={rows.slice(open)} {...table} />
          {rows.length >= maxCustomerSupportFileRows ? <MutedText>{messages.newest}</MutedText> : null}
        </Disclosure>
      )}
    </>
  );
}
