import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import { Link } from '@ve/mfe-kit/router';
import { Banner } from '@ve/ui/banner/banner';
import { Button, ButtonLink } from '@ve/ui/button/button';
import { messages } from './messages.en-gb.ts';

const labels = messages.resume;

interface ResumeNoticeProps {
  registration: string;
  /** The URL of the step where the visitor stopped. */
  to: string;
  onForget: () => void;
}

/** Offers to resume the sign-up that is stored in this browser. */
export function ResumeSignUpNotice({ registration, to, onForget }: ResumeNoticeProps) {
  return (
    <Banner
      tone="info"
      title={labels.title}
      actions={
        <>
          <ButtonLink as={Link} to={to}>
            {labels.action(formatRegistration(registration))}
          </ButtonLink>
          <Button variant="secondary" onClick={onForget}>
            {labels.forget}
          </Button>
        </>
      }
    >
      {labels.body}
    </Banner>
  );
}
