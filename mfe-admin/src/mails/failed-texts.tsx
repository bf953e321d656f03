import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  type FailedText,
  listFailedTextsEndpoint,
  resendTextEndpoint,
  type TextResendAnswer,
} from '@ve/contracts/http/operations/admin-texts';
import { formatMobile } from '@ve/domain/kernel/phone/format-mobile';
import { callApi } from '@ve/mfe-kit/api';
import { Link } from '@ve/mfe-kit/router';
import { TextLink } from '@ve/ui/link/link-style';
import { RelativeTime } from '@ve/ui/relative-time/relative-time';
import type { TableColumn } from '@ve/ui/table/table';
import { useListPosition } from '../platform/list-pagination.tsx';
import { PaginatedTable } from '../platform/paginated-table.tsx';
import { auditedQueryOptions } from '../platform/audited-query.ts';
import { useRepeatRowAction } from '../platform/use-replay.tsx';
import { humanizeKey } from '../platform/labels.ts';
import { messages } from './messages.en-gb.ts';

const labels = messages.texts;

const columns: readonly TableColumn<FailedText>[] = [
  { id: 'what', label: labels.columns.what, cell: ({ template }) => humanizeKey(template) },
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
  { id: 'why', label: labels.columns.why, cell: ({ why }) => humanizeKey(why) },
  { id: 'ended', label: labels.columns.ended, cell: ({ failedAt }) => <RelativeTime at={failedAt} /> },
  { id: 'written', label: labels.columns.written, cell: ({ writtenAt }) => <RelativeTime at={writtenAt} /> },
];

export function FailedTextMessages() {
  const { place } = useListPosition();
  const query = useQuery({
    queryKey: ['admin-texts', place],
    queryFn: ({ signal }) => callApi(listFailedTextsEndpoint, { query: place, signal }),
    placeholderData: keepPreviousData,
    ...auditedQueryOptions,
  });
  const { column, dialog } = useRepeatRowAction<FailedText, TextResendAnswer>({
    labels,
    labelOf: ({ template, recipient }) => messages.againOf(humanizeKey(template), formatMobile(recipient)),
    nameOf: ({ template, recipient }) => (
      <>
        <strong>{humanizeKey(template)}</strong>, {formatMobile(recipient)}
      </>
    ),
    send: ({ id }, reason) => callApi(resendTextEndpoint, { params: { id }, body: { reason } }),
    queryKey: ['admin-texts'],
  });
  return (
    <>
      <PaginatedTable query={query} labels={labels} columns={[...columns, column]} keyOf={({ id }) => id} />
      {dialog}
    </>
  );
}
