import { readStaffSignInMethodsEndpoint } from '@ve/contracts/http/identity/admin-security';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '@ve/mfe-kit/api';
import { Banner } from '@ve/ui/banner/banner';
import { LoadingSkeleton, Skeleton } from '@ve/ui/skeleton/skeleton';
import { Stack } from '@ve/ui/layout/layout';
import { Text } from '@ve/ui/text/text';
import { useState } from 'react';
import { styled } from 'styled-components';
import { ReadFailureBanner } from '../platform/read-failure-banner.tsx';
import { RecoveryCodes } from '../platform/second-factor.tsx';
import { StaffArea } from '../platform/staff-area.tsx';
import { RecoveryCodesSection, AuthenticatorSection } from './authenticator-section.tsx';
import { messages } from './messages.en-gb.ts';
import { OwnSessions } from './own-sessions.tsx';
import { PasswordSection } from './password-section.tsx';

/** Limits the line length of forms and text to that of the content pages. */
const Reading = styled.div`
  max-width: 44rem;
`;

interface Shown {
  codes: readonly string[];
  done: string;
}

function OwnSecurity() {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['staff-security'],
    queryFn: ({ signal }) => callApi(readStaffSignInMethodsEndpoint, { signal }),
  });
  const [shown, setShown] = useState<Shown | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const show = (codes: readonly string[], what: string) => setShown({ codes, done: what });
  if (shown) {
    return (
      <RecoveryCodes
        codes={shown.codes}
        onDone={() => {
          setDone(shown.done);
          setShown(null);
          void refetch();
        }}
      />
    );
  }
  if (error && !data) {
    return <ReadFailureBanner title={messages.failedTitle} busy={isFetching} again={() => void refetch()} />;
  }
  if (!data) {
    return (
      <LoadingSkeleton label={messages.loading}>
        <Skeleton $height="12rem" />
      </LoadingSkeleton>
    );
  }
  const { account } = data;
  if (account === null) return <Text>{messages.local}</Text>;
  return (
    <Stack $gap={32}>
      {done === null ? null : (
        <Banner tone="pass" role="status" title={done}>
          {null}
        </Banner>
      )}
      <div>
        <PasswordSection email={account.email} />
        <AuthenticatorSection since={account.factorSince} onCodes={show} />
        <RecoveryCodesSection left={account.recoveryCodesLeft} onCodes={show} />
        <OwnSessions />
      </div>
    </Stack>
  );
}

/** `/admin/security`: the sign-in methods and sessions of the current member of staff. */
export function StaffSecurityPage() {
  return (
    <StaffArea title={messages.title}>
      <Reading>
        <OwnSecurity />
      </Reading>
    </StaffArea>
  );
}
