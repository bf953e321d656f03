import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  type FailedText,
  listFailedTexts,
  resendText,
  type TextOutcome,
} from '@ve/contracts/http/operations/admin-texts';
import { formatMobile } from '@ve/domain/kernel/phone/format-mobile';
import { callApi } from '@ve/mfe-kit/api';
import { Link } from '@ve/mfe-kit/router';
import { TextLink } from '@ve/ui/link/link-style';
import { RelativeTime } from '@ve/ui/relative-time/relative-time';
import type { Column } from '@ve/ui/table/table';
import { useListPosition } from '../platform/list-pagination.tsx';
import { RecordList } from '../platform/record-list.tsx';
import { auditedQueryOptions } from '../platform/audited-query.ts';
import { useReplayAction } from '../platform/use-replay.tsx';
import { humanize } from '../platform/labels.ts';
import { messages } from './messages.en-gb.ts';

const labels = messages.texts;

const columns: readonly Column<FailedText>[] = [
  { id: 'what', label: labels.columns.what, cell: ({ template }) => humanize(template) },
  {
    id: 'to',
    label: labels.columns.to,
    cell: ({ recipient, userId }) =>
      userId === null ? (
        formatMobile(recipient)
      ) : (
        <TextLink as={Link} to={`/admin/support/${userId}`}>
          {formatMobile(recipient)}
        </TextLink>
      ),
  },
  { id: 'why', label: labels.columns.why, cell: ({ why }) => humanize(why) },
  { id: 'ended', label: labels.columns.ended, cell: ({ failedAt }) => <RelativeTime at={failedAt} /> },
  { id: 'written', label: labels.columns.written, cell: ({ writtenAt }) => <RelativeTime at={writtenAt} /> },
];

export function FailedTexts() {
  const { place } = useListPosition();
  const query = useQuery({
    queryKey: ['admin-texts', place],
    queryFn: ({ signal }) => callApi(listFailedTexts, { query: place, signal }),
    placeholderData: keepPreviousData,
    ...auditedQueryOptions,
  });
  const { column, dialog } = useReplayAction<FailedText, TextOutcome>({
    words: labels,
    labelOf: ({ template, recipient }) => messages.againOf(humanize(template), formatMobile(recipient)),
    nameOf: ({ template, recipient }) => (
      <>
        <strong>{humanize(template)}</strong>, {formatMobile(recipient)}
      </>
    ),
    send: ({ id }, reason) => callApi(resendText, { params: { id }, body: { reason } }),
    queryKey: ['admin-texts'],
  });
  return (
    <>
      <RecordList query={query} words={labels} columns={[...columns, column]} keyOf={({ id }) => id} />
      {dialog}
    </>
  );
}
