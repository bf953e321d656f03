import { type AlertFacts, alertSwitches, isAlertKind } from '@ve/domain/monitoring/alerts/alert';
import { pumpFuels } from '@ve/domain/vehicle/petrol/fuel';
import {
  memberDueDateKinds,
  type ReminderChannel,
  reminderChannels,
  type ReminderKind,
  reminderKinds,
  reminderLeadDays,
} from '@ve/domain/monitoring/reminders/reminder';
import { textMessageStates } from '@ve/domain/messaging/texts/text-state';
import * as z from 'zod/mini';
import { defineEndpoint } from '../../endpoint.ts';
import { postcodeField } from '../../fields.ts';
import { calendarFileSchema } from '../../media-bodies.ts';
import { registrationField } from '../../registration-field.ts';
import { isoDateSchema, isoInstantSchema, type AreSameType, unavailableReasonSchema } from '../../vehicle-record.ts';
import { phoneStateSchema } from '../membership/phone.ts';
import { mailRecipientStateSchema, watchMailStreams } from './reminders.ts';

const kind = z.enum(reminderKinds);
const lead = z.literal(reminderLeadDays);
const leads = z.array(lead).check(
  z.maxLength(reminderLeadDays.length),
  z.refine((given) => new Set(given).size === given.length),
);
const byChannel = z.strictObject({ email: leads, sms: leads } satisfies Record<ReminderChannel, typeof leads>);
const hour = z.int().check(z.minimum(0), z.maximum(23));

export const watchSettingsSchema = z.object({
  email: z.boolean(),
  sms: z.boolean(),
  /** By kind and channel: how many days ahead. */
  leads: z.strictObject({
    tax: byChannel,
    mot: byChannel,
    insurance: byChannel,
    servicing: byChannel,
  } satisfies Record<ReminderKind, typeof byChannel>),
  /** Hours of the day in London. Equal: no quiet hours. */
  quiet: z.object({ from: hour, until: hour }),
  /** Nothing is sent while paused. `until`: the first day without the pause; null: until the member ends it. */
  pause: z.nullable(z.object({ until: z.nullable(isoDateSchema) })),
  /** Alerts that are switched off. */
  disabledAlerts: z.array(z.enum(alertSwitches)).check(z.maxLength(alertSwitches.length)),
  /** The centre of the search for petrol prices; null: none. */
  postcode: z.nullable(postcodeField),
});

export type WatchSettings = z.infer<typeof watchSettingsSchema>;

/** A due date of the car. */
export const dueDateEntrySchema = z.object({
  kind,
  /** Null: unknown, with the reason in `why`; or not entered. */
  on: z.nullable(isoDateSchema),
  source: z.nullable(z.enum(['DVLA', 'DVSA', 'UKVD', 'member'])),
  /** When the source was last read, or the member entered it. */
  readAt: z.nullable(isoInstantSchema),
  /** Why a register gave no date. `sorn`, `exported`, `scrapped`, `exempt`: none is due. `not-read`: not read yet. */
  why: z.nullable(
    z.enum([...unavailableReasonSchema.options, 'not-held', 'sorn', 'exported', 'scrapped', 'exempt', 'not-read']),
  ),
});

export type DueDateEntry = z.infer<typeof dueDateEntrySchema>;

/** A reminder that will be sent under the present settings. */
export const upcomingReminderSchema = z.object({
  kind,
  dueOn: isoDateSchema,
  lead,
  channel: z.enum(reminderChannels),
  /** The day it is sent, in London. */
  on: isoDateSchema,
});

export const watchSchema = z.object({
  /** `lapsed`: nothing is sent, and settings stay; `never`: there was no membership. */
  state: z.enum(['watching', 'lapsed', 'never']),
  registration: z.nullable(z.string()),
  settings: watchSettingsSchema,
  mailTo: mailRecipientStateSchema,
  phone: phoneStateSchema,
  dueDates: z.array(dueDateEntrySchema),
  /** The next reminders, soonest first, at most twenty. */
  upcoming: z.array(upcomingReminderSchema),
  /** Null: there is no feed. */
  calendarUrl: z.nullable(z.string()),
  /** When the car can be changed again (once a billing period); null: now, or there is no membership. */
  carMayChangeOn: z.nullable(isoDateSchema),
  /** Today in London by the server's clock. */
  asOf: isoDateSchema,
});

export type Watch = z.infer<typeof watchSchema>;

/** Returns the signed-in user's monitoring settings, due dates and upcoming reminders. */
export const readWatchEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/watch',
  answers: { 200: watchSchema },
  problems: [],
});

/** `not-member`: there never was a membership, or there is no running one to pay for the postcode look-up. */
const watchChangeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('set'), watch: watchSchema }),
  z.object({ outcome: z.enum(['not-member', 'phone-needed', 'postcode-unknown', 'postcode-unavailable']) }),
]);

export type WatchChangeAnswer = z.infer<typeof watchChangeSchema>;

/**
 * Changes the settings that are present. Enabling e-mail resubscribes an address that had unsubscribed from reminders;
 * `subscribe` resubscribes to the streams it names.
 */
export const changeWatchSettingsEndpoint = defineEndpoint({
  method: 'PATCH',
  path: '/api/watch',
  body: z.extend(z.partial(watchSettingsSchema), {
    subscribe: z.optional(z.array(z.enum(watchMailStreams)).check(z.maxLength(watchMailStreams.length))),
  }),
  answers: { 200: watchChangeSchema },
  problems: [],
});

/** Sets or clears a date that only the member knows, from yesterday to two years ahead. */
export const setDueDateEndpoint = defineEndpoint({
  method: 'PUT',
  path: '/api/watch/due-dates/:kind',
  params: z.object({ kind: z.enum(memberDueDateKinds) }),
  body: z.object({ on: z.nullable(isoDateSchema) }),
  answers: {
    200: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('set'), watch: watchSchema }),
      z.object({ outcome: z.enum(['not-member', 'out-of-range']) }),
    ]),
  },
  problems: [],
});

/**
 * Changes the monitored car; reports of the old one are kept. `once-a-period`: it was changed in this billing period.
 * `not-found`: the registers have no such car. `unavailable`: no register responded; nothing was changed.
 */
export const changeMonitoredCarEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/watch/car',
  body: z.object({ registration: registrationField }),
  answers: {
    200: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('changed'), watch: watchSchema }),
      z.object({ outcome: z.literal('once-a-period'), mayChangeOn: isoDateSchema }),
      z.object({ outcome: z.enum(['same', 'not-member', 'not-found', 'unavailable']) }),
    ]),
  },
  problems: ['registration-required', 'registration-invalid', 'busy', 'too-many-requests'],
});

/** A message that was, or was not, sent about the car, newest first. */
export const watchMessageSchema = z.object({
  id: z.uuid(),
  about: z.discriminatedUnion('what', [
    z.object({ what: z.literal('reminder'), kind, dueOn: isoDateSchema, lead, late: z.boolean() }),
    /** An unknown `kind` comes from a later release (`isAlertKind`). */
    z.object({ what: z.literal('alert'), kind: z.string() }),
  ]),
  registration: z.string(),
  channel: z.enum(reminderChannels),
  /** When it was sent, or was due to be. */
  at: isoInstantSchema,
  state: z.enum(textMessageStates),
  /** Why it was not sent or delivered; null otherwise. A code of the workers, for which the page has a message. */
  why: z.nullable(z.string()),
});

export type WatchMessage = z.infer<typeof watchMessageSchema>;

const before = z.object({ before: z.optional(z.string().check(z.maxLength(80))) });

/** Twenty per page; `before` is the `next` of the previous page. */
export const listWatchMessagesEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/watch/messages',
  query: before,
  answers: { 200: z.object({ messages: z.array(watchMessageSchema), next: z.nullable(z.string()) }) },
  problems: [],
});

const short = z.string().check(z.maxLength(300));
const texts = z.array(short).check(z.maxLength(100));

/** The change, as defined by `domain/monitoring/alerts`. */
export const alertFactsSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('tax-status'), from: z.nullable(short), to: short, dueOn: z.nullable(isoDateSchema) }),
  z.object({
    kind: z.literal('mot-result'),
    testNumber: short,
    testedOn: isoDateSchema,
    passed: z.boolean(),
    expiresOn: z.nullable(isoDateSchema),
    advisories: texts,
    failures: texts,
    repeated: z.int(),
  }),
  z.object({ kind: z.literal('recall'), outstanding: z.enum(['Yes', 'No', 'may-apply']), campaigns: texts }),
  z.object({ kind: z.literal('value'), month: short, pence: z.int(), beforePence: z.nullable(z.int()) }),
  z.object({ kind: z.literal('finance'), agreements: z.int(), before: z.int(), company: z.nullable(short) }),
  z.object({ kind: z.literal('keeper-change'), on: z.nullable(isoDateSchema), keepers: z.nullable(z.int()) }),
  z.object({
    kind: z.literal('plate-change'),
    on: z.nullable(isoDateSchema),
    from: z.nullable(short),
    to: z.nullable(short),
  }),
  z.object({
    kind: z.literal('petrol'),
    fuel: short,
    pencePerLitreTenths: z.int(),
    station: short,
    milesTenths: z.int(),
  }),
  z.object({ kind: z.literal('date-moved'), of: z.enum(['tax', 'mot']), from: isoDateSchema, to: isoDateSchema }),
  z.object({
    kind: z.literal('scrapped-or-exported'),
    state: z.enum(['scrapped', 'exported', 'marked-for-export', 'neither']),
    on: z.nullable(isoDateSchema),
    destroyed: z.boolean(),
    source: z.enum(['DVLA', 'UKVD']),
  }),
]);

/** Does not compile when the schema and the domain's shape diverge. */
export const alertFactsMatchDomainType: AreSameType<z.infer<typeof alertFactsSchema>, AlertFacts> = true;

export const watchEventSchema = z.object({
  id: z.uuid(),
  registration: z.string(),
  at: isoInstantSchema,
  facts: alertFactsSchema,
});

export type WatchEvent = z.infer<typeof watchEventSchema>;

/** An event of an unknown kind, stored by workers of a later release: readers of the list skip it. */
const laterFactsSchema = z.object({ kind: z.string().check(z.refine((given) => !isAlertKind(given))) });

const listedEventSchema = z.extend(watchEventSchema, { facts: z.union([alertFactsSchema, laterFactsSchema]) });

/** Whether this release can describe the event. */
export const isKnownWatchEvent = (event: z.infer<typeof listedEventSchema>): event is WatchEvent =>
  isAlertKind(event.facts.kind);

/** Changes of the car since monitoring began, newest first, twenty per page. */
export const listWatchEventsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/watch/events',
  query: before,
  answers: { 200: z.object({ events: z.array(listedEventSchema), next: z.nullable(z.string()) }) },
  problems: [],
});

/** The last result of a source, including that of the first check, for which no alert is sent. */
const aspectFindingSchema = z.discriminatedUnion('of', [
  z.object({ of: z.literal('tax'), status: z.nullable(short), dueOn: z.nullable(isoDateSchema) }),
  z.object({ of: z.literal('mot'), dueOn: z.nullable(isoDateSchema) }),
  /** Campaigns that may apply, by the model. */
  z.object({ of: z.literal('recall'), campaigns: z.int() }),
  z.object({ of: z.literal('value'), month: short, pence: z.int() }),
  z.object({ of: z.literal('finance'), agreements: z.int() }),
  z.object({ of: z.literal('keepers'), keepers: z.nullable(z.int()), plateChanges: z.nullable(z.int()) }),
  z.object({ of: z.literal('petrol'), fuel: short, pencePerLitreTenths: z.int() }),
]);

export type MonitorAspectFinding = z.infer<typeof aspectFindingSchema>;

/**
 * The state of one aspect. `not-read`: not checked yet; `unavailable`: the source did not respond, or has nothing on
 * the car or, for petrol, near the postcode (`not-held`); `off`: disabled by the member or by configuration, or paid
 * for only from the first paid month (`after-trial`), or suspended until the amount owed is paid (`payment-due`).
 */
export const monitoredAspectStateSchema = z.object({
  aspect: z.enum(['tax', 'mot', 'recall', 'value', 'finance', 'keepers', 'petrol']),
  state: z.enum(['read', 'not-read', 'unavailable', 'off']),
  /** Refines `state`; pages of the previous release do not know these values. */
  because: z.nullable(z.enum(['not-held', 'after-trial', 'payment-due'])),
  readAt: z.nullable(isoInstantSchema),
  /** Maximum number of days between two checks. */
  everyDays: z.nullable(z.int()),
  /** When it is checked next; null: as soon as possible, or it is not monitored. */
  nextCheckAt: z.nullable(isoInstantSchema),
  found: z.nullable(aspectFindingSchema),
});

/**
 * The car's monthly values, oldest first, at most sixty, and the state of each monitored aspect. The recall flag comes
 * with the MOT history, the campaigns from a file: each has its own time, which the aspects `mot` and `recall` repeat.
 */
export const readWatchFindingsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/watch/findings',
  answers: {
    200: z.object({
      aspects: z.array(monitoredAspectStateSchema),
      /** Private sale, in pence; the vendor's figure for average condition. */
      values: z.array(z.object({ month: z.string(), pence: z.int(), readAt: isoInstantSchema })),
      recall: z.object({
        outstanding: z.enum(['Yes', 'No', 'Unknown', 'Unavailable', 'not-read']),
        /** When DVSA last reported it. */
        readAt: z.nullable(isoInstantSchema),
        /** When DVSA's list of campaigns was last compared with the car. */
        listedAt: z.nullable(isoInstantSchema),
        campaigns: z.array(
          z.object({
            number: z.string(),
            launchedOn: z.nullable(isoDateSchema),
            concern: z.string(),
            remedy: z.string(),
          }),
        ),
      }),
    }),
  },
  problems: [],
});

/** Creates a new secret address of the calendar feed and revokes the earlier one. `none`: there is no membership. */
export const renewCalendarFeedEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/watch/calendar',
  answers: {
    200: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('made'), url: z.string() }),
      z.object({ outcome: z.literal('none') }),
    ]),
  },
  problems: [],
});

export const revokeCalendarFeedEndpoint = defineEndpoint({
  method: 'DELETE',
  path: '/api/watch/calendar',
  answers: { 204: undefined },
  problems: [],
});

/**
 * The dates of the member's car for calendar programs (RFC 5545), under a secret address. Once the membership has
 * ended, the feed has no dates, and its description gives the reason. An address that was renewed or revoked is
 * unknown.
 */
export const readCalendarFeedEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/calendar/:token',
  params: z.object({ token: z.string().check(z.regex(/^[A-Za-z0-9_-]{54}$/)) }),
  media: 'text/calendar',
  answers: { 200: calendarFileSchema },
  problems: ['not-found'],
});

/** `no-postcode`: none is set. `not-read`: prices have not been read yet. */
export const nearbyPetrolPricesSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('found'),
    /** When prices were last read from Fuel Finder. */
    readAt: isoInstantSchema,
    postcode: z.string(),
    stations: z.array(
      z.object({
        id: z.string(),
        /** With its brand, in title case. */
        name: z.string(),
        /** Null: the name contains it. Pages of the previous release read it. */
        brand: z.nullable(z.string()),
        address: z.string(),
        postcode: z.string(),
        /** Tenths of a mile, as the crow flies. */
        milesTenths: z.int(),
        /** Tenths of a penny a litre: 1,359 is 135.9p. */
        pencePerLitreTenths: z.int(),
        /** When the retailer last reported it. */
        reportedAt: isoInstantSchema,
        motorway: z.boolean(),
        supermarket: z.boolean(),
        closed: z.boolean(),
      }),
    ),
  }),
  z.object({ outcome: z.enum(['no-postcode', 'not-read', 'not-member']) }),
]);

export type NearbyPetrolPrices = z.infer<typeof nearbyPetrolPricesSchema>;

/** The cheapest stations for a fuel within `miles` of the member's postcode; at most ten, cheapest or nearest first. */
export const readNearbyPetrolPricesEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/watch/petrol',
  query: z.object({
    fuel: z.enum(pumpFuels),
    order: z._default(z.enum(['price', 'distance']), 'price'),
    miles: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(25)), 5),
  }),
  answers: { 200: nearbyPetrolPricesSchema },
  problems: [],
});
