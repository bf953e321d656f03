import { type PhoneState, savePhoneEndpoint } from '@ve/contracts/http/membership/phone';
import { parseUkMobile } from '@ve/domain/kernel/phone/parse-uk-mobile';
import { ApiError, callApi } from '@ve/mfe-kit/api';
import { FormFailure } from '@ve/mfe-kit/form-failure';
import { Link } from '@ve/mfe-kit/router';
import { Banner } from '@ve/ui/banner/banner';
import { Button, ButtonLink } from '@ve/ui/button/button';
import { TextField } from '@ve/ui/field/field';
import { Row, Stack } from '@ve/ui/layout/layout';
import { Text } from '@ve/ui/text/text';
import { useEffect, useRef } from 'react';
import { useTypedForm } from '../typed-form.tsx';
import { messages } from './messages.en-gb.ts';

/** Why the number was not saved, with the texts of the specification (sections 5 and 8). */
function Failure({ error }: { error: unknown }) {
  if (!(error instanceof ApiError)) {
    return (
      <Banner tone="fail" role="alert" title={messages.errorTitle}>
        {messages.error}
      </Banner>
    );
  }
  if (error.code !== 'sign-in-required') return <FormFailure title={messages.failed} error={error} />;
  return (
    <Banner
      tone="fail"
      role="alert"
      title={messages.signInTitle}
      actions={
        <ButtonLink as={Link} to="/signin" $variant="secondary">
          {messages.signInLink}
        </ButtonLink>
      }
    >
      {messages.signIn}
    </Banner>
  );
}

interface MobileNumberFormProps {
  /** Takes the focus after a press; when the dialog opens, its text is read first. */
  focus: boolean;
  onSaved: (phone: NonNullable<PhoneState>) => void;
  onClose: () => void;
}

/** The form for a UK mobile number, which it stores. */
export function MobileNumberForm({ focus, onSaved, onClose }: MobileNumberFormProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focus) input.current?.focus();
  }, [focus]);
  const { submission, busy, onSubmit, field } = useTypedForm({
    id: 'mobile',
    names: ['phone'],
    read: (typed) => {
      const given = typed.phone.trim();
      const phone = parseUkMobile(given);
      if (phone !== null) return { body: phone };
      return { errors: { phone: given === '' ? messages.required : messages.notMobile } };
    },
    send: async (phone) => {
      const answer = await callApi(savePhoneEndpoint, { body: { phone } });
      if (answer.outcome === 'saved' && answer.phone !== null) onSaved(answer.phone);
      return answer;
    },
  });
  const isCustomerMissing = submission.state === 'done' && submission.answer.outcome === 'no-customer';
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack $gap={16}>
        <Text>{messages.why}</Text>
        <TextField
          ref={input}
          {...field('phone')}
          type="tel"
          autoComplete="tel"
          maxLength={40}
          label={messages.number}
          hint={messages.hint}
        />
        {submission.state === 'failed' ? <Failure error={submission.error} /> : null}
        {isCustomerMissing ? (
          <Banner tone="warn" role="alert">
            {messages.noCustomer}
          </Banner>
        ) : null}
        <Row>
          <Button type="submit" busy={busy} busyLabel={messages.saving}>
            {messages.save}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {messages.later}
          </Button>
        </Row>
      </Stack>
    </form>
  );
}
