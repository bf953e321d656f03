import { contactFormLimits } from '@ve/contracts/http/messaging/contact';
import { Link } from '@ve/mfe-kit/router';
import type { TypedFormFieldProps } from '@ve/mfe-kit/typed-form';
import { textControlStyle, Field, TextField } from '@ve/ui/field/field';
import { TextLink } from '@ve/ui/link/link-style';
import { MutedText } from '@ve/ui/text/text';
import { styled } from 'styled-components';
import { emailErrorMessage } from '@ve/domain/kernel/email/email-error-message';

/** The texts that every form has whose message reaches our staff. */
const messages = {
  name: 'Full name',
  nameMissing: 'Enter your full name',
  nameLong: `Enter a name of at most ${contactFormLimits.name} characters`,
  email: 'E-mail address',
  messageLong: `Shorten your message to ${contactFormLimits.message.toLocaleString('en-GB')} characters`,
  privacy: 'How we use what you write:',
  privacyLink: 'privacy notice',
} as const;

const Message = styled.textarea`
  ${textControlStyle}
  min-height: 10rem;
  resize: vertical;
`;

/** Name and e-mail address of who writes. */
export const SenderFields = ({
  field,
  emailHint,
}: {
  field: (name: 'name' | 'email') => TypedFormFieldProps;
  emailHint: string;
}) => (
  <>
    <TextField {...field('name')} autoComplete="name" label={messages.name} />
    <TextField {...field('email')} type="email" autoComplete="email" label={messages.email} hint={emailHint} />
  </>
);

export const MessageField = ({ field, label, hint }: { field: TypedFormFieldProps; label: string; hint: string }) => (
  <Field {...field} label={label} hint={hint}>
    {(control) => <Message {...control} name={field.name} rows={6} />}
  </Field>
);

export const PrivacyNote = () => (
  <MutedText>
    {messages.privacy}{' '}
    <TextLink as={Link} to="/privacy">
      {messages.privacyLink}
    </TextLink>
  </MutedText>
);

/** The error message of these fields, given their value. `missing`: for a message that is. */
export function messageFormError(field: 'name' | 'email' | 'message', typed: string, missing: string): string {
  switch (field) {
    case 'name':
      return typed.length > contactFormLimits.name ? messages.nameLong : messages.nameMissing;
    case 'email':
      return emailErrorMessage(typed);
    case 'message':
      return typed.length > contactFormLimits.message ? messages.messageLong : missing;
  }
}
