import { configuredExternalUrl } from '@ve/mfe-kit/page-config';
import { PageHead } from '@ve/mfe-kit/page-head';
import { Link, useNavigate, useSearchParams } from '@ve/mfe-kit/router';
import { useIsHydrated } from '@ve/mfe-kit/use-is-hydrated';
import { Page, Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { useState } from 'react';
import { PageIntro } from '../platform/page-intro.tsx';
import { ContactTopicChoice, type ContactTopic } from './topic-choice.tsx';
import { EmbeddedContactForm } from './embedded-contact-form.tsx';
import { GeneralEnquiryForm } from './general-enquiry-form.tsx';
import { messages } from './messages.en-gb.ts';

/** The configured third-party form, loaded only when it is about to be shown; otherwise our own. */
function Enquiry({ onBack }: { onBack: () => void }) {
  const [embedded, setEmbedded] = useState(() => configuredExternalUrl('CONTACT_FORM'));
  return embedded === null ? (
    <GeneralEnquiryForm onBack={onBack} />
  ) : (
    <EmbeddedContactForm url={embedded} onBack={onBack} onOwnForm={() => setEmbedded(null)} />
  );
}

/** `/contact`: a choice, then the cancellation page or a form (`?type=general`, linked from other pages). */
export function ContactPage() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const general = useIsHydrated() && search.get('type') === 'general';

  const go = (type: 'general' | null) => {
    const next = new URLSearchParams(search);
    if (type === null) next.delete('type');
    else next.set('type', type);
    void navigate(next.size === 0 ? '/contact' : `/contact?${next}`);
  };
  const proceed = (topic: ContactTopic) => {
    if (topic === 'general') go('general');
    else void navigate('/cancellation');
  };

  return (
    <Page width="step">
      <PageHead title={messages.title} description={messages.description} path="/contact" />
      {/* The forms promise the reply themselves, and a complaint has another time. */}
      <PageIntro title={messages.title} {...(general ? {} : { lead: messages.lead })} />
      {general ? (
        <Enquiry onBack={() => go(null)} />
      ) : (
        <Stack $gap={32}>
          <ContactTopicChoice onContinue={proceed} />
          <p>
            <TextLink as={Link} to="/your-data/request">
              {messages.held}
            </TextLink>
          </p>
        </Stack>
      )}
    </Page>
  );
}
