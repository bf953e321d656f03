import { taxAlert } from '@ve/domain/vehicle/tax/tax-alert';
import type { ReportInput } from '@ve/domain/vehicle/record/report-input';
import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { buyingDecisionHeadingId } from '../decision/decision-card.tsx';
import type { VehicleTaxAlertDialogProps } from './alert-dialog.tsx';
import { dismissVehicleTaxAlert, isVehicleTaxAlertDismissed } from './dismissed-alerts.ts';

/** Specification, section 9. */
const openAfterMs = 500;

const loadDialog = () => import('./alert-dialog.tsx');

/** A dialog that fails to load is left out: the tax card shows the same. */
const AlertDialog = lazy(async (): Promise<{ default: ComponentType<VehicleTaxAlertDialogProps> }> => {
  try {
    return { default: (await loadDialog()).VehicleTaxAlertDialog };
  } catch {
    return { default: () => null };
  }
});

export interface VehicleTaxAlertProps extends ReportInput {
  /** The title of the decision, which the dialog covers and repeats. */
  verdict: string;
}

/**
 * Warns once per session and registration when tax has expired or is due soon (specification, section 4), for vehicles
 * that are still on the road. Only in a live report.
 */
export function VehicleTaxAlert({ record, fullCheck, today, verdict }: VehicleTaxAlertProps) {
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<Element | null>(null);
  const { registration } = record;
  const alert = taxAlert({ record, today, fullCheck });
  const isDue = alert !== null;

  useEffect(() => {
    if (!isDue || isVehicleTaxAlertDismissed(registration)) return;
    loadDialog().catch(() => undefined);
    const timer = setTimeout(() => {
      opener.current = document.activeElement;
      setIsOpen(true);
    }, openAfterMs);
    return () => {
      clearTimeout(timer);
    };
  }, [isDue, registration]);

  useEffect(() => {
    if (!isOpen) return;
    const before = opener.current;
    return () => {
      // The dialog opened automatically: if nothing had the focus before, it moves to the verdict.
      const hasFocusTarget = before instanceof HTMLElement && before !== document.body && before.isConnected;
      (hasFocusTarget ? before : document.getElementById(buyingDecisionHeadingId))?.focus({ preventScroll: true });
    };
  }, [isOpen]);

  const ignore = () => {
    dismissVehicleTaxAlert(registration);
    setIsOpen(false);
  };
  if (!isOpen || alert === null) return null;
  return (
    <Suspense fallback={null}>
      <AlertDialog record={record} alert={alert} verdict={verdict} onIgnore={ignore} />
    </Suspense>
  );
}
