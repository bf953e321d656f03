import { useNavigate, useSearchParams } from '@ve/mfe-kit/router';
import { useIsHydrated } from '@ve/mfe-kit/use-is-hydrated';
import { Button } from '@ve/ui/button/button';
import { PlateInput } from '@ve/ui/plate-input/plate-input';
import { media, space } from '@ve/ui/theme/theme';
import { useRef, type FormEvent } from 'react';
import { styled } from 'styled-components';
import { urlWithCampaign } from '../campaign.ts';
import { preloadSignUpPage } from '../load-sign-up-page.ts';
import { messages } from './messages.en-gb.ts';

const Form = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: end;
  gap: ${space[12]};
  max-width: 32rem;
  button {
    height: 4rem;
    padding-inline: ${space[24]};
    font-size: 1.125rem;
  }
  ${media.phone} {
    grid-template-columns: minmax(0, 1fr);
    button {
      height: 3.25rem;
    }
  }
  ${media.print} {
    display: none;
  }
`;

/**
 * Prevents a blank search without scripts. The browser shows its own message, so the attributes are removed with
 * scripts.
 */
const withoutScript = { required: true, pattern: '.*\\S.*' };

/** The search. A native form, so that it works before hydration and without JavaScript; a blank search does nothing. */
export function RegistrationSearchForm() {
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const hydrated = useIsHydrated();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const reg = input.current?.value.trim().toUpperCase();
    if (reg) void navigate(urlWithCampaign('/signup', { reg }, search));
    else input.current?.focus();
  };

  return (
    <Form method="get" action="/signup" role="search" onSubmit={submit}>
      <PlateInput
        ref={input}
        id="landing-registration"
        name="reg"
        label={messages.hero.label}
        placeholder={messages.hero.placeholder}
        onFocus={preloadSignUpPage}
        {...(hydrated ? {} : withoutScript)}
      />
      <Button type="submit">{messages.hero.search}</Button>
    </Form>
  );
}
