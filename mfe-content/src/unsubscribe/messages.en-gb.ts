export const messages = {
  title: 'E-mails from us',
  busy: { stop: 'Unsubscribing...', start: 'Subscribing...' },
  failed: { stop: 'You were not unsubscribed', start: 'You were not subscribed again' },
  start: 'Subscribe again',
  streams: {
    reminder: {
      lead: 'Reminders of tax, MOT, insurance and servicing by e-mail. One click and we stop sending them. Everything else continues, and so do reminders by text.',
      stop: 'Stop reminders by e-mail',
      stopped: 'Reminders by e-mail are stopped',
      since: 'We won’t send you any more of them. Your dashboard still shows the dates.',
      started: 'Reminders by e-mail continue',
      again: 'Choose which ones you get, and how many days before, on your dashboard.',
    },
    alert: {
      lead: 'Alerts when something changes about your car: tax, MOT results, recalls and more. One click and we stop sending them by e-mail. Everything else continues.',
      stop: 'Stop alerts by e-mail',
      stopped: 'Alerts by e-mail are stopped',
      since: 'We won’t send you any more of them. Your dashboard still shows what changes.',
      started: 'Alerts by e-mail continue',
      again: 'Choose which ones you get on your dashboard.',
    },
    newsletter: {
      lead: 'One click and we stop sending you newsletters. You do not have to sign in.',
      stop: 'Unsubscribe',
      stopped: 'You have unsubscribed',
      since: 'We will not send you any more newsletters.',
      started: 'You are on the list again',
      again: 'You can unsubscribe with the link in every newsletter.',
    },
  },
  unknownTitle: 'We do not recognise this link',
  unknown:
    'Open the whole link from our latest e-mail. If your e-mail program split it in two, copy both parts into the address bar. Or write to us and we will unsubscribe you.',
  toContact: 'Write to us',
  toDashboard: 'Open your dashboard',
  toBlog: 'Go to the blog',
} as const;
