import { Button } from '@ve/ui/button/button';
import { Field, Select } from '@ve/ui/field/field';
import { Row } from '@ve/ui/layout/layout';
import { MutedText } from '@ve/ui/text/text';
import { useTypedForm } from '@ve/mfe-kit/typed-form';
import { WatchChangeFailure } from '../watch-change-failure.tsx';
import { TabSection } from '../tab-section.tsx';
import type { DashboardTabProps } from '../dashboard-tab-props.ts';
import { useChangeWatch } from '../watch.query.ts';

const messages = {
  title: 'Quiet hours',
  from: 'From',
  until: 'Until',
  save: 'Save hours',
  saving: 'Saving…',
  now: (from: string, until: string) =>
    `We send no reminders and no texts from ${from} to ${until} UK time. They wait until then. Alerts by e-mail still come at once.`,
  none: 'No quiet hours: messages come at any time of day.',
  how: 'Choose the same hour twice to turn this off.',
};

const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

function Hour({ id, name, label, hour }: { id: string; name: string; label: string; hour: number }) {
  return (
    <Field id={id} label={label}>
      {(control) => (
        <Select {...control} name={name} defaultValue={hour}>
          {Array.from({ length: 24 }, (_, each) => (
            <option key={each} value={each}>
              {clock(each)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

export function QuietHours({ userId, watch }: DashboardTabProps) {
  const change = useChangeWatch(userId);
  const { from, until } = watch.settings.quiet;
  const { busy, onSubmit, field } = useTypedForm({
    id: 'quiet',
    names: ['from', 'until'],
    read: (typed) => ({ body: { from: Number(typed.from), until: Number(typed.until) } }),
    send: (quiet) => change.mutateAsync({ quiet }),
  });
  return (
    <TabSection title={messages.title}>
      <form onSubmit={onSubmit}>
        <Row $align="end">
          <Hour {...field('from')} label={messages.from} hour={from} />
          <Hour {...field('until')} label={messages.until} hour={until} />
          <Button type="submit" variant="secondary" busy={busy} busyLabel={messages.saving}>
            {messages.save}
          </Button>
        </Row>
      </form>
      <div>
        <MutedText role="status">{from === until ? messages.none : messages.now(clock(from), clock(until))}</MutedText>
        <MutedText>{messages.how}</MutedText>
      </div>
      <WatchChangeFailure change={change} />
    </TabSection>
  );
}
