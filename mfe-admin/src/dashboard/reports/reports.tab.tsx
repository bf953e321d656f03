import type { ListedReport } from '@ve/contracts/http/operations/admin-reports';
import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import { formatInstantShort } from '@ve/domain/kernel/time/format-date';
import { Link } from '@ve/mfe-kit/router';
import { TextLink } from '@ve/ui/link/link-style';
import { Plate } from '@ve/ui/plate/plate';
import type { TableColumn } from '@ve/ui/table/table';
import { TabularNumbers, MutedText } from '@ve/ui/text/text';
import { target } from '@ve/ui/theme/theme';
import { VisuallyHidden } from '@ve/ui/visually-hidden/visually-hidden';
import { styled } from 'styled-components';
import { useListPosition } from '../../platform/list-pagination.tsx';
import { PaginatedTable } from '../../platform/paginated-table.tsx';
import { messages } from './messages.en-gb.ts';
import { useRecentReports } from './reports.query.ts';

const ViewLink = styled(TextLink)`
  display: inline-flex;
  align-items: center;
  min-height: ${target};
  margin-block: -0.75rem;
  white-space: nowrap;
`;

const columns: readonly TableColumn<ListedReport>[] = [
  {
    id: 'registration',
    label: messages.registration,
    cell: ({ registration }) => <Plate registration={registration} size="s" />,
  },
  {
    id: 'vehicle',
    label: messages.vehicle,
    cell: ({ make, model }) => [make, model].filter((part) => part !== null).join(' ') || messages.unnamed,
  },
  {
    id: 'customer',
    label: messages.customer,
    cell: ({ customer: { name, email } }) => (
      <>
        {name ?? messages.noName}
        <MutedText>{email ?? messages.noEmail}</MutedText>
      </>
    ),
  },
  {
    id: 'created',
    label: messages.created,
    cell: ({ createdAt }) => (
      <TabularNumbers as="time" dateTime={createdAt}>
        {formatInstantShort(createdAt)}
      </TabularNumbers>
    ),
  },
  {
    id: 'actions',
    label: messages.actions,
    cell: ({ id, registration }) => (
      <ViewLink as={Link} to={`/admin/reports/${id}`}>
        {messages.view}
        <VisuallyHidden> {messages.viewOf(formatRegistration(registration))}</VisuallyHidden>
      </ViewLink>
    ),
  },
];

/** The reports of all customers, newest first (specification section 2). */
export function ReportsTab() {
  const { place } = useListPosition();
  const query = useRecentReports(place);
  return (
    <PaginatedTable
      query={query}
      toast={() => messages.failedToast}
      labels={messages}
      columns={columns}
      keyOf={({ id }) => id}
    />
  );
}
