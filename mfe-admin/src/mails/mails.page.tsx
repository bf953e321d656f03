import {
  type MailResendAnswer,
  resendMailEndpoint,
  type UnsentMail,
  unsentMailStates,
} from '@ve/contracts/http/operations/admin-mails';
import { callApi } from '@ve/mfe-kit/api';
import { Link, useSearchParams } from '@ve/mfe-kit/router';
import { Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { RelativeTime } from '@ve/ui/relative-time/relative-time';
import type { TableColumn } from '@ve/ui/table/table';
import { Tabs } from '@ve/ui/tabs/tabs';
import { MutedText, Text } from '@ve/ui/text/text';
import { PaginatedTable } from '../platform/paginated-table.tsx';
import { StaffArea } from '../platform/staff-area.tsx';
import { useRepeatRowAction } from '../platform/use-replay.tsx';
import { humanizeKey } from '../platform/labels.ts';
import { FailedTextMessages } from './failed-texts.tsx';
import { useNewsletterOfUnsentMails, useUnsentMails, useUnsentMailState } from './mails.query.ts';
import { messages } from './messages.en-gb.ts';

const { columns: heads } = messages;

const columns: readonly TableColumn<UnsentMail>[] = [
  { id: 'what', label: heads.what, cell: ({ template }) => humanizeKey(template) },
  {
    id: 'to',
    label: heads.to,
    cell: ({ recipient, userId }) =>
      userId === null ? (
        (recipient ?? messages.support)
      ) : (
        <TextLink as={Link} to={`/admin/support/${userId}`}>
          {recipient}
        </TextLink>
      ),
  },
  { id: 'why', label: heads.why, cell: ({ why }) => (why === null ? messages.waits : messages.why(why)) },
  { id: 'ended', label: heads.ended, cell: ({ endedAt, writtenAt }) => <RelativeTime at={endedAt ?? writtenAt} /> },
  { id: 'written', label: heads.written, cell: ({ writtenAt }) => <RelativeTime at={writtenAt} /> },
];

function UnsentMails() {
  const state = useUnsentMailState();
  const query = useUnsentMails();
  const toOf = ({ recipient }: UnsentMail) => recipient ?? messages.support;
  const { column, dialog } = useRepeatRowAction<UnsentMail, MailResendAnswer>({
    labels: messages,
    labelOf: (mail) => messages.againOf(humanizeKey(mail.template), toOf(mail)),
    nameOf: (mail) => (
      <>
        <strong>{humanizeKey(mail.template)}</strong>, {toOf(mail)}
      </>
    ),
    send: ({ id }, reason) => callApi(resendMailEndpoint, { params: { id }, body: { reason } }),
    queryKey: ['admin-mails'],
  });
  const [emptyTitle, emptyText] = messages.empty[state];
  return (
    <>
      <PaginatedTable
        query={query}
        labels={{ ...messages, emptyTitle, emptyText }}
        columns={state === 'skipped' ? columns : [...columns, column]}
        keyOf={({ id }) => id}
      />
      {dialog}
    </>
  );
}

/** The tab of text messages, next to those of the states of mails. */
const texts = 'texts';

/** The query of a tab, also limited to the mails of one newsletter; failed mails are the default. */
const searchOf = (tab: string, newsletter: string | null): URLSearchParams =>
  new URLSearchParams([
    ...(tab === 'failed' ? [] : [['state', tab]]),
    ...(newsletter === null ? [] : [['newsletter', newsletter]]),
  ]);

function MailTabs() {
  const [params, setParams] = useSearchParams();
  const state = useUnsentMailState();
  const newsletter = useNewsletterOfUnsentMails();
  const selected = params.get('state') === texts ? texts : state;
  return (
    <Stack $gap={24}>
      <div>
        <Text>{messages.about}</Text>
        <MutedText>{messages.reading}</MutedText>
      </div>
      {newsletter === null || selected === texts ? null : (
        <Text>
          {messages.ofNewsletter}{' '}
          <TextLink as={Link} to={{ pathname: '/admin/mails', search: searchOf(state, null).toString() }}>
            {messages.ofAll}
          </TextLink>
        </Text>
      )}
      <Tabs
        label={messages.tabs}
        selected={selected}
        // Positions belong to one list: another tab starts at its first page.
        onSelect={(next) => setParams(searchOf(next, newsletter))}
        items={[
          ...unsentMailStates.map((each) => ({
            id: each,
            label: messages.states[each],
            content: each === selected ? <UnsentMails key={each} /> : null,
          })),
          { id: texts, label: messages.textsTab, content: selected === texts ? <FailedTextMessages /> : null },
        ]}
      />
    </Stack>
  );
}

/** `/admin/mails`: mails and text messages that were not sent, with buttons to retry. */
export function UnsentMailsPage() {
  return (
    <StaffArea title={messages.title}>
      <MailTabs />
    </StaffArea>
  );
}
