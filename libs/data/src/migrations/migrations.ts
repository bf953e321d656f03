import { Accounts } from './0001-accounts.ts';
import { Customers } from './0002-customers.ts';
import { Vehicles } from './0003-vehicles.ts';
import { Outbox } from './0004-outbox.ts';
import { ErrorLogs } from './0005-error-logs.ts';
import { RemoteReleases } from './0006-remote-releases.ts';
import { Mails } from './0007-mails.ts';
import { OutboxRelayed } from './0008-outbox-relayed.ts';
import { MailRows } from './0009-mail-rows.ts';
import { TimesGiven } from './0010-times-given.ts';
import { SessionStrength } from './0011-session-strength.ts';
import { Limits } from './0012-limits.ts';
import { EmailRule } from './0013-email-rule.ts';
import { Membership } from './0014-membership.ts';
import { SignIn } from './0015-sign-in.ts';
import { FullChecks } from './0016-full-checks.ts';
import { Leaving } from './0017-leaving.ts';
import { StaffSignIns } from './0018-staff-sign-in.ts';
import { ErrorGroups } from './0019-error-groups.ts';
import { Lists } from './0020-lists.ts';
import { Operations } from './0021-operations.ts';
import { Analytics } from './0023-analytics.ts';

/** In the order in which they run. A released migration is never edited: the next one corrects it. */
export const migrations = [
  { name: '0001-accounts', class: Accounts },
  { name: '0002-customers', class: Customers },
  { name: '0003-vehicles', class: Vehicles },
  { name: '0004-outbox', class: Outbox },
  { name: '0005-error-logs', class: ErrorLogs },
  { name: '0006-remote-releases', class: RemoteReleases },
  { name: '0007-mails', class: Mails },
  { name: '0008-outbox-relayed', class: OutboxRelayed },
  { name: '0009-mail-rows', class: MailRows },
  { name: '0010-times-given', class: TimesGiven },
  { name: '0011-session-strength', class: SessionStrength },
  { name: '0012-limits', class: Limits },
  { name: '0013-email-rule', class: EmailRule },
  { name: '0014-membership', class: Membership },
  { name: '0015-sign-in', class: SignIn },
  { name: '0016-full-checks', class: FullChecks },
  { name: '0017-leaving', class: Leaving },
  { name: '0018-staff-sign-in', class: StaffSignIns },
  { name: '0019-error-groups', class: ErrorGroups },
  { name: '0020-lists', class: Lists },
  { name: '0021-operations', class: Operations },
  { name: '0023-analytics', class: Analytics },
];
