import {
  moveReleaseByStaffEndpoint,
  type ReleaseStatus,
  type StaffReleaseMove,
  type StaffReleaseMoveOutcome,
} from '@ve/contracts/http/operations/admin-releases';
import { callApi } from '@ve/mfe-kit/api';
import { Banner } from '@ve/ui/banner/banner';
import { Field, Select } from '@ve/ui/field/field';
import { Text } from '@ve/ui/text/text';
import { useState } from 'react';
import { ReasonDialog } from '../platform/reason-dialog.tsx';
import { messages } from './messages.en-gb.ts';
import { releasePackageLabel } from './release-labels.ts';

/** A planned move of a package's release. `give`: a version, to a share of visitors that the dialog asks for. */
export type PlannedReleaseMove = { what: 'promote' | 'stop' | 'rollback' } | { what: 'give'; version: string };

export type ReleaseMoveDialogOutcome = Exclude<StaffReleaseMoveOutcome['outcome'], 'refused'>;

const shares = [1, 5, 10, 25, 50, 100];
const usualShare = 10;

const moveOf = (plan: PlannedReleaseMove, share: number): StaffReleaseMove => {
  if (plan.what !== 'give') return { action: plan.what === 'promote' ? 'promote' : 'rollback' };
  const { version } = plan;
  return share === 100 ? { action: 'stable', version } : { action: 'canary', version, share };
};

const textsOf = (plan: PlannedReleaseMove, { name, stable, canary, before }: ReleaseStatus) => {
  const called = releasePackageLabel(name);
  const own = stable?.version ?? null;
  switch (plan.what) {
    case 'promote':
      return {
        title: messages.promoteTitle(called),
        text: messages.promoteText(canary?.version ?? '', own),
        confirm: messages.promote,
      };
    case 'stop':
      return {
        title: messages.stopTitle(called),
        text: messages.stopText(canary?.version ?? '', own),
        confirm: messages.stop,
      };
    case 'rollback':
      return {
        title: messages.rollbackTitle(called),
        text: messages.rollbackText(own ?? '', before ?? ''),
        confirm: messages.rollback,
      };
    case 'give':
      return {
        title: messages.giveTitle(called),
        text: messages.giveText(plan.version),
        confirm: messages.giveConfirm,
      };
  }
};

interface ReleaseMoveDialogProps {
  plan: PlannedReleaseMove;
  of: ReleaseStatus;
  onDone: (outcome: ReleaseMoveDialogOutcome) => void;
  onClose: () => void;
}

/**
 * Shows which release visitors will get, asks for a reason, and makes the move. A refusal stays open with its reasons.
 */
export function ReleaseMoveDialog({ plan, of, onDone, onClose }: ReleaseMoveDialogProps) {
  // The releases when the dialog was opened, although the page refetches in the meantime.
  const [seen] = useState({ stable: of.stable?.version ?? null, canary: of.canary?.version ?? null });
  const [labels] = useState(() => textsOf(plan, of));
  const [share, setShare] = useState(usualShare);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const send = async (reason: string) => {
    setRefused([]);
    const body = { move: moveOf(plan, share), seen, reason };
    const answer = await callApi(moveReleaseByStaffEndpoint, { params: { name: of.name }, body });
    if (answer.outcome === 'refused') setRefused(answer.reasons);
    else onDone(answer.outcome);
  };
  return (
    <ReasonDialog
      title={labels.title}
      confirm={labels.confirm}
      ends={plan.what === 'stop' || plan.what === 'rollback'}
      failed={messages.failed}
      send={send}
      onClose={onClose}
    >
      {refused.length === 0 ? null : (
        <Banner tone="fail" role="alert" title={messages.refusedTitle}>
          {refused.map((reason) => (
            <Text key={reason}>{reason}</Text>
          ))}
        </Banner>
      )}
      <Text>{labels.text}</Text>
      {plan.what !== 'give' ? null : (
        <Field label={messages.share}>
          {(control) => (
            <Select {...control} value={share} onChange={({ target }) => setShare(Number(target.value))}>
              {shares.map((each) => (
                <option key={each} value={each}>
                  {messages.shares(each)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </ReasonDialog>
  );
}
