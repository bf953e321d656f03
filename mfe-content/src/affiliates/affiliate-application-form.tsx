import {
  affiliateContentKinds,
  type AffiliateApplication,
  type AffiliateApplicationReceipt,
  applyAsAffiliateEndpoint,
} from '@ve/contracts/http/messaging/affiliates';
import { callApi } from '@ve/mfe-kit/api';
import { FocusedResult } from '@ve/mfe-kit/focused-result';
import { SubmissionFailure } from '@ve/mfe-kit/submission-failure';
import { useTypedForm } from '@ve/mfe-kit/typed-form';
import { useIdempotentSend } from '@ve/mfe-kit/use-idempotent-send';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { Checkbox } from '@ve/ui/checkbox/checkbox';
import { ErrorSummary } from '@ve/ui/error-summary/error-summary';
import { Field, Select, TextField } from '@ve/ui/field/field';
import { Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { Text } from '@ve/ui/text/text';
import { useState } from 'react';
import { styled } from 'styled-components';
import { MessageField, PrivacyNote, SenderFields } from '../platform/message-form.tsx';
import { NoWrapText } from '../platform/no-wrap-text.tsx';
import { ownMailboxes } from '../platform/service-details.ts';
import { affiliateApplicationFields, createAffiliateApplicationReader } from './application.ts';
import { messages } from './messages.en-gb.ts';

const labels = messages.form;

const Form = styled.form`
  max-width: 40rem;
`;

const Sent = ({ email, receipt }: { email: string; receipt: AffiliateApplicationReceipt }) => (
  <FocusedResult>
    <Banner
      tone="pass"
      role="status"
      title={
        <>
          {labels.doneTitle} <NoWrapText>{receipt.reference}</NoWrapText>
        </>
      }
    >
      {labels.done(email, receipt.answerBy)}
    </Banner>
  </FocusedResult>
);

/** The application to the affiliate programme. The input is kept until it is accepted. */
export function AffiliateApplicationForm() {
  const [adult, setAdult] = useState(false);
  const [terms, setTerms] = useState(false);
  const { submission, busy, onSubmit, field, summary } = useTypedForm({
    id: 'affiliate',
    names: affiliateApplicationFields,
    read: createAffiliateApplicationReader({ adult, terms }),
    send: useIdempotentSend((body: AffiliateApplication) => callApi(applyAsAffiliateEndpoint, { body })),
  });
  if (submission.state === 'done') return <Sent email={submission.sent.email} receipt={submission.answer} />;
  const content = field('content');
  return (
    <Form noValidate onSubmit={onSubmit}>
      <Stack $gap={24}>
        <ErrorSummary {...summary} />
        <SubmissionFailure title={labels.failed} submission={submission} />
        <SenderFields field={field} emailHint={labels.emailHint} />
        <TextField
          {...field('website')}
          type="url"
          autoComplete="url"
          spellCheck={false}
          label={labels.website}
          hint={labels.websiteHint}
        />
        <Field {...content} label={labels.content}>
          {(control) => (
            <Select {...control} name={content.name} defaultValue="">
              <option value="">{labels.choose}</option>
              {affiliateContentKinds.map((each) => (
                <option key={each} value={each}>
                  {labels.contents[each]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <MessageField field={field('message')} label={labels.message} hint={labels.messageHint} />
        <div>
          <Checkbox
            id={field('adult').id}
            error={field('adult').error}
            label={labels.adult}
            checked={adult}
            onChange={setAdult}
          />
          <Checkbox
            id={field('terms').id}
            error={field('terms').error}
            label={labels.terms}
            checked={terms}
            onChange={setTerms}
          />
        </div>
        <div>
          <Button type="submit" busy={busy} busyLabel={labels.busy}>
            {labels.submit}
          </Button>
        </div>
        <noscript>
          <Text>
            {labels.noScript} <TextLink href={`mailto:${ownMailboxes.affiliates}`}>{ownMailboxes.affiliates}</TextLink>
          </Text>
        </noscript>
        <PrivacyNote />
      </Stack>
    </Form>
  );
}
