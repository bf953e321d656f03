import { addUserRoleEndpoint } from '@ve/contracts/http/operations/admin-users';
import { emailField as emailSchema } from '@ve/contracts/fields';
import { type Role, roleSchema } from '@ve/contracts/roles';
import { emailErrorMessage } from '@ve/domain/kernel/email/email-error-message';
import { callApi } from '@ve/mfe-kit/api';
import { type FormReadResult, useTypedForm } from '@ve/mfe-kit/typed-form';
import { Button } from '@ve/ui/button/button';
import { Card } from '@ve/ui/card/card';
import { Field, Select, TextField } from '@ve/ui/field/field';
import { Stack } from '@ve/ui/layout/layout';
import { Heading } from '@ve/ui/text/text';
import { space } from '@ve/ui/theme/theme';
import { useId, useState } from 'react';
import { styled } from 'styled-components';
import { apiProblemTitleOf } from '../../platform/api-problem.ts';
import { ReasonField, readStaffReason } from '../../platform/reason-field.tsx';
import { messages } from './messages.en-gb.ts';
import type { RoleNoticeContent } from './role-notice.tsx';

const Fields = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr));
  align-items: end;
  gap: ${space[16]};
`;

interface AddRoleFormProps {
  onNotice: (notice: RoleNoticeContent) => void;
  onAdded: () => void;
}

/** Grants a role to the user of an address. Keeps the input until that has succeeded. */
export function AddRoleForm({ onNotice, onAdded }: AddRoleFormProps) {
  const titleId = useId();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('user');
  const [reason, setReason] = useState('');
  const { busy, onSubmit, field } = useTypedForm({
    id: titleId,
    names: ['email', 'reason'],
    read: (typed): FormReadResult<'email' | 'reason', { email: string; role: Role; reason: string }> => {
      const reading = readStaffReason(typed);
      const isAddress = emailSchema.safeParse(typed.email).success;
      if (isAddress && 'body' in reading) return { body: { email: typed.email.trim(), role, reason: reading.body } };
      return {
        errors: {
          email: isAddress ? undefined : emailErrorMessage(typed.email),
          ...('errors' in reading ? reading.errors : {}),
        },
      };
    },
    send: async (body) => {
      try {
        const answer = await callApi(addUserRoleEndpoint, { body });
        if (answer.outcome === 'unknown-address') return messages.unknownAddress(body.email);
        if (answer.outcome === 'deleting') return messages.deleting(answer.email);
        if (answer.outcome === 'held') onNotice({ tone: 'info', title: messages.held(role, answer.email) });
        else {
          onNotice({ tone: 'pass', title: messages.added(role, answer.email) });
          setEmail('');
          setReason('');
          onAdded();
        }
      } catch (error) {
        onNotice({
          tone: 'fail',
          title: messages.addFailed,
          text: apiProblemTitleOf(error) ?? messages.somethingWrong,
        });
      }
      return undefined;
    },
    refusalOf: (refusal) => ({ email: refusal }),
  });
  return (
    <Card as="section" $padding={16} aria-labelledby={titleId}>
      <form onSubmit={onSubmit} noValidate>
        <Stack $gap={16} $align="stretch">
          <Heading level={2} size="s" id={titleId}>
            {messages.addTitle}
          </Heading>
          <Fields>
            <TextField
              {...field('email')}
              label={messages.addEmail}
              type="email"
              autoComplete="off"
              value={email}
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
            <ReasonField {...field('reason')} value={reason} onChange={({ target }) => setReason(target.value)} />
          </Fields>
          <div>
            <Button type="submit" busy={busy} busyLabel={messages.adding}>
              {messages.addAction}
            </Button>
          </div>
        </Stack>
      </form>
    </Card>
  );
}
