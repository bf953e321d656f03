import { formatDate } from '@ve/domain/kernel/time/format-date';
import { addDays, addMonths, isCalendarDay } from '@ve/domain/kernel/time/london-date';
import { type FormReadResult, useTypedForm } from '@ve/mfe-kit/typed-form';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { TextField } from '@ve/ui/field/field';
import { Row } from '@ve/ui/layout/layout';
import { useCallback, useRef } from 'react';
import { WatchChangeFailure } from '../watch-change-failure.tsx';
import { TabSection } from '../tab-section.tsx';
import type { DashboardTabProps } from '../dashboard-tab-props.ts';
import { useChangeWatch } from '../watch.query.ts';

const messages = {
  title: 'Pause',
  lead: 'While paused, we send no reminders or alerts. Your settings stay.',
  until: 'Start again on (optional)',
  hint: 'Leave blank to pause until you end it.',
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

export function PauseReminders({ userId, watch }: DashboardTabProps) {
  const change = useChangeWatch(userId);
  const place = useFocusHandover();
  const { pause } = watch.settings;
  const [first, last] = [addDays(watch.asOf, 1), addMonths(watch.asOf, 24)];
  const { onSubmit, field } = useTypedForm({
    id: 'pause',
    names: ['until'],
    read: ({ until }): FormReadResult<'until', string | null> => {
      if (until === '') return { body: null };
      const isRight = isCalendarDay(until) && until >= first && until <= last;
      return isRight ? { body: until } : { errors: { until: messages.wrong } };
    },
    send: (until) => change.mutateAsync({ pause: { until } }),
  });
  return (
    <TabSection title={messages.title} {...(pause === null ? { lead: messages.lead } : {})}>
      {pause === null ? (
        <form noValidate onSubmit={onSubmit}>
          <Row $align="end">
            <TextField
              {...field('until')}
              type="date"
              min={first}
              max={last}
              label={messages.until}
              hint={messages.hint}
            />
            <Button ref={place} type="submit" variant="secondary" busy={change.isPending} busyLabel={messages.saving}>
              {messages.pause}
            </Button>
          </Row>
        </form>
      ) : (
        <Banner
          tone="warn"
          role="status"
          title={messages.paused}
          actions={
            <Button
              ref={place}
              busy={change.isPending}
              busyLabel={messages.saving}
              onClick={() => change.mutate({ pause: null })}
            >
              {messages.end}
            </Button>
          }
        >
          {pause.until === null ? messages.forever : messages.pausedUntil(formatDate(pause.until))}
        </Banner>
      )}
      <WatchChangeFailure change={change} />
    </TabSection>
  );
}
