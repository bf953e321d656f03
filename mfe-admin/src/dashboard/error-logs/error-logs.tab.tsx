import type { ErrorGroup } from '@ve/contracts/http/operations/admin-error-logs';
import { useSearchParams } from '@ve/mfe-kit/router';
import { Icon } from '@ve/ui/icon/icon';
import { Stack } from '@ve/ui/layout/layout';
import { RelativeTime } from '@ve/ui/relative-time/relative-time';
import { StatusBadge } from '@ve/ui/status/status';
import type { TableColumn } from '@ve/ui/table/table';
import { MutedText } from '@ve/ui/text/text';
import { colour, media, space, target } from '@ve/ui/theme/theme';
import { Toast } from '@ve/ui/toast/toast';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useRef, useState } from 'react';
import { styled } from 'styled-components';
import { ListFilterForm } from '../../platform/list-filter-form.tsx';
import { useListPosition } from '../../platform/list-pagination.tsx';
import { messages as shared } from '../../platform/messages.en-gb.ts';
import { PaginatedTable } from '../../platform/paginated-table.tsx';
import { ErrorDetail } from './error-detail.tsx';
import { errorListFilters, readErrorFilter } from './error-list-filters.ts';
import { useErrorGroups, useRefreshErrorGroups } from './error-logs.query.ts';
import { ErrorTypeBadge } from './error-type-badge.tsx';
import { messages } from './messages.en-gb.ts';

const detailId = (id: string): string => `error-${id}`;

/** Isolates text that a browser sent, so that its direction cannot reorder the text around it. */
const Toggle = styled.button`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: ${space[8]};
  width: 100%;
  min-height: ${target};
  padding: ${space[4]} 0;
  border: 0;
  background: none;
  color: inherit;
  font: inherit;
  font-weight: 600;
  text-align: start;
  cursor: pointer;
  svg {
    color: ${colour('brand')};
    ${media.motion} {
      transition: rotate 140ms;
    }
  }
  &[aria-expanded='true'] svg {
    rotate: 90deg;
  }
  &:hover > span {
    text-decoration: underline;
  }
  & > span {
    display: -webkit-box;
    overflow: hidden;
    overflow-wrap: anywhere;
    unicode-bidi: isolate;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 3;
  }
  &[aria-expanded='true'] > span {
    -webkit-line-clamp: none;
  }
`;

const Message = styled.div`
  min-width: 14rem;
  ${media.phone} {
    min-width: 0;
  }
`;

/** In narrow columns text that a browser sent may wrap, but badges may not. */
const Whole = styled.span`
  white-space: nowrap;
`;

const Release = styled.div`
  min-width: 9rem;
`;

function State({ solved, reopenedAt }: ErrorGroup) {
  if (solved !== null) return <StatusBadge tone="pass">{messages.solved}</StatusBadge>;
  return reopenedAt === null ? (
    <StatusBadge tone="warn">{messages.open}</StatusBadge>
  ) : (
    <StatusBadge tone="fail">{messages.openAgain}</StatusBadge>
  );
}

function Releases({ releases: [latest, ...others] }: ErrorGroup) {
  return (
    <Release>
      {latest ?? messages.noRelease}
      {others.length > 0 ? <MutedText>{messages.moreReleases(others.length)}</MutedText> : null}
    </Release>
  );
}

const columnsWith = (
  isOpen: (id: string) => boolean,
  toggle: (id: string) => void,
): readonly TableColumn<ErrorGroup>[] => [
  {
    id: 'error',
    label: messages.error,
    cell: ({ id, type, message }) => (
      <Message>
        <Toggle
          type="button"
          aria-expanded={isOpen(id)}
          {...(isOpen(id) ? { 'aria-controls': detailId(id) } : {})}
          onClick={() => toggle(id)}
        >
          <Icon glyph={ChevronRight} />
          <span>{message}</span>
        </Toggle>
        <ErrorTypeBadge type={type} />
      </Message>
    ),
  },
  { id: 'reports', label: messages.reports, numeric: true, cell: ({ reports }) => reports.toLocaleString('en-GB') },
  { id: 'first', label: messages.firstSeen, cell: ({ firstSeen }) => <RelativeTime at={firstSeen} /> },
  { id: 'last', label: messages.lastSeen, cell: ({ lastSeen }) => <RelativeTime at={lastSeen} /> },
  { id: 'release', label: messages.release, cell: (group) => <Releases {...group} /> },
  {
    id: 'state',
    label: messages.state,
    cell: (group) => (
      <Whole>
        <State {...group} />
      </Whole>
    ),
  },
];

type Words = { title: string; text: string };

/** The message of an empty list, by the filters that are set. */
function emptyWords({ search, state, type }: ReturnType<typeof readErrorFilter>) {
  if (search !== undefined || type !== undefined || state === 'solved') return messages.notFound;
  return state === 'open' ? messages.noneOpen : messages.noneYet;
}

const Outcome = styled.div`
  outline: none;
`;

/** The errors of all browsers, grouped, most recent first (specification section 2). */
export function ErrorLogsTab() {
  const [params, setParams] = useSearchParams();
  const { place } = useListPosition();
  const filter = readErrorFilter(params);
  const query = useErrorGroups({ ...place, ...filter });
  const refresh = useRefreshErrorGroups();
  const [notice, setNotice] = useState<Words | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const opened = params.getAll('error');
  const toggle = (id: string) => {
    const next = new URLSearchParams(params);
    next.delete('error');
    for (const each of opened.includes(id) ? opened.filter((other) => other !== id) : [...opened, id]) {
      next.append('error', each);
    }
    setParams(next, { replace: true, preventScrollReset: true });
  };
  const columns = columnsWith((id) => opened.includes(id), toggle);
  const changed = (content: Words) => {
    setNotice(content);
    // The row may leave the list together with the focused button.
    list.current?.focus();
    void refresh();
  };
  return (
    <Stack $gap={16}>
      <ListFilterForm label={messages.filters} filters={errorListFilters} tab="errors" action={shared.search} />
      <Outcome ref={list} tabIndex={-1}>
        <PaginatedTable
          query={query}
          labels={{ ...messages, ...emptyWords(filter) }}
          columns={columns}
          keyOf={({ id }) => id}
          detail={(group) =>
            opened.includes(group.id) ? <ErrorDetail id={detailId(group.id)} group={group} onChanged={changed} /> : null
          }
        />
      </Outcome>
      {notice === null ? null : (
        <Toast tone="pass" role="status" title={notice.title} onClose={() => setNotice(null)}>
          {notice.text}
        </Toast>
      )}
    </Stack>
  );
}
