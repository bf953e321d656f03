import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import { Link } from '@ve/mfe-kit/router';
import { Banner } from '@ve/ui/banner/banner';
import { Button, ButtonLink } from '@ve/ui/button/button';
import { messages } from './messages.en-gb.ts';

const words = messages.resume;

interface ResumeNoticeProps {
  registration: string;
  /** The URL of the step where the visitor stopped. */
  to: string;
  onForget: () => void;
}

/** Offers to resume the sign-up that is stored in this browser. */
export function ResumeNotice({ registration, to, onForget }: ResumeNoticeProps) {
  return (
    <Banner
      tone="info"
      title={words.title}
      actions={
        <>
          <ButtonLink as={Link} to={to}>
            {words.action(formatRegistration(registration))}
          </ButtonLink>
          <Button variant="secondary" onClick={onForget}>
            {words.forget}
          </Button>
        </>
      }
    >
      {words.body}
    </Banner>
  );
}
