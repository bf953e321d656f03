import { Dialog } from '@ve/ui/dialog/dialog';
import { Text } from '@ve/ui/text/text';
import { lazy, Suspense } from 'react';
import type { PhoneVerificationDialogProps } from './phone-dialog.tsx';

/** Repeated here, because the dialog's own texts load with it. */
const messages = {
  title: 'Enter Phone Number',
  notLoaded: 'This part of the page did not load. Reload the page and try again.',
};

const NotLoaded = ({ onClose }: Pick<PhoneVerificationDialogProps, 'onClose'>) => (
  <Dialog open title={messages.title} onClose={onClose}>
    <Text>{messages.notLoaded}</Text>
  </Dialog>
);

const Loaded = lazy(() =>
  import(/* webpackChunkName: 'phone' */ './phone-dialog.tsx').then(
    (part) => ({ default: part.PhoneVerificationDialog }),
    () => ({ default: NotLoaded }),
  ),
);

/** The phone dialog, whose code loads when it is first opened. */
export const LazyPhoneVerificationDialog = (props: PhoneVerificationDialogProps) => (
  <Suspense fallback={null}>
    <Loaded {...props} />
  </Suspense>
);
