import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  type FailedText,
  listFailedTexts,
  sendTextAgain,
  type TextOutcome,
} from '@ve/contracts/http/operations/admin-texts';
import { formatMobile } from '@ve/domain/kernel/phone/format-mobile';
import { callApi } from '@ve/mfe-kit/api';
import { Link } from '@ve/mfe-kit/router';
import { TextLink } from '@ve/ui/link/link-style';
import { Moment } from '@ve/ui/moment/moment';
import type { Column } from '@ve/ui/table/table';
import { useListPlace } from '../platform/list-pages.tsx';
import { RecordList } from '../platform/record-list.tsx';
import { recordedLook } from '../platform/recorded-look.ts';
import { useReplay } from '../platform/use-replay.tsx';
import { wordsOf } from '../platform/words.ts';
import { messages } from './messages.en-gb.ts';

const words = messages.texts;

const columns: readonly Column<FailedText>[] = [
  { id: 'what', label: words.columns.what, cell: ({ template }) => wordsOf(template) },
  {
    id: 'to',
    label: words.columns.to,
    cell: ({ recipient, userId }) =>
      userId === null ? (
        formatMobile(recipient)
      ) : (
        <TextLink as={Link} to={`/admin/support/${userId}`}>
          {formatMobile(recipient)}
        </TextLink>
      ),
  },
  { id: 'why', label: words.columns.why, cell: ({ why }) => wordsOf(why) },
  { id: 'ended', label: words.columns.ended, cell: ({ failedAt }) => <Moment at={failedAt} /> },
  { id: 'written', label: words.columns.written, cell: ({ writtenAt }) => <Moment at={writtenAt} /> },
];

/** Texts that failed, with another attempt. */
export function FailedTexts() {
  const { place } = useListPlace();
  const query = useQuery({
    queryKey: ['admin-texts', place],
    queryFn: ({ signal }) => callApi(listFailedTexts, { query: place, signal }),
    placeholderData: keepPreviousData,
    ...recordedLook,
  });
  const { column, dialog } = useReplay<FailedText, TextOutcome>({
    words,
    labelOf: ({ template, recipient }) => messages.againOf(wordsOf(template), formatMobile(recipient)),
    nameOf: ({ template, recipient }) => (
      <>
        <strong>{wordsOf(template)}</strong>, {formatMobile(recipient)}
      </>
    ),
    send: ({ id }, reason) => callApi(sendTextAgain, { params: { id }, body: { reason } }),
    queryKey: ['admin-texts'],
  });
  return (
    <>
      <RecordList query={query} words={words} columns={[...columns, column]} keyOf={({ id }) => id} />
      {dialog}
    </>
  );
}
