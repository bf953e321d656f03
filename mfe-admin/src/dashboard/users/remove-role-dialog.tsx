import { type ListedUser, removeUserRole } from '@ve/contracts/http/operations/admin-users';
import type { Role } from '@ve/contracts/roles';
import { callApi } from '@ve/mfe-kit/api';
import { useSubmission } from '@ve/mfe-kit/use-submission';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { Dialog } from '@ve/ui/dialog/dialog';
import { FactList } from '@ve/ui/fact-list/fact-list';
import { Row, Stack } from '@ve/ui/layout/layout';
import { Text } from '@ve/ui/text/text';
import { type FormEvent, useState } from 'react';
import { errorTitle } from '../../platform/api-problem.ts';
import { ReasonField, useReason } from '../../platform/reason-field.tsx';
import { messages } from './messages.en-gb.ts';

export interface RoleOfUser {
  user: ListedUser;
  role: Role;
}

interface RemoveRoleDialogProps extends RoleOfUser {
  /** Whether the role belongs to the current member of staff. */
  isOwn: boolean;
  onClose: () => void;
  /** The user no longer has the role; `changed`: because of this request. */
  onRemoved: (changed: boolean) => void;
}

/** The confirmation, with a reason, before a role is removed from a user, by their id. */
export function RemoveRoleDialog({ user, role, isOwn, onClose, onRemoved }: RemoveRoleDialogProps) {
  const reason = useReason();
  const [refusal, setRefusal] = useState<string | null>(null);
  const { submission, submit } = useSubmission(async (given: string) => {
    setRefusal(null);
    try {
      const { outcome } = await callApi(removeUserRole, { body: { userId: user.id, role, reason: given } });
      if (outcome === 'last-admin') setRefusal(messages.lastAdmin);
      else onRemoved(outcome === 'removed');
    } catch (error) {
      setRefusal(errorTitle(error) ?? messages.somethingWrong);
    }
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    const given = reason.check();
    if (given !== null) void submit(given);
  };
  return (
    <Dialog open title={messages.removeTitle(role)} onClose={onClose}>
      <form onSubmit={send} noValidate>
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
          <ReasonField reason={reason} />
          {refusal === null ? null : (
            <Banner tone="fail" role="alert" title={messages.removeFailed}>
              {refusal}
            </Banner>
          )}
          <Row>
            <Button type="submit" variant="danger" busy={submission.state === 'busy'} busyLabel={messages.removing}>
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
