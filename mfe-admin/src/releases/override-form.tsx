import { type ReleaseOverrideTargets, releaseOverrideTargetsSchema } from '@ve/contracts/override';
import { type FormReadResult, useTypedForm } from '@ve/mfe-kit/typed-form';
import { Button } from '@ve/ui/button/button';
import { TextField } from '@ve/ui/field/field';
import { Row, Stack } from '@ve/ui/layout/layout';
import { styled } from 'styled-components';
import { releaseOverrideMessages as messages } from './override-messages.en-gb.ts';
import { ReleaseOverrideFailure } from './override-outcome.tsx';
import { previewReleaseOnSite } from './override.query.ts';

const Narrow = styled.form`
  max-width: 35rem;
`;

type Typed = Record<'name' | 'target', string>;

/** The input as override targets, or its problems. */
function readTyped(typed: Typed): FormReadResult<keyof Typed, ReleaseOverrideTargets> {
  const [name, target] = [typed.name.trim(), typed.target.trim()];
  const wanted = /^https?:/.test(target) ? { local: target.replace(/\/$/, '') } : { version: target };
  const read = releaseOverrideTargetsSchema.safeParse({ [name]: wanted });
  if (read.success) return { body: read.data };
  const isNamed = releaseOverrideTargetsSchema.safeParse({ [name]: { version: 'any' } }).success;
  return { errors: isNamed ? { target: messages.targetInvalid } : { name: messages.remoteInvalid } };
}

/** Shows this session a release, or a development server on this machine, instead of a live release. */
export function ReleaseOverrideForm({ visit }: { visit?: () => void }) {
  const { submission, busy, onSubmit, field } = useTypedForm({
    id: 'override',
    names: ['name', 'target'],
    read: readTyped,
    send: previewReleaseOnSite(visit),
  });
  return (
    <Narrow noValidate onSubmit={onSubmit}>
      <Stack $gap={12}>
        <TextField
          {...field('name')}
          label={messages.remote}
          hint={messages.remoteHint}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField
          {...field('target')}
          label={messages.target}
          hint={messages.targetHint}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <ReleaseOverrideFailure submission={submission} />
        <Row>
          <Button type="submit" busy={busy} busyLabel={messages.busy}>
            {messages.submit}
          </Button>
        </Row>
      </Stack>
    </Narrow>
  );
}
