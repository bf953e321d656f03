import { PageTitle } from '@ve/mfe-kit/page-title';
import { Navigate } from '@ve/mfe-kit/router';
import { useSession } from '@ve/mfe-kit/session';
import { Stack } from '@ve/ui/layout/layout';
import { LoadingSkeleton, Skeleton } from '@ve/ui/skeleton/skeleton';
import { lazy, Suspense, useEffect, useEffectEvent } from 'react';
import { DetailsForm } from './details/details-form.tsx';
import { messages as details } from './details/messages.en-gb.ts';
import { isSignUpDraftComplete } from './draft.ts';
import { messages } from './messages.en-gb.ts';
import type { SignUpPaymentCallbacks } from './payment/use-sign-up-payment.ts';
import type { SignUpPosition, SignUpStep } from './step.ts';
import type { SignUpDraftStore } from './use-sign-up-draft.ts';
import { SignUpVehicleHeading } from './sign-up-vehicle-heading.tsx';
import { useVehicleLookup } from './vehicle-lookup.query.ts';

const PaymentStep = lazy(async () => ({ default: (await import('./payment/payment-step.tsx')).SignUpPaymentStep }));

/** Shown instead of a step whose code or data is loading. */
export function SignUpStepLoading() {
  return (
    <LoadingSkeleton label={messages.loading}>
      <Stack $gap={24}>
        <Skeleton $height="2.25rem" $width="70%" />
        <Skeleton $height="2.75rem" />
        <Skeleton $height="2.75rem" />
        <Skeleton $height="12rem" />
      </Stack>
    </LoadingSkeleton>
  );
}

export interface LazySignUpStepProps extends SignUpPaymentCallbacks {
  position: SignUpPosition;
  registration: string;
  store: SignUpDraftStore;
  /** Why the payment started before was refused. */
  refused: string | null;
  /** The URL of a step for the same vehicle. */
  urlOf: (step: SignUpStep) => string;
  /** Opens the payment. */
  onNext: () => void;
}

/** Steps 3 and 4, for a vehicle that DVLA or another source knows. */
export function LazySignUpStep(props: LazySignUpStepProps) {
  const { position, registration, store, refused, urlOf, onNext, onPaid, onAlreadyMember } = props;
  const { draft, change } = store;
  const { user } = useSession();
  const lookup = useVehicleLookup(registration);

  const keep = useEffectEvent((regNumber: string, email: string | null) => {
    if (draft.regNumber !== regNumber) change({ regNumber });
    if (email !== null && draft.email === '') change({ email });
  });
  const email = user?.email ?? null;
  useEffect(() => {
    keep(registration, email);
  }, [registration, email]);

  // The confirmation shows why, and offers another search. While DVLA does not respond, the sign-up continues.
  if (lookup.state === 'not-found' || lookup.state === 'unreadable') {
    return <Navigate to={urlOf(2)} replace />;
  }
  return (
    <>
      <SignUpVehicleHeading registration={registration} lookup={lookup} />
      {position.step === 3 ? (
        <>
          <PageTitle title={details.pageTitle} />
          <DetailsForm store={store} back={urlOf(2)} onNext={onNext} />
        </>
      ) : null}
      {position.step === 4 && isSignUpDraftComplete(draft) && draft.regNumber === registration ? (
        <Suspense fallback={<SignUpStepLoading />}>
          <PaymentStep
            store={store}
            draft={draft}
            refused={refused}
            back={urlOf(3)}
            onPaid={onPaid}
            onAlreadyMember={onAlreadyMember}
          />
        </Suspense>
      ) : null}
    </>
  );
}
