import { Checkbox } from '@ve/ui/checkbox/checkbox';
import { TextField } from '@ve/ui/field/field';
import { Stack } from '@ve/ui/layout/layout';
import { useState } from 'react';
import { messages } from './messages.en-gb.ts';

interface NewPasswordFieldProps {
  id: string;
  name: string;
  error: string | undefined;
}

/** The field for a new password, which can be shown; password managers may fill it in. */
export function NewPasswordField({ id, name, error }: NewPasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <Stack $gap={8}>
      <TextField
        id={id}
        name={name}
        label={messages.password.label}
        hint={messages.password.hint}
        error={error}
        type={isShown ? 'text' : 'password'}
        autoComplete="new-password"
      />
      <Checkbox id={`${id}-shown`} label={messages.password.show} checked={isShown} onChange={setShown} />
    </Stack>
  );
}
