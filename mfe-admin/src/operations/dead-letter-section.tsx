import { useQueryClient } from '@tanstack/react-query';
import type { DeadLetter } from '@ve/contracts/http/operations/admin-operations';
import { useSearchParams } from '@ve/mfe-kit/router';
import { Button } from '@ve/ui/button/button';
import { Field, Select } from '@ve/ui/field/field';
import { Row, Stack } from '@ve/ui/layout/layout';
import { Moment } from '@ve/ui/moment/moment';
import { type Column, Table } from '@ve/ui/table/table';
import { Heading, Text } from '@ve/ui/text/text';
import { Toast } from '@ve/ui/toast/toast';
import { useState } from 'react';
import { ListPages, useListPlace } from '../platform/list-pages.tsx';
import { messages as shared } from '../platform/messages.en-gb.ts';
import { JobName } from '../platform/job-name.tsx';
import { jobWords } from '../platform/words.ts';
import { type Act, ActDialog } from './act-dialog.tsx';
import { messages } from './messages.en-gb.ts';
import { useDeadLetters } from './operations.query.ts';
import { OperationsSection } from './operations-section.tsx';

const columnsWith = (act: (act: Act) => void): readonly Column<DeadLetter>[] => [
  { id: 'job', label: messages.job, cell: ({ job }) => <JobName name={job} /> },
  { id: 'why', label: messages.why, cell: ({ why }) => why },
  { id: 'when', label: messages.when, cell: ({ givenUpAt }) => <Moment at={givenUpAt} /> },
  { id: 'ordered', label: messages.ordered, cell: ({ orderedAt }) => <Moment at={orderedAt} /> },
  {
    id: 'actions',
    label: messages.actions,
    cell: (job) => (
      <Row>
        {(['retry', 'leave'] as const).map((what) => {
          const label = what === 'retry' ? messages.retryJob : messages.leaveJob;
          return what === 'leave' && job.seenAt !== null ? null : (
            <Button
              key={what}
              variant="secondary"
              aria-label={messages.actionOf(label, jobWords(job.job))}
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
        {seen ? messages.leftEmptyTitle : messages.givenUpEmptyTitle}
      </Heading>
      <Text>{seen ? messages.leftEmpty : messages.givenUpEmpty}</Text>
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
          // A page of the one list is none of the other.
          onChange={(event) => {
            setParams(event.target.value === '' ? {} : { seen: 'true' });
          }}
        >
          <option value="">{messages.open}</option>
          <option value="true">{messages.left}</option>
        </Select>
      )}
    </Field>
  );
}

/** Jobs that failed for good: staff has them run again, or leaves them. */
export function DeadLetterSection() {
  const client = useQueryClient();
  const [params] = useSearchParams();
  const { place, page } = useListPlace();
  const [act, setAct] = useState<Act | null>(null);
  const [done, setDone] = useState<Act | null>(null);
  const seen = params.get('seen') === 'true';
  const query = useDeadLetters({ ...place, ...(seen ? { seen: 'true' as const } : {}) });
  const close = () => {
    setAct(null);
    void client.invalidateQueries({ queryKey: ['admin-operations'] });
  };
  return (
    <OperationsSection title={messages.givenUp} query={query} action={<Filter seen={seen} />}>
      {(data) => (
        <>
          {data.rows.length === 0 ? (
            <Empty seen={seen} anywhere={data.total > 0} />
          ) : (
            <Table label={messages.givenUp} columns={columnsWith(setAct)} rows={data.rows} keyOf={({ id }) => id} />
          )}
          {data.total === 0 ? null : <ListPages list={messages.list} shown={data} page={page} />}
          {act === null ? null : (
            <ActDialog
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
              title={(done.what === 'retry' ? messages.retried : messages.leftDone)(jobWords(done.job.job))}
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
