import { useSession } from '@ve/mfe-kit/session';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { decisionHeadingId } from '../decision/decision-card.tsx';
import { loadMemberUnlock } from './member-unlock-code.ts';
import { UnlockContext, unlockedElementId, initialUnlockState } from './unlock-context.ts';

/** Lazy, since visitors do not need it. */
const MemberUnlock = lazy(async () => ({ default: await loadMemberUnlock() }));

/** Provides the state of unlocking to all buttons below it, for the vehicle's full check. */
export function UnlockProvider({ registration, children }: { registration: string; children: ReactNode }) {
  const { user } = useSession();
  const [known, setKnown] = useState(initialUnlockState);
  const unlock = user === null ? initialUnlockState : known;
  const { phase, pressedAt } = unlock;

  const before = useRef(phase);
  useEffect(() => {
    const hasEnded = before.current === 'running' && phase === 'done';
    before.current = phase;
    if (!hasEnded || pressedAt === null) return;
    // The pressed button was removed: the focus moves to the result, in the open tab or in the decision.
    const isInTab = pressedAt === 'vdi' || pressedAt === 'additional';
    document.getElementById(isInTab ? unlockedElementId(pressedAt) : decisionHeadingId)?.focus();
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
