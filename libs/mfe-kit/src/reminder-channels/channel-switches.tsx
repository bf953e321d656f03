import type { PhoneState } from '@ve/contracts/http/membership/phone';
import type { MailRecipientState, ReportReminderSettings } from '@ve/contracts/http/monitoring/reminders';
import { formatMobile } from '@ve/domain/kernel/phone/format-mobile';
import { Button } from '@ve/ui/button/button';
import { StatusBadge } from '@ve/ui/status/status';
import { Switch } from '@ve/ui/switch/switch';
import { MutedText } from '@ve/ui/text/text';
import { space } from '@ve/ui/theme/theme';
import { type ReactNode, useId, useState } from 'react';
import { styled } from 'styled-components';
import { LazyPhoneVerificationDialog } from '../phone-number/lazy-phone-dialog.tsx';

const messages = {
  email: 'Email',
  sms: 'SMS',
  mailTo: (address: string) => `To ${address}`,
  mailStopped: (address: string) => `${address} unsubscribed from reminders. Turn Email on to get them again.`,
  mailRefused: (address: string) =>
    `E-mails to ${address} came back or were reported as spam, so we send none. Turn Email on to try again.`,
  textTo: (number: string) => `To ${number}`,
  noPhone: 'Needs your mobile number.',
  confirmBadge: 'Confirm your number',
  confirm: (number: string) => `We text nothing to ${number} until you confirm it with a code.`,
  confirmAction: 'Confirm number',
  stopped: (number: string) =>
    `${number} replied STOP, so we text nothing to it. Reply START to one of our texts, or change the number.`,
  unreachable: (number: string) => `The network can’t reach ${number}.`,
  change: 'Change number',
  add: 'Enter your number',
};

const Pair = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr));
  gap: ${space[8]} ${space[24]};
  width: 100%;
`;

const One = styled.div`
  display: grid;
  gap: ${space[8]};
  justify-items: start;
  align-content: start;
  min-width: 0;
  overflow-wrap: anywhere;
`;

/** Why texts are not sent, with the way to correct it. */
function PhoneNote({ phone, onOpen }: { phone: PhoneState; onOpen: () => void }) {
  if (phone === null) {
    return (
      <Button variant="secondary" onClick={onOpen}>
        {messages.add}
      </Button>
    );
  }
  const number = formatMobile(phone.number);
  switch (phone.state) {
    case 'confirmed':
      return (
        <Button variant="quiet" onClick={onOpen}>
          {messages.change}
        </Button>
      );
    case 'confirm':
      return (
        <>
          <StatusBadge tone="warn">{messages.confirmBadge}</StatusBadge>
          <MutedText>{messages.confirm(number)}</MutedText>
          <Button variant="secondary" onClick={onOpen}>
            {messages.confirmAction}
          </Button>
        </>
      );
    case 'stopped':
    case 'unreachable':
      return (
        <>
          <MutedText>{messages[phone.state](number)}</MutedText>
          <Button variant="secondary" onClick={onOpen}>
            {messages.change}
          </Button>
        </>
      );
  }
}

/** The switches that were changed. */
export interface ReminderChannelChange {
  email?: boolean;
  sms?: boolean;
}

export interface ReminderChannelSwitchesProps extends Pick<
  ReportReminderSettings,
  'email' | 'sms' | 'phone' | 'mailTo'
> {
  /** The change that is being saved. */
  saving: ReminderChannelChange;
  /** Saves the change; call `onPhoneNeeded` when the service has no number for SMS. */
  onChannelChange: (turned: ReminderChannelChange, onPhoneNeeded: () => void) => void;
  /** The number was stored or confirmed. */
  onPhone: (phone: PhoneState) => void;
  /** Further notes on mails. */
  children?: ReactNode;
}

/** The address of mails, or why none are sent. */
function mailNote({ address, stopped, refused }: MailRecipientState): string {
  if (refused) return messages.mailRefused(address);
  return stopped ? messages.mailStopped(address) : messages.mailTo(address);
}

/**
 * The Email and SMS switches of reminders (specification section 2), with their recipients and problems. SMS without a
 * stored number first opens the dialog for it.
 */
export function ReminderChannelSwitches({
  email,
  sms,
  phone,
  mailTo,
  saving,
  onChannelChange,
  onPhone,
  children,
}: ReminderChannelSwitchesProps) {
  const id = useId();
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const openDialog = () => setIsDialogOpen(true);
  const changeChannels = (turned: ReminderChannelChange) => onChannelChange(turned, openDialog);
  const isSms = saving.sms ?? sms;
  return (
    <>
      <Pair>
        <One>
          <Switch
            label={messages.email}
            // No reminder is sent to an unsubscribed address, regardless of the stored switch.
            checked={saving.email ?? (email && !mailTo.refused && !mailTo.stopped)}
            busy={saving.email !== undefined}
            onChange={(on) => changeChannels({ email: on })}
            aria-describedby={`${id}-email`}
          />
          <MutedText id={`${id}-email`}>{mailNote(mailTo)}</MutedText>
          {children}
        </One>
        <One>
          <Switch
            label={messages.sms}
            checked={isSms}
            busy={saving.sms !== undefined}
            onChange={(on) => {
              if (on && phone === null) openDialog();
              else changeChannels({ sms: on });
            }}
            aria-describedby={`${id}-sms`}
          />
          <MutedText id={`${id}-sms`}>
            {phone === null ? messages.noPhone : messages.textTo(formatMobile(phone.number))}
          </MutedText>
          {isSms ? <PhoneNote phone={phone} onOpen={openDialog} /> : null}
        </One>
      </Pair>
      {isDialogOpen ? (
        <LazyPhoneVerificationDialog
          phone={phone}
          onSaved={(next) => {
            onPhone(next);
            changeChannels({ sms: true });
          }}
          onChanged={onPhone}
          onClose={() => setIsDialogOpen(false)}
        />
      ) : null}
    </>
  );
}
