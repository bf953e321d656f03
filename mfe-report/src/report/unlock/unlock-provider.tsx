import { useSession } from '@ve/mfe-kit/session';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { buyingDecisionHeadingId } from '../decision/decision-card.tsx';
import { loadMemberUnlock } from './member-unlock-code.ts';
import { FullCheckUnlockContext, fullCheckUnlockedElementId, initialFullCheckUnlockState } from './unlock-context.ts';

/** Lazy, since visitors do not need it. */
const MemberUnlock = lazy(async () => ({ default: await loadMemberUnlock() }));

/** Provides the state of unlocking to all buttons below it, for the vehicle's full check. */
export function FullCheckUnlockProvider({ registration, children }: { registration: string; children: ReactNode }) {
  const { user } = useSession();
  const [known, setKnown] = useState(initialFullCheckUnlockState);
  const unlock = user === null ? initialFullCheckUnlockState : known;
  const { phase, pressedAt } = unlock;

  const before = useRef(phase);
  useEffect(() => {
    const hasEnded = before.current === 'running' && phase === 'done';
    before.current = phase;
    if (!hasEnded || pressedAt === null) return;
    // The pressed button was removed: the focus moves to the result, in the open tab or in the decision.
    const isInTab = pressedAt === 'vdi' || pressedAt === 'additional';
    document.getElementById(isInTab ? fullCheckUnlockedElementId(pressedAt) : buyingDecisionHeadingId)?.focus();
  }, [phase, pressedAt]);

  return (
    <FullCheckUnlockContext value={unlock}>
      {children}
      {user === null ? null : (
        <Suspense fallback={null}>
          <MemberUnlock registration={registration} onChange={setKnown} />
        </Suspense>
      )}
    </FullCheckUnlockContext>
  );
}
