import { addUserRole } from '@ve/contracts/http/operations/admin-users';
import { email as emailSchema } from '@ve/contracts/fields';
import { type Role, roleSchema } from '@ve/contracts/roles';
import { callApi } from '@ve/mfe-kit/api';
import { useSubmission } from '@ve/mfe-kit/use-submission';
import { Button } from '@ve/ui/button/button';
import { Card } from '@ve/ui/card/card';
import { Field, Select, TextField } from '@ve/ui/field/field';
import { Stack } from '@ve/ui/layout/layout';
import { Heading } from '@ve/ui/text/text';
import { space } from '@ve/ui/theme/theme';
import { type FormEvent, useId, useState } from 'react';
import { styled } from 'styled-components';
import { errorTitle } from '../../platform/api-problem.ts';
import { ReasonField, useReason } from '../../platform/reason-field.tsx';
import { messages } from './messages.en-gb.ts';
import type { Notice } from './role-notice.tsx';

const Fields = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr));
  align-items: end;
  gap: ${space[16]};
`;

interface AddRoleFormProps {
  onNotice: (notice: Notice) => void;
  onAdded: () => void;
}

/** Grants a role to the user of an address. Keeps the input until that has succeeded. */
export function AddRoleForm({ onNotice, onAdded }: AddRoleFormProps) {
  const titleId = useId();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('user');
  const reason = useReason();
  const [wrong, setWrong] = useState<string | null>(null);
  const { submission, submit } = useSubmission(async (given: string) => {
    const body = { email: email.trim(), role, reason: given };
    try {
      const answer = await callApi(addUserRole, { body });
      if (answer.outcome === 'unknown-address') return setWrong(messages.unknownAddress(body.email));
      if (answer.outcome === 'held') return onNotice({ tone: 'info', title: messages.held(role, answer.email) });
      if (answer.outcome === 'deleting') return setWrong(messages.deleting(answer.email));
      onNotice({ tone: 'pass', title: messages.added(role, answer.email) });
      setEmail('');
      reason.clear();
      onAdded();
    } catch (error) {
      onNotice({ tone: 'fail', title: messages.addFailed, text: errorTitle(error) ?? messages.somethingWrong });
    }
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    const isAddress = emailSchema.safeParse(email).success;
    setWrong(isAddress ? null : messages.emailWrong);
    const given = reason.check();
    if (isAddress && given !== null) void submit(given);
  };
  return (
    <Card as="section" $padding={16} aria-labelledby={titleId}>
      <form onSubmit={send} noValidate>
        <Stack $gap={16} $align="stretch">
          <Heading level={2} size="s" id={titleId}>
            {messages.addTitle}
          </Heading>
          <Fields>
            <TextField
              label={messages.addEmail}
              type="email"
              autoComplete="off"
              value={email}
              error={wrong}
              onChange={({ target }) => setEmail(target.value)}
            />
            <Field label={messages.addRole}>
              {(control) => (
                <Select {...control} value={role} onChange={({ target }) => setRole(roleSchema.parse(target.value))}>
                  {roleSchema.options.map((each) => (
                    <option key={each} value={each}>
                      {each}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <ReasonField reason={reason} />
          </Fields>
          <div>
            <Button type="submit" busy={submission.state === 'busy'} busyLabel={messages.adding}>
              {messages.addAction}
            </Button>
          </div>
        </Stack>
      </form>
    </Card>
  );
}
