import type { PhoneState } from '@ve/contracts/http/phone';
import type { ReportReminders } from '@ve/contracts/http/reminders';
import { FormFailure } from '@ve/mfe-kit/form-failure';
import { LatePhoneDialog } from '@ve/mfe-kit/phone-number/late-phone-dialog';
import { Link } from '@ve/mfe-kit/router';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { TextLink } from '@ve/ui/link/link-style';
import { StatusBadge } from '@ve/ui/status/status';
import { Switch } from '@ve/ui/switch/switch';
import { Muted, Text } from '@ve/ui/text/text';
import { space } from '@ve/ui/theme/theme';
import { useId, useState } from 'react';
import { styled } from 'styled-components';
import { messages as words } from './messages.en-gb.ts';
import { useRemindersCache, useSetReminders, type Wanted } from './reminders.query.ts';

const Pair = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr));
  gap: ${space[8]} ${space[24]};
  width: 100%;
`;

const One = styled.div`
  display: grid;
  gap: ${space[4]};
  justify-items: start;
  align-content: start;
  min-width: 0;
  overflow-wrap: anywhere;
`;

/** What stands in the way of texts, with what helps. */
function PhoneNote({ phone, onOpen }: { phone: PhoneState; onOpen: () => void }) {
  if (phone === null) {
    return (
      <Button variant="secondary" onClick={onOpen}>
        {words.add}
      </Button>
    );
  }
  if (phone.state === 'confirmed') return null;
  if (phone.state === 'confirm') {
    return (
      <>
        <StatusBadge tone="warn">{words.confirmBadge}</StatusBadge>
        <Muted>{words.confirm(phone.number)}</Muted>
        <Button variant="secondary" onClick={onOpen}>
          {words.confirmAction}
        </Button>
      </>
    );
  }
  return (
    <>
      <Muted>{words[phone.state](phone.number)}</Muted>
      <Button variant="secondary" onClick={onOpen}>
        {words.change}
      </Button>
    </>
  );
}

interface SwitchesProps {
  userId: string;
  registration: string;
  reminders: ReportReminders;
}

/** The switches of a car that is watched (specification section 2). */
export function Switches({ userId, registration, reminders }: SwitchesProps) {
  const id = useId();
  const [isAsking, setIsAsking] = useState(false);
  const { mutate, isPending, variables, error, data } = useSetReminders(userId, registration);
  const change = useRemindersCache(userId, registration);
  const turn = (wanted: Wanted) => {
    mutate(wanted, {
      onSuccess: ({ outcome }) => {
        if (outcome === 'phone-needed') setIsAsking(true);
      },
    });
  };
  const { phone, mailTo } = reminders;
  const asked = isPending ? variables : {};
  // Nothing goes to an address that unsubscribed, whatever the switch was set to before.
  const email = asked.email ?? (reminders.email && !mailTo.stopped);
  const sms = asked.sms ?? reminders.sms;
  const set = (next: PhoneState) => change((before) => ({ ...before, phone: next }));
  return (
    <>
      <Muted>{words.watched}</Muted>
      <Pair>
        <One>
          <Switch
            label={words.email}
            checked={email}
            busy={asked.email !== undefined}
            onChange={(on) => turn({ email: on })}
            aria-describedby={`${id}-email`}
          />
          <Muted id={`${id}-email`}>
            {mailTo.stopped ? words.mailStopped(mailTo.address) : words.mailTo(mailTo.address)}
          </Muted>
        </One>
        <One>
          <Switch
            label={words.sms}
            checked={sms}
            busy={asked.sms !== undefined}
            onChange={(on) => {
              if (on && phone === null) setIsAsking(true);
              else turn({ sms: on });
            }}
            aria-describedby={`${id}-sms`}
          />
          <Muted id={`${id}-sms`}>{phone === null ? words.noPhone : words.textTo(phone.number)}</Muted>
          {sms ? <PhoneNote phone={phone} onOpen={() => setIsAsking(true)} /> : null}
        </One>
      </Pair>
      {reminders.paused ? <Banner tone="warn">{words.paused}</Banner> : null}
      {error === null ? null : <FormFailure title={words.notSaved} error={error} />}
      {data?.outcome === 'not-member' ? <Text role="alert">{words.notMember}</Text> : null}
      <TextLink as={Link} to="/dashboard">
        {words.dashboard}
      </TextLink>
      {isAsking ? (
        <LatePhoneDialog
          phone={phone}
          onSaved={(next) => {
            set(next);
            turn({ sms: true });
          }}
          onConfirmed={set}
          onClose={() => setIsAsking(false)}
        />
      ) : null}
    </>
  );
}
