import { renewCalendarFeedEndpoint, revokeCalendarFeedEndpoint } from '@ve/contracts/http/monitoring/watch';
import { callApi } from '@ve/mfe-kit/api';
import { SubmissionFailure } from '@ve/mfe-kit/submission-failure';
import { useFormSubmission } from '@ve/mfe-kit/use-form-submission';
import { Banner } from '@ve/ui/banner/banner';
import { Button, ButtonLink } from '@ve/ui/button/button';
import { Dialog } from '@ve/ui/dialog/dialog';
import { Disclosure } from '@ve/ui/disclosure/disclosure';
import { TextField } from '@ve/ui/field/field';
import { Row, Stack } from '@ve/ui/layout/layout';
import { MutedText, Text } from '@ve/ui/text/text';
import { useRef, useState } from 'react';
import { TabSection } from '../tab-section.tsx';
import type { DashboardTabProps } from '../dashboard-tab-props.ts';
import { useWatchCacheUpdate } from '../watch.query.ts';

const messages = {
  title: 'Dates in your calendar',
  lead: 'See tax, MOT, insurance and servicing in the calendar of your phone or computer. Dates update when they move.',
  make: 'Make a calendar address',
  making: 'Making it…',
  address: 'Calendar address',
  secret: 'Anyone with this address can read your car’s dates. Keep it to yourself.',
  copy: 'Copy address',
  copied: 'Copied.',
  notCopied: 'We couldn’t copy it. Select the address and copy it.',
  add: 'Add to calendar',
  renew: 'Make a new address',
  stop: 'Stop the calendar',
  renewTitle: 'Make a new address?',
  renewText:
    'The old address stops at once. Calendars that use it keep their dates, but need the new address for updates.',
  renewing: 'Making it…',
  stopTitle: 'Stop the calendar?',
  stopText: 'The address stops at once. Reminders by e-mail and text continue.',
  stopping: 'Stopping…',
  keep: 'Keep it as it is',
  failed: 'That did not work',
  none: 'The calendar comes with a membership.',
  how: [
    {
      title: 'iPhone and iPad',
      text: 'Open “Add to calendar” on the phone and confirm. Or: Settings, Apps, Calendar, Calendar Accounts, Add Account, Other, Add Subscribed Calendar, and paste the address.',
    },
    {
      title: 'Google Calendar and Android',
      text: 'On a computer open calendar.google.com. Next to “Other calendars”, choose the plus sign, then “From URL”, and paste the address. It appears on the phone too. Google may take a day to show a change.',
    },
    {
      title: 'Outlook',
      text: 'On outlook.com open the calendar, choose “Add calendar”, then “Subscribe from web”, and paste the address.',
    },
  ],
};

type FeedAction = 'renew' | 'stop';

function Confirm({
  asked,
  busy,
  onYes,
  onNo,
}: {
  asked: FeedAction;
  busy: boolean;
  onYes: () => void;
  onNo: () => void;
}) {
  const isRenewal = asked === 'renew';
  return (
    <Dialog
      open
      title={isRenewal ? messages.renewTitle : messages.stopTitle}
      onClose={onNo}
      actions={
        <>
          <Button
            variant={isRenewal ? 'primary' : 'danger'}
            busy={busy}
            busyLabel={isRenewal ? messages.renewing : messages.stopping}
            onClick={onYes}
          >
            {isRenewal ? messages.renew : messages.stop}
          </Button>
          <Button variant="secondary" onClick={onNo}>
            {messages.keep}
          </Button>
        </>
      }
    >
      <Text>{isRenewal ? messages.renewText : messages.stopText}</Text>
    </Dialog>
  );
}

function Address({ url }: { url: string }) {
  const field = useRef<HTMLInputElement>(null);
  const [isCopied, setIsCopied] = useState<boolean | null>(null);
  const copy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(url);
      setIsCopied(true);
    } catch {
      setIsCopied(false);
    }
  };
  return (
    <>
      <TextField ref={field} readOnly value={url} label={messages.address} hint={messages.secret} translate="no" />
      <Row>
        <ButtonLink href={url.replace(/^https?:/, 'webcal:')}>{messages.add}</ButtonLink>
        <Button variant="secondary" onClick={() => void copy()}>
          {messages.copy}
        </Button>
        <MutedText role="status">
          {isCopied === null ? null : isCopied ? messages.copied : messages.notCopied}
        </MutedText>
      </Row>
      <div>
        {messages.how.map(({ title, text }) => (
          <Disclosure key={title} name="calendar" title={title}>
            <Text>{text}</Text>
          </Disclosure>
        ))}
      </div>
    </>
  );
}

/** The calendar feed: its secret address, how to subscribe, and buttons to replace or stop it. */
export function CalendarTab({ userId, watch }: DashboardTabProps) {
  const keep = useWatchCacheUpdate(userId);
  const [pendingAction, setPendingAction] = useState<FeedAction | null>(null);
  const { submission, submit } = useFormSubmission(async (what: FeedAction) => {
    if (what === 'stop') {
      await callApi(revokeCalendarFeedEndpoint);
      keep({ ...watch, calendarUrl: null });
      return true;
    }
    const answer = await callApi(renewCalendarFeedEndpoint);
    if (answer.outcome === 'made') keep({ ...watch, calendarUrl: answer.url });
    return answer.outcome === 'made';
  });
  const isBusy = submission.state === 'busy';
  const run = async (what: FeedAction) => {
    await submit(what);
    setPendingAction(null);
  };
  return (
    <TabSection title={messages.title} lead={messages.lead}>
      <Stack $gap={16}>
        {watch.calendarUrl === null ? (
          <div>
            <Button busy={isBusy} busyLabel={messages.making} onClick={() => void run('renew')}>
              {messages.make}
            </Button>
          </div>
        ) : (
          <>
            <Address key={watch.calendarUrl} url={watch.calendarUrl} />
            <Row>
              <Button variant="secondary" onClick={() => setPendingAction('renew')}>
                {messages.renew}
              </Button>
              <Button variant="quiet" onClick={() => setPendingAction('stop')}>
                {messages.stop}
              </Button>
            </Row>
          </>
        )}
        <SubmissionFailure title={messages.failed} submission={submission} />
        {submission.state === 'done' && !submission.answer ? (
          <Banner tone="warn" role="alert">
            {messages.none}
          </Banner>
        ) : null}
      </Stack>
      {pendingAction === null ? null : (
        <Confirm
          asked={pendingAction}
          busy={isBusy}
          onYes={() => void run(pendingAction)}
          onNo={() => setPendingAction(null)}
        />
      )}
    </TabSection>
  );
}
