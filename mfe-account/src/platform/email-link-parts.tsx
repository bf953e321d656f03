import { Link } from '@ve/mfe-kit/router';
import { SubmissionFailure } from '@ve/mfe-kit/submission-failure';
import type { FormSubmissionState } from '@ve/mfe-kit/use-form-submission';
import { Banner } from '@ve/ui/banner/banner';
import { Button, ButtonLink } from '@ve/ui/button/button';
import { Row, Stack } from '@ve/ui/layout/layout';
import type { ReactNode } from 'react';

interface DeadLinkProps {
  title: string;
  text: string;
  /** The page of the account that does the same, and the words of the link to it. */
  to: string;
  label: string;
  contact: string;
}

/** Shown for a link of a mail that does nothing any more. */
export const DeadEmailLink = ({ title, text, to, label, contact }: DeadLinkProps) => (
  <Stack $gap={24}>
    <Banner tone="warn" title={title}>
      {text}
    </Banner>
    <Row>
      <ButtonLink as={Link} to={to}>
        {label}
      </ButtonLink>
      <ButtonLink as={Link} to="/contact?type=general" $variant="secondary">
        {contact}
      </ButtonLink>
    </Row>
  </Stack>
);

interface LinkActionProps {
  submission: FormSubmissionState<unknown, unknown>;
  failed: string;
  action: string;
  busyLabel: string;
  onPress: () => void;
  /** Further buttons. */
  children?: ReactNode;
}

/** The button that does what the link of a mail is for. */
export const EmailLinkAction = ({ submission, failed, action, busyLabel, onPress, children }: LinkActionProps) => (
  <>
    <SubmissionFailure title={failed} submission={submission} />
    <Row>
      <Button variant="danger" busy={submission.state === 'busy'} busyLabel={busyLabel} onClick={onPress}>
        {action}
      </Button>
      {children}
    </Row>
  </>
);
