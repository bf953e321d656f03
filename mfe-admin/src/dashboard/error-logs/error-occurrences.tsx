import type { ErrorGroup, ErrorOccurrence, SourcePosition } from '@ve/contracts/http/operations/admin-error-logs';
import type { StaffListPageQuery } from '@ve/contracts/http/kernel/admin-list-page';
import { formatInstantShort } from '@ve/domain/kernel/time/format-date';
import { Link } from '@ve/mfe-kit/router';
import { Button } from '@ve/ui/button/button';
import { Row, Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { RelativeTime } from '@ve/ui/relative-time/relative-time';
import { Heading, MutedText, Text } from '@ve/ui/text/text';
import { colour, fontSize, media, radius, space, target } from '@ve/ui/theme/theme';
import { Fragment, type ReactNode, useState } from 'react';
import { styled } from 'styled-components';
import { LoadedList } from '../../platform/loaded-list.tsx';
import { useErrorOccurrences } from './error-logs.query.ts';
import { messages } from './messages.en-gb.ts';

const Item = styled.details`
  border-top: 1px solid ${colour('line')};
`;

const Summary = styled.summary`
  min-height: ${target};
  padding-block: ${space[12]};
  overflow-wrap: anywhere;
  cursor: pointer;
`;

const Facts = styled.dl`
  display: grid;
  grid-template-columns: minmax(7rem, auto) minmax(0, 1fr);
  gap: ${space[4]} ${space[16]};
  margin: 0 0 ${space[16]};
  dt {
    color: ${colour('muted')};
  }
  dd {
    min-width: 0;
    margin: 0;
    overflow-wrap: anywhere;
    unicode-bidi: isolate;
  }
  ${media.phone} {
    grid-template-columns: minmax(0, 1fr);
    dd {
      margin-bottom: ${space[8]};
    }
  }
`;

/** Long lines wrap; long texts scroll inside the box. */
const Lines = styled.pre`
  max-height: 20rem;
  margin: 0;
  padding: ${space[8]} ${space[12]};
  overflow: auto;
  border: 1px solid ${colour('line')};
  border-radius: ${radius.control};
  background: ${colour('sunken')};
  font-size: ${fontSize[14]};
  line-height: 1.4;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  unicode-bidi: isolate;
`;

/** A text of many lines; focusable, so that it can be scrolled by keyboard. */
function Block({ label, children }: { label: string; children: string }) {
  return (
    <Lines role="region" aria-label={label} tabIndex={0}>
      {children}
    </Lines>
  );
}

/** A value of the additional data as text. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** `mfe-report/src/remote.tsx:12:3 in 3f2a9c1e4b7d` */
const lineOf = ({ file, line, column, commit }: SourcePosition): string =>
  `${file}:${line}:${column}${commit === null ? '' : messages.inCommit(commit)}`;

interface OccurrenceFact {
  label: string;
  value: ReactNode;
}

const factsOf = (occurrence: ErrorOccurrence): OccurrenceFact[] => {
  const { firstSeen, lastSeen, message, url, userAgent, component, sessionId, userId, sources, stack } = occurrence;
  return [
    {
      label: messages.seen,
      value: (
        <>
          <RelativeTime at={firstSeen} />
          {firstSeen === lastSeen ? null : (
            <>
              {' '}
              {messages.seenUntil} <RelativeTime at={lastSeen} />
            </>
          )}
        </>
      ),
    },
    { label: messages.message, value: message },
    { label: messages.url, value: url },
    { label: messages.userAgent, value: userAgent },
    { label: messages.component, value: component },
    { label: messages.sessionId, value: sessionId },
    {
      label: messages.user,
      value:
        userId === null ? (
          messages.nobody
        ) : (
          <TextLink as={Link} to={`/admin/support/${userId}`}>
            {messages.userLink}
          </TextLink>
        ),
    },
    ...(sources.length === 0
      ? []
      : [{ label: messages.sources, value: <Block label={messages.sources}>{sources.map(lineOf).join('\n')}</Block> }]),
    { label: messages.stack, value: stack === null ? null : <Block label={messages.stack}>{stack}</Block> },
  ];
};

function FactRows({ facts }: { facts: readonly OccurrenceFact[] }) {
  return (
    <Facts>
      {facts.map(({ label, value }) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{value ?? messages.none}</dd>
        </Fragment>
      ))}
    </Facts>
  );
}

function Occurrence({ occurrence, isOpen }: { occurrence: ErrorOccurrence; isOpen: boolean }) {
  const { lastSeen, url, reports, additionalData } = occurrence;
  const more = Object.entries(additionalData).map(([label, value]) => {
    const text = textOf(value);
    return { label, value: text.includes('\n') ? <Block label={label}>{text.trim()}</Block> : text };
  });
  return (
    <Item open={isOpen}>
      <Summary>
        {formatInstantShort(lastSeen)} · {url} · {messages.count(reports)}
      </Summary>
      <FactRows facts={factsOf(occurrence)} />
      <Heading level={3} size="s">
        {messages.additional}
      </Heading>
      {more.length === 0 ? <Text>{messages.none}</Text> : <FactRows facts={more} />}
    </Item>
  );
}

/** The occurrences of an error, ten a page, the first one open. */
export function ErrorOccurrences({ group: { id } }: { group: ErrorGroup }) {
  const [place, setPlace] = useState<StaffListPageQuery>({});
  const query = useErrorOccurrences(id, place);
  const labels = { loading: messages.occurrencesLoading, failedTitle: messages.occurrencesFailed };
  return (
    <Stack $gap={12}>
      <div>
        <Heading level={2} size="s">
          {messages.occurrences}
        </Heading>
        <MutedText>{messages.occurrencesText}</MutedText>
      </div>
      <LoadedList query={query} retry={() => void query.refetch()} labels={labels} toast={() => null}>
        {({ rows, first, last, hasNewer, hasOlder }) =>
          rows.length === 0 ? (
            <Text>{messages.occurrencesGone}</Text>
          ) : (
            <div>
              {rows.map((occurrence, index) => (
                <Occurrence key={occurrence.id} occurrence={occurrence} isOpen={index === 0} />
              ))}
              <Row>
                {hasNewer && first !== null ? (
                  <Button variant="secondary" onClick={() => setPlace({ before: first })}>
                    {messages.newer}
                  </Button>
                ) : null}
                {hasOlder && last !== null ? (
                  <Button variant="secondary" onClick={() => setPlace({ after: last })}>
                    {messages.older}
                  </Button>
                ) : null}
              </Row>
            </div>
          )
        }
      </LoadedList>
    </Stack>
  );
}
