import { formatDate } from '@ve/domain/kernel/time/format-date';
import { addDays, addMonths, isCalendarDay } from '@ve/domain/kernel/time/london-date';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { TextField } from '@ve/ui/field/field';
import { Row } from '@ve/ui/layout/layout';
import { type FormEvent, useCallback, useRef, useState } from 'react';
import { ChangeResult } from '../change-result.tsx';
import { Part } from '../part.tsx';
import type { TabProps } from '../tab-props.ts';
import { useChangeWatch } from '../watch.query.ts';

const words = {
  title: 'Pause',
  lead: 'While paused, we send no reminders or alerts. Your settings stay.',
  until: 'Send again from (optional)',
  hint: 'Without a day the pause lasts until you end it.',
  wrong: 'Enter a day from tomorrow to two years ahead, or leave it blank',
  pause: 'Pause messages',
  saving: 'Saving…',
  paused: 'Paused',
  forever: 'Nothing is sent until you end the pause.',
  pausedUntil: (date: string) => `Nothing is sent before ${date}.`,
  end: 'End the pause',
};

/**
 * A ref for two buttons that replace each other: the new one takes the focus if the old one or a field of its form had
 * it.
 */
function useFocusHandover() {
  const handed = useRef(false);
  return useCallback((button: HTMLButtonElement) => {
    if (handed.current) button.focus();
    return () => {
      handed.current = (button.form ?? button).contains(document.activeElement);
    };
  }, []);
}

export function Pause({ userId, watch }: TabProps) {
  const change = useChangeWatch(userId);
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const place = useFocusHandover();
  const { pause } = watch.settings;
  const [first, last] = [addDays(watch.asOf, 1), addMonths(watch.asOf, 24)];
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (change.isPending) return;
    const until = field.current?.value ?? '';
    const isRight = until === '' || (isCalendarDay(until) && until >= first && until <= last);
    setError(isRight ? undefined : words.wrong);
    if (isRight) change.mutate({ pause: { until: until === '' ? null : until } });
    else field.current?.focus();
  };
  return (
    <Part title={words.title} {...(pause === null ? { lead: words.lead } : {})}>
      {pause === null ? (
        <form noValidate onSubmit={send}>
          <Row $align="end">
            <TextField
              ref={field}
              type="date"
              name="until"
              min={first}
              max={last}
              label={words.until}
              hint={words.hint}
              error={error}
            />
            <Button ref={place} type="submit" variant="secondary" busy={change.isPending} busyLabel={words.saving}>
              {words.pause}
            </Button>
          </Row>
        </form>
      ) : (
        <Banner
          tone="warn"
          role="status"
          title={words.paused}
          actions={
            <Button
              ref={place}
              busy={change.isPending}
              busyLabel={words.saving}
              onClick={() => change.mutate({ pause: null })}
            >
              {words.end}
            </Button>
          }
        >
          {pause.until === null ? words.forever : words.pausedUntil(formatDate(pause.until))}
        </Banner>
      )}
      <ChangeResult change={change} />
    </Part>
  );
}
