import { staffSearchTermField } from '@ve/contracts/http/kernel/admin-list-page';
import type { ListedUser } from '@ve/contracts/http/operations/admin-users';
import { formatInstantShort } from '@ve/domain/kernel/time/format-date';
import { Link, useLocation } from '@ve/mfe-kit/router';
import { useRefreshSession, useSession } from '@ve/mfe-kit/session';
import { Button } from '@ve/ui/button/button';
import { Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import type { TableColumn } from '@ve/ui/table/table';
import { TabularNumbers, MutedText } from '@ve/ui/text/text';
import { fontSize, space } from '@ve/ui/theme/theme';
import { VisuallyHidden } from '@ve/ui/visually-hidden/visually-hidden';
import { useState } from 'react';
import { styled } from 'styled-components';
import { type ListFilter, ListFilterForm } from '../../platform/list-filter-form.tsx';
import { useListPosition } from '../../platform/list-pagination.tsx';
import { isApiError, apiProblemTitleOf } from '../../platform/api-problem.ts';
import { messages as shared } from '../../platform/messages.en-gb.ts';
import { PaginatedTable } from '../../platform/paginated-table.tsx';
import { RoleBadge } from '../../platform/role-badge.tsx';
import { findSearchTermProblem } from '../../platform/find-search-term-problem.ts';
import { readInputFromHistoryState } from '../../platform/history-input.ts';
import { AddRoleForm } from './add-role-form.tsx';
import { messages } from './messages.en-gb.ts';
import { RemoveRoleDialog, type RoleToRemove } from './remove-role-dialog.tsx';
import { type RoleNoticeContent, RoleNotice } from './role-notice.tsx';
import { useUsers } from './users.query.ts';

/** Each role next to its button, aligned with the other cells of the row. */
const Roles = styled.ul`
  display: grid;
  gap: ${space[4]};
  margin: -0.5rem 0;
  padding: 0;
  list-style: none;
  li {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: ${space[4]};
  }
  button {
    padding-inline: ${space[8]};
    font-size: ${fontSize[14]};
  }
`;

/** No toast while the service is unavailable: the banner shows it (specification section 8). */
const toastOf = (error: unknown): string | null =>
  isApiError(error) && error.status === 503 ? null : (apiProblemTitleOf(error) ?? messages.failedToast);

const columnsWith = (onRemove: (of: RoleToRemove) => void): readonly TableColumn<ListedUser>[] => [
  {
    id: 'email',
    label: messages.email,
    cell: ({ id, email }) => (
      <TextLink as={Link} to={`/admin/support/${id}`}>
        {email}
      </TextLink>
    ),
  },
  { id: 'id', label: messages.id, cell: ({ id }) => <TabularNumbers>{id}</TabularNumbers> },
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
    id: 'roles',
    label: messages.roles,
    cell: (user) =>
      user.roles.length === 0 ? (
        <MutedText as="span">{messages.noRoles}</MutedText>
      ) : (
        <Roles role="list">
          {user.roles.map((role) => (
            <li key={role}>
              <RoleBadge role={role} />
              <Button variant="quiet" onClick={() => onRemove({ user, role })}>
                {messages.remove}
                <VisuallyHidden> {messages.removeOf(role, user.email)}</VisuallyHidden>
              </Button>
            </li>
          ))}
        </Roles>
      ),
  },
];

/** Searches for any part of an address. */
const filters: readonly ListFilter[] = [
  {
    name: 'search',
    isAddress: true,
    label: messages.search,
    hint: messages.searchHint,
    problemOf: findSearchTermProblem,
  },
];

/** The users and their roles (specification sections 2 and 6). */
export function UsersTab() {
  const { place } = useListPosition();
  const { user: own } = useSession();
  const refreshSession = useRefreshSession();
  const given = staffSearchTermField.safeParse(readInputFromHistoryState(useLocation().state, 'search'));
  const search = given.success ? given.data : '';
  const { query, retry, refetch } = useUsers({ ...place, ...(search === '' ? {} : { search }) });
  const [notice, setNotice] = useState<RoleNoticeContent | null>(null);
  const [removing, setRemoving] = useState<RoleToRemove | null>(null);
  const [columns] = useState(() => columnsWith(setRemoving));
  const onRoleRemoved = (changed: boolean) => {
    if (removing === null) return;
    const { role, user } = removing;
    setRemoving(null);
    setNotice(changed ? { tone: 'pass', title: messages.removed(role) } : { tone: 'info', title: messages.notHeld });
    refetch();
    // Admins who removed their own role immediately see what they may still see.
    if (changed && user.id === own?.id) refreshSession();
  };
  return (
    <Stack $gap={24}>
      <ListFilterForm label={messages.searchLabel} filters={filters} tab="users" action={shared.search} />
      <PaginatedTable
        query={{ ...query, refetch: retry }}
        toast={toastOf}
        labels={search === '' ? { ...messages, ...messages.noUsers } : { ...messages, ...messages.nobodyFound }}
        columns={columns}
        keyOf={({ id }) => id}
      />
      <AddRoleForm onNotice={setNotice} onAdded={refetch} />
      {removing === null ? null : (
        <RemoveRoleDialog
          {...removing}
          isOwn={removing.user.id === own?.id}
          onClose={() => setRemoving(null)}
          onRemoved={onRoleRemoved}
        />
      )}
      {notice === null ? null : <RoleNotice notice={notice} onClose={() => setNotice(null)} />}
    </Stack>
  );
}
