import { useQueryClient } from '@tanstack/react-query';
import type { DeadLetter } from '@ve/contracts/http/operations/admin-operations';
import { useSearchParams } from '@ve/mfe-kit/router';
import { Button } from '@ve/ui/button/button';
import { Field, Select } from '@ve/ui/field/field';
import { Row, Stack } from '@ve/ui/layout/layout';
import { RelativeTime } from '@ve/ui/relative-time/relative-time';
import { type TableColumn, Table } from '@ve/ui/table/table';
import { Heading, Text } from '@ve/ui/text/text';
import { Toast } from '@ve/ui/toast/toast';
import { useState } from 'react';
import { ListPagination, useListPosition } from '../platform/list-pagination.tsx';
import { messages as shared } from '../platform/messages.en-gb.ts';
import { JobLabelAndName } from '../platform/job-name.tsx';
import { jobLabel } from '../platform/labels.ts';
import { type DeadLetterAction, DeadLetterDialog } from './dead-letter-dialog.tsx';
import { messages } from './messages.en-gb.ts';
import { useDeadLetters } from './operations.query.ts';
import { OperationsSection } from './operations-section.tsx';

const columnsWith = (act: (act: DeadLetterAction) => void): readonly TableColumn<DeadLetter>[] => [
  { id: 'job', label: messages.job, cell: ({ job }) => <JobLabelAndName name={job} /> },
  { id: 'why', label: messages.why, cell: ({ why }) => why },
  { id: 'when', label: messages.when, cell: ({ failedAt }) => <RelativeTime at={failedAt} /> },
  { id: 'ordered', label: messages.ordered, cell: ({ enqueuedAt }) => <RelativeTime at={enqueuedAt} /> },
  {
    id: 'actions',
    label: messages.actions,
    cell: (job) => (
      <Row>
        {(['retry', 'dismiss'] as const).map((what) => {
          const label = what === 'retry' ? messages.retryJob : messages.dismissJob;
          return what === 'dismiss' && job.dismissedAt !== null ? null : (
            <Button
              key={what}
              variant="secondary"
              aria-label={messages.actionOf(label, jobLabel(job.job))}
              onClick={() => {
                act({ what, job });
              }}
            >
              {label}
            </Button>
          );
        })}
      </Row>
    ),
  },
];

function Empty({ seen, anywhere }: { seen: boolean; anywhere: boolean }) {
  if (anywhere) return <Text>{shared.noRows}</Text>;
  return (
    <Stack $gap={4}>
      <Heading level={3} size="s">
        {seen ? messages.dismissedEmptyTitle : messages.openEmptyTitle}
      </Heading>
      <Text>{seen ? messages.dismissedEmpty : messages.openEmpty}</Text>
    </Stack>
  );
}

function Filter({ seen }: { seen: boolean }) {
  const [, setParams] = useSearchParams();
  return (
    <Field label={messages.show}>
      {(control) => (
        <Select
          {...control}
          value={seen ? 'true' : ''}
          // Positions belong to one list: the other starts at its first page.
          onChange={(event) => {
            setParams(event.target.value === '' ? {} : { seen: 'true' });
          }}
        >
          <option value="">{messages.open}</option>
          <option value="true">{messages.dismissed}</option>
        </Select>
      )}
    </Field>
  );
}

/** Jobs that failed permanently: staff retry or dismiss them. */
export function DeadLetterSection() {
  const client = useQueryClient();
  const [params] = useSearchParams();
  const { place, page } = useListPosition();
  const [act, setAct] = useState<DeadLetterAction | null>(null);
  const [done, setDone] = useState<DeadLetterAction | null>(null);
  const seen = params.get('seen') === 'true';
  const query = useDeadLetters({ ...place, ...(seen ? { seen: 'true' as const } : {}) });
  const close = () => {
    setAct(null);
    void client.invalidateQueries({ queryKey: ['admin-operations'] });
  };
  return (
    <OperationsSection title={messages.deadLetters} query={query} action={<Filter seen={seen} />}>
      {(data) => (
        <>
          {data.rows.length === 0 ? (
            <Empty seen={seen} anywhere={data.total > 0} />
          ) : (
            <Table label={messages.deadLetters} columns={columnsWith(setAct)} rows={data.rows} keyOf={({ id }) => id} />
          )}
          {data.total === 0 ? null : <ListPagination list={messages.list} shown={data} page={page} />}
          {act === null ? null : (
            <DeadLetterDialog
              act={act}
              onClose={close}
              onDone={(what) => {
                setDone(what);
                close();
              }}
            />
          )}
          {done === null ? null : (
            <Toast
              tone="pass"
              role="status"
              title={(done.what === 'retry' ? messages.retried : messages.dismissedDone)(jobLabel(done.job.job))}
              onClose={() => {
                setDone(null);
              }}
            />
          )}
        </>
      )}
    </OperationsSection>
  );
}
