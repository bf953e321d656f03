import { useSession } from '@ve/mfe-kit/session';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { decisionHeadingId } from '../decision/decision-card.tsx';
import { UnlockContext, unlockedId, initialUnlock } from './unlock-context.ts';

/** A visitor has nothing to unlock with, and does not load it. */
const MemberUnlock = lazy(async () => ({
  default: (await import(/* webpackChunkName: 'unlock' */ './member-unlock.tsx')).MemberUnlock,
}));

/** Lets everything below unlock the vehicle's full check, however many buttons there are. */
export function UnlockProvider({ registration, children }: { registration: string; children: ReactNode }) {
  const { user } = useSession();
  const [known, setKnown] = useState(initialUnlock);
  const unlock = user === null ? initialUnlock : known;
  const { phase, pressedAt } = unlock;

  const before = useRef(phase);
  useEffect(() => {
    const hasEnded = before.current === 'running' && phase === 'done';
    before.current = phase;
    if (!hasEnded || pressedAt === null) return;
    // What the reader pressed is gone: on to the result, in the tab they are in or in the decision.
    const isInTab = pressedAt === 'vdi' || pressedAt === 'additional';
    document.getElementById(isInTab ? unlockedId(pressedAt) : decisionHeadingId)?.focus();
  }, [phase, pressedAt]);

  return (
    <UnlockContext value={unlock}>
      {children}
      {user === null ? null : (
        <Suspense fallback={null}>
          <MemberUnlock registration={registration} onChange={setKnown} />
        </Suspense>
      )}
    </UnlockContext>
  );
}
