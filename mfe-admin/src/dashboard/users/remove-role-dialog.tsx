import { type ListedUser, removeUserRoleEndpoint } from '@ve/contracts/http/operations/admin-users';
import type { Role } from '@ve/contracts/roles';
import { callApi } from '@ve/mfe-kit/api';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { Dialog } from '@ve/ui/dialog/dialog';
import { FactList } from '@ve/ui/fact-list/fact-list';
import { Row, Stack } from '@ve/ui/layout/layout';
import { Text } from '@ve/ui/text/text';
import { apiProblemTitleOf } from '../../platform/api-problem.ts';
import { ReasonField, useStaffReasonForm } from '../../platform/reason-field.tsx';
import { messages } from './messages.en-gb.ts';

export interface RoleToRemove {
  user: ListedUser;
  role: Role;
}

interface RemoveRoleDialogProps extends RoleToRemove {
  /** Whether the role belongs to the current member of staff. */
  isOwn: boolean;
  onClose: () => void;
  /** The user no longer has the role; `changed`: because of this request. */
  onRemoved: (changed: boolean) => void;
}

/** The confirmation, with a reason, before a role is removed from a user, by their id. */
export function RemoveRoleDialog({ user, role, isOwn, onClose, onRemoved }: RemoveRoleDialogProps) {
  const { submission, busy, onSubmit, field } = useStaffReasonForm(async (reason) => {
    const { outcome } = await callApi(removeUserRoleEndpoint, { body: { userId: user.id, role, reason } });
    if (outcome !== 'last-admin') onRemoved(outcome === 'removed');
    return outcome;
  });
  const refusal =
    submission.state === 'failed'
      ? (apiProblemTitleOf(submission.error) ?? messages.somethingWrong)
      : submission.state === 'done' && submission.answer === 'last-admin'
        ? messages.lastAdmin
        : null;
  return (
    <Dialog open title={messages.removeTitle(role)} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate>
        <Stack $gap={16}>
          <FactList
            sources="none"
            facts={[
              { label: messages.removeFrom, value: user.email },
              { label: messages.id, value: user.id },
            ]}
          />
          {isOwn && role === 'admin' ? (
            <Banner tone="warn" title={messages.removeOwnTitle}>
              {messages.removeOwn}
            </Banner>
          ) : (
            <Text>{messages.removeNow}</Text>
          )}
          <ReasonField {...field('reason')} />
          {refusal === null ? null : (
            <Banner tone="fail" role="alert" title={messages.removeFailed}>
              {refusal}
            </Banner>
          )}
          <Row>
            <Button type="submit" variant="danger" busy={busy} busyLabel={messages.removing}>
              {messages.removeAction}
            </Button>
            <Button variant="secondary" onClick={onClose}>
              {messages.cancel}
            </Button>
          </Row>
        </Stack>
      </form>
    </Dialog>
  );
}
