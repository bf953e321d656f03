import { usePageChrome } from '@ve/mfe-kit/page-chrome';
import { PageTitle } from '@ve/mfe-kit/page-title';
import { Link, Navigate, useNavigate, useSearchParams } from '@ve/mfe-kit/router';
import { Banner } from '@ve/ui/banner/banner';
import { Icon } from '@ve/ui/icon/icon';
import { Page, Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { ProgressSteps } from '@ve/ui/progress-steps/progress-steps';
import { space, target } from '@ve/ui/theme/theme';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { addressWith } from '../campaign.ts';
import { ConfirmStep } from './confirm-step.tsx';
import { messages } from './messages.en-gb.ts';
import { SearchStep } from './search-step.tsx';
import { positionOf } from './step.ts';

const Back = styled(TextLink)`
  display: inline-flex;
  align-items: center;
  align-self: flex-start;
  gap: ${space[8]};
  min-height: ${target};
`;

/** After a change of step, focuses the heading, as on a new page. */
function useStepFocus(step: number) {
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    place.current?.querySelector<HTMLElement>('h1')?.focus();
  }, [step]);
  return place;
}

/** `/signup`: the wizard. Step and registration are in the URL, so that Back and reload keep the visitor's place. */
export function SignUpPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { step, typed } = positionOf(search);
  const place = useStepFocus(step);
  usePageChrome({ title: messages.headerTitles[step] });
  const addressOf = (wanted: 1 | 2, registration: string) =>
    addressWith('/signup', { reg: registration, step: String(wanted) }, search);

  if (search.has('step') ? search.get('step') !== String(step) : step !== 1) {
    return <Navigate to={typed ? addressOf(step, typed) : addressWith('/signup', {}, search)} replace />;
  }

  const words = step === 1 ? messages.search : messages.confirm;
  return (
    <Page width="step">
      <PageTitle title={words.pageTitle} />
      <Stack ref={place} $gap={24}>
        <Back as={Link} to={addressWith('/', {}, search)}>
          <Icon glyph={ArrowLeft} />
          {messages.back}
        </Back>
        <ProgressSteps label={messages.progress} steps={messages.steps} current={step} />
        {search.get('utm_source') === 'partner' ? (
          <Banner tone="warn" title={messages.partner.title}>
            {messages.partner.body}
          </Banner>
        ) : null}
        {step === 1 ? (
          <SearchStep
            typed={typed}
            onSearch={(registration) => {
              void navigate(addressOf(2, registration));
            }}
          />
        ) : (
          <ConfirmStep
            typed={typed}
            searchAgain={addressOf(1, typed)}
            stepFor={(registration) => addressOf(2, registration)}
            onContinue={(registration) => {
              void navigate(addressWith('/report', { reg: registration }, search));
            }}
          />
        )}
      </Stack>
    </Page>
  );
}
