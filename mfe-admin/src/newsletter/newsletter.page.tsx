import type { NewsletterIssueItem } from '@ve/contracts/http/operations/admin-newsletter';
import { FocusedResult } from '@ve/mfe-kit/focused-result';
import { Link } from '@ve/mfe-kit/router';
import { Banner } from '@ve/ui/banner/banner';
import { Card } from '@ve/ui/card/card';
import { Disclosure } from '@ve/ui/disclosure/disclosure';
import { type ListedFact, FactList } from '@ve/ui/fact-list/fact-list';
import { Row, Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { RelativeTime } from '@ve/ui/relative-time/relative-time';
import { StatusBadge } from '@ve/ui/status/status';
import { Table, type TableColumn } from '@ve/ui/table/table';
import { Heading, MutedText, Text } from '@ve/ui/text/text';
import { useState } from 'react';
import { EmptyList } from '../platform/empty-list.tsx';
import { LoadedList } from '../platform/loaded-list.tsx';
import { StaffArea } from '../platform/staff-area.tsx';
import { NewsletterDraftForm } from './newsletter-draft-form.tsx';
import { NewsletterIssueActions } from './newsletter-issue-actions.tsx';
import { messages } from './messages.en-gb.ts';
import { useNewsletterIssues } from './newsletter.query.ts';

const factsOf = ({ state, updatedAt, startedAt, mails }: NewsletterIssueItem): ListedFact[] => {
  const { facts } = messages;
  if (state === 'draft') return [{ label: facts.changed, value: <RelativeTime at={updatedAt} /> }];
  const numbers = (['waiting', 'sent', 'skipped', 'failed'] as const).map((name) => ({
    label: facts[name],
    value: mails[name].toLocaleString('en-GB'),
  }));
  return [
    ...(startedAt === null ? [] : [{ label: facts.started, value: <RelativeTime at={startedAt} /> }]),
    ...numbers,
  ];
};

/** Newsletters that were sent, newest first: as many at first, the others when asked for. */
const maxShownSent = 10;

const sentColumns: readonly TableColumn<NewsletterIssueItem>[] = [
  {
    id: 'subject',
    label: messages.subject,
    cell: (issue) => (
      <Stack $gap={4} $align="start">
        {issue.subject}
        <StateBadge issue={issue} />
      </Stack>
    ),
  },
  {
    id: 'ended',
    label: messages.facts.ended,
    cell: ({ sentAt }) => (sentAt === null ? null : <RelativeTime at={sentAt} />),
  },
  ...(['sent', 'skipped'] as const).map((name) => ({
    id: name,
    label: messages.facts[name],
    numeric: true,
    cell: ({ mails }: NewsletterIssueItem) => mails[name].toLocaleString('en-GB'),
  })),
  {
    id: 'failed',
    label: messages.facts.failed,
    numeric: true,
    cell: ({ id, mails: { failed } }) =>
      failed === 0 ? (
        failed
      ) : (
        <TextLink as={Link} to={`/admin/mails?newsletter=${id}`}>
          {messages.seeFailed(failed)}
        </TextLink>
      ),
  },
];

function SentIssues({ issues }: { issues: readonly NewsletterIssueItem[] }) {
  const older = issues.slice(maxShownSent);
  const table = { label: messages.sentLabel, columns: sentColumns, keyOf: ({ id }: NewsletterIssueItem) => id };
  return (
    <>
      {issues.length === 0 ? null : <Table {...table} rows={issues.slice(0, maxShownSent)} />}
      {older.length === 0 ? null : (
        <Disclosure title={messages.older(older.length)} name="older">
          <Table {...table} label={messages.older(older.length)} rows={older} />
        </Disclosure>
      )}
    </>
  );
}

const tones = { draft: 'info', sending: 'info', sent: 'pass' } as const;

/** An issue is green only if none of its e-mails failed. */
function StateBadge({ issue: { state, mails } }: { issue: NewsletterIssueItem }) {
  if (mails.failed === 0) return <StatusBadge tone={tones[state]}>{messages.states[state]}</StatusBadge>;
  return (
    <StatusBadge tone="warn">
      {state === 'sent' ? messages.sentWithFailures(mails.failed) : messages.states[state]}
    </StatusBadge>
  );
}

/** Takes the focus after each save, which makes a new form. */
const Saved = ({ saves, title }: { saves: number; title: string }) =>
  saves === 0 ? null : (
    <FocusedResult key={saves}>
      <Banner tone="pass" role="status" title={title} />
    </FocusedResult>
  );

function Issue({ issue, subscribers }: { issue: NewsletterIssueItem; subscribers: number }) {
  const [saves, setSaves] = useState(0);
  const [isSent, setSent] = useState(false);
  return (
    <Card as="article" $padding={16}>
      <Stack $gap={12}>
        <Row>
          <Heading level={2} size="s">
            {issue.subject}
          </Heading>
          <StateBadge issue={issue} />
        </Row>
        <FactList facts={factsOf(issue)} columns={2} sources="none" />
        {issue.mails.failed === 0 ? null : (
          <TextLink as={Link} to={`/admin/mails?newsletter=${issue.id}`}>
            {messages.seeFailed(issue.mails.failed)}
          </TextLink>
        )}
        {isSent && issue.state !== 'sent' ? (
          <FocusedResult>
            <Banner tone="info" role="status" title={messages.outcomes.sending} />
          </FocusedResult>
        ) : null}
        {issue.state === 'sending' && !issue.allQueued ? <MutedText>{messages.queuing}</MutedText> : null}
        {issue.state === 'draft' ? (
          <>
            <Disclosure title={messages.edit} name={`edit-${issue.id}`}>
              {/* A saved draft is another version: its form starts from it. */}
              <NewsletterDraftForm key={issue.version} issue={issue} onSaved={() => setSaves((count) => count + 1)} />
              <Saved saves={saves} title={messages.saved} />
            </Disclosure>
            {isSent ? null : (
              <NewsletterIssueActions
                key={`actions-${issue.version}`}
                issue={issue}
                subscribers={subscribers}
                onSending={() => setSent(true)}
              />
            )}
          </>
        ) : null}
      </Stack>
    </Card>
  );
}

function NewsletterIssues() {
  const query = useNewsletterIssues();
  const [written, setWritten] = useState(0);
  return (
    <Stack $gap={24}>
      <Disclosure title={messages.write} name="write">
        <NewsletterDraftForm key={written} issue={null} onSaved={() => setWritten((count) => count + 1)} />
        <Saved saves={written} title={messages.savedBelow} />
      </Disclosure>
      <LoadedList
        query={query}
        retry={() => void query.refetch()}
        labels={messages}
        rowHeight="14rem"
        toast={() => null}
      >
        {({ issues, subscribers }) => (
          <Stack $gap={16}>
            <div>
              <Text>{messages.about(subscribers)}</Text>
              <MutedText>{messages.audited}</MutedText>
            </div>
            {issues.length === 0 ? (
              <EmptyList labels={messages} />
            ) : (
              <>
                {issues
                  .filter(({ state }) => state !== 'sent')
                  .map((issue) => (
                    <Issue key={issue.id} issue={issue} subscribers={subscribers} />
                  ))}
                <SentIssues issues={issues.filter(({ state }) => state === 'sent')} />
              </>
            )}
          </Stack>
        )}
      </LoadedList>
    </Stack>
  );
}

/** `/admin/newsletter`: the newsletters, with what staff write, preview and send. */
export function StaffNewsletterPage() {
  return (
    <StaffArea title={messages.title}>
      <NewsletterIssues />
    </StaffArea>
  );
}
