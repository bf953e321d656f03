import { type OverrideTargets, overrideTargetsSchema } from '@ve/contracts/override';
import { Button } from '@ve/ui/button/button';
import { TextField } from '@ve/ui/field/field';
import { Row, Stack } from '@ve/ui/layout/layout';
import { type FormEvent, useState } from 'react';
import { styled } from 'styled-components';
import { overrideMessages as messages } from './override-messages.en-gb.ts';
import { OverrideOutcome } from './override-outcome.tsx';
import { usePreviewOnSite } from './use-preview-on-site.ts';

const Narrow = styled.form`
  max-width: 35rem;
`;

interface Problems {
  name?: string;
  target?: string;
}

/** The input as override targets, or its problems. */
function readTyped(name: string, target: string): OverrideTargets | Problems {
  const wanted = /^https?:/.test(target) ? { local: target.replace(/\/$/, '') } : { version: target };
  const read = overrideTargetsSchema.safeParse({ [name]: wanted });
  if (read.success) return read.data;
  const isNamed = overrideTargetsSchema.safeParse({ [name]: { version: 'any' } }).success;
  return isNamed ? { target: messages.targetInvalid } : { name: messages.remoteInvalid };
}

const isProblem = (read: OverrideTargets | Problems): read is Problems =>
  typeof read['name'] === 'string' || typeof read['target'] === 'string';

/** Shows this session a release, or a development server on this machine, instead of a live release. */
export function OverrideForm({ visit }: { visit?: () => void }) {
  const [name, setName] = useState('');
  const [target, setTarget] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const { submission, submit } = usePreviewOnSite(visit);
  const busy = submission.state === 'busy';
  const send = (event: FormEvent) => {
    event.preventDefault();
    const read = readTyped(name.trim(), target.trim());
    setProblems(isProblem(read) ? read : {});
    if (!isProblem(read)) void submit(read);
  };
  return (
    <Narrow noValidate onSubmit={send}>
      <Stack $gap={12}>
        <TextField
          label={messages.remote}
          hint={messages.remoteHint}
          error={problems.name}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={name}
          onChange={(event) => {
            setName(event.target.value);
          }}
        />
        <TextField
          label={messages.target}
          hint={messages.targetHint}
          error={problems.target}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={target}
          onChange={(event) => {
            setTarget(event.target.value);
          }}
        />
        <OverrideOutcome submission={submission} />
        <Row>
          <Button type="submit" busy={busy} busyLabel={messages.busy}>
            {messages.submit}
          </Button>
        </Row>
      </Stack>
    </Narrow>
  );
}
