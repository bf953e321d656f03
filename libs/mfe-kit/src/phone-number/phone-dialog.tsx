import {
  type PhoneCodeRequestOutcome,
  type PhoneState,
  sendPhoneCodeEndpoint,
} from '@ve/contracts/http/membership/phone';
import { formatMobile } from '@ve/domain/kernel/phone/format-mobile';
import { callApi } from '@ve/mfe-kit/api';
import { Button } from '@ve/ui/button/button';
import { Dialog } from '@ve/ui/dialog/dialog';
import { Row, Stack } from '@ve/ui/layout/layout';
import { Text } from '@ve/ui/text/text';
import { useEffect, useRef, useState } from 'react';
import { useFormSubmission } from '../use-form-submission.tsx';
import { PhoneCodeForm } from './phone-code-form.tsx';
import { messages } from './messages.en-gb.ts';
import { MobileNumberForm } from './mobile-number-form.tsx';

export interface PhoneVerificationDialogProps {
  /** The stored number. If its code is pending, the dialog requests the code; any other number is replaced. */
  phone: PhoneState;
  /** The number was stored; its code is being sent. */
  onSaved: (phone: NonNullable<PhoneState>) => void;
  /** The number was confirmed, or found to be undeliverable. */
  onChanged: (phone: PhoneState) => void;
  onClose: () => void;
}

function Done({ phone, onClose }: { phone: NonNullable<PhoneState>; onClose: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    button.current?.focus();
  }, []);
  return (
    <Stack $gap={16}>
      <Text role="status">{messages.confirmed(formatMobile(phone.number))}</Text>
      <Row>
        <Button ref={button} onClick={onClose}>
          {messages.done}
        </Button>
      </Row>
    </Stack>
  );
}

/** 'Enter Phone Number' (specification section 2): stores the number, sends it a code, and verifies the code. */
export function PhoneVerificationDialog({ phone, onSaved, onChanged, onClose }: PhoneVerificationDialogProps) {
  const [stored, setStored] = useState(phone);
  const [step, setStep] = useState<'number' | 'another' | 'code' | 'done'>(
    phone?.state === 'confirm' ? 'code' : 'number',
  );
  const {
    submission: sending,
    submit: ask,
    reset,
  } = useFormSubmission<number, PhoneCodeRequestOutcome>(async () => {
    const answer = await callApi(sendPhoneCodeEndpoint);
    if (answer.outcome === 'confirmed') setStep('done');
    return answer;
  });

  // Each is a new request, after which the state is polled again.
  const [asked, setAsked] = useState(0);
  const askNext = () => {
    setAsked(asked + 1);
    void ask(asked + 1);
  };

  const saved = (next: NonNullable<PhoneState>) => {
    setStored(next);
    onSaved(next);
    if (next.state === 'confirmed') return setStep('done');
    setStep('code');
    askNext();
  };
  const confirmed = (next: PhoneState) => {
    setStored(next ?? stored);
    onChanged(next);
    setStep('done');
  };
  const another = () => {
    reset();
    setStep('another');
  };

  const isNumberStep = step === 'number' || step === 'another' || stored === null;
  const title = isNumberStep ? messages.title : step === 'code' ? messages.confirmTitle : messages.confirmedTitle;
  return (
    <Dialog open title={title} onClose={onClose}>
      {isNumberStep ? (
        <MobileNumberForm focus={step === 'another'} onSaved={saved} onClose={onClose} />
      ) : step === 'code' ? (
        <PhoneCodeForm
          phone={stored}
          sending={sending}
          onRequestCode={askNext}
          onConfirmed={confirmed}
          onUndeliverable={(next) => {
            setStored(next);
            onChanged(next);
          }}
          onOther={another}
          onClose={onClose}
        />
      ) : (
        <Done phone={stored} onClose={onClose} />
      )}
    </Dialog>
  );
}
