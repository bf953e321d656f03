import type { ChangeAgreementAnswer } from '@ve/contracts/http/membership/announced-changes';
import type { MemberChangeNotice } from '@ve/contracts/http/membership/member-change';
import { FocusedResult } from '@ve/mfe-kit/focused-result';
import { Link } from '@ve/mfe-kit/router';
import { SubmissionFailure } from '@ve/mfe-kit/submission-failure';
import { useFormSubmission } from '@ve/mfe-kit/use-form-submission';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { Row, Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { Heading, MutedText, Text } from '@ve/ui/text/text';
import { messages } from './messages.en-gb.ts';

interface AnnouncedChangeProps {
  change: MemberChangeNotice;
  agree: (id: string) => Promise<ChangeAgreementAnswer>;
  /** The level of its heading. */
  level: 2 | 3;
}

/** An announced change, what happens without agreement, and the button that agrees. */
export function AnnouncedChange({ change, agree, level }: AnnouncedChangeProps) {
  const { submission, submit } = useFormSubmission(() => agree(change.id));
  const outcome = submission.state === 'done' ? submission.answer.outcome : null;
  if (outcome === 'agreed' || change.agreedAt !== null) {
    const agreed = messages.agreed(change);
    return outcome === null ? (
      <Banner tone="info" title={messages.agreedTitle}>
        {agreed}
      </Banner>
    ) : (
      <FocusedResult>
        <Banner tone="pass" role="status" title={messages.agreedTitle}>
          {agreed}
        </Banner>
      </FocusedResult>
    );
  }
  if (outcome !== null) {
    return (
      <FocusedResult>
        <Banner tone="warn" role="status" title={messages.closedTitle}>
          {messages.closed}
        </Banner>
      </FocusedResult>
    );
  }
  return (
    <Stack $gap={12} $align="start">
      <Heading level={level} size="s">
        {messages.title(change)}
      </Heading>
      <Text>
        {messages.text(change)} {messages.otherwise(change)}
      </Text>
      {change.kind === 'terms' ? (
        <TextLink as={Link} to="/terms">
          {messages.terms}
        </TextLink>
      ) : null}
      <MutedText>{messages.consent(change.consent)}</MutedText>
      <SubmissionFailure title={messages.failed} submission={submission} />
      <Row>
        <Button busy={submission.state === 'busy'} busyLabel={messages.busy} onClick={() => void submit(undefined)}>
          {messages.agree(change)}
        </Button>
      </Row>
    </Stack>
  );
}
