import { Button } from '@ve/ui/button/button';
import { Field, Select } from '@ve/ui/field/field';
import { Row } from '@ve/ui/layout/layout';
import { Muted } from '@ve/ui/text/text';
import type { FormEvent } from 'react';
import { ChangeResult } from '../change-result.tsx';
import { Part } from '../part.tsx';
import type { TabProps } from '../tab-props.ts';
import { useChangeWatch } from '../watch.query.ts';

const words = {
  title: 'Quiet hours',
  from: 'From',
  until: 'Until',
  save: 'Save hours',
  saving: 'Saving…',
  now: (from: string, until: string) => `Nothing is sent from ${from} to ${until} UK time. Messages wait until then.`,
  none: 'No quiet hours: messages come at any time of day.',
  how: 'Choose the same hour twice to turn this off.',
};

const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

function Hour({ name, label, hour }: { name: string; label: string; hour: number }) {
  return (
    <Field label={label}>
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

export function QuietHours({ userId, watch }: TabProps) {
  const change = useChangeWatch(userId);
  const { from, until } = watch.settings.quiet;
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (change.isPending) return;
    const form = new FormData(event.currentTarget);
    change.mutate({ quiet: { from: Number(form.get('from')), until: Number(form.get('until')) } });
  };
  return (
    <Part title={words.title}>
      <form onSubmit={send}>
        <Row $align="end">
          <Hour name="from" label={words.from} hour={from} />
          <Hour name="until" label={words.until} hour={until} />
          <Button type="submit" variant="secondary" busy={change.isPending} busyLabel={words.saving}>
            {words.save}
          </Button>
        </Row>
      </form>
      <div>
        <Muted role="status">{from === until ? words.none : words.now(clock(from), clock(until))}</Muted>
        <Muted>{words.how}</Muted>
      </div>
      <ChangeResult change={change} />
    </Part>
  );
}
