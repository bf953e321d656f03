import { type AlertFacts, alertSwitches, isAlertKind } from '@ve/domain/monitoring/alerts/alert';
import { fuels } from '@ve/domain/vehicle/petrol/fuel';
import {
  memberDueDateKinds,
  type ReminderChannel,
  reminderChannels,
  type ReminderKind,
  reminderKinds,
  reminderLeads,
} from '@ve/domain/monitoring/reminders/reminder';
import { textStates } from '@ve/domain/messaging/texts/text-state';
import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { postcode } from '../../fields.ts';
import { calendarFile } from '../../media-bodies.ts';
import { registration } from '../../registration-field.ts';
import { isoDate, isoInstant, type Same, unavailableReason } from '../../vehicle-record.ts';
import { phoneStateSchema } from '../membership/phone.ts';
import { mailToSchema, watchStreams } from './reminders.ts';

const kind = z.enum(reminderKinds);
const lead = z.literal(reminderLeads);
const leads = z.array(lead).check(
  z.maxLength(reminderLeads.length),
  z.refine((given) => new Set(given).size === given.length),
);
const byChannel = z.strictObject({ email: leads, sms: leads } satisfies Record<ReminderChannel, typeof leads>);
const hour = z.int().check(z.minimum(0), z.maximum(23));

/** What a member chooses. */
export const watchSettingsSchema = z.object({
  email: z.boolean(),
  sms: z.boolean(),
  /** By kind and channel: on which days. */
  leads: z.strictObject({
    tax: byChannel,
    mot: byChannel,
    insurance: byChannel,
    servicing: byChannel,
  } satisfies Record<ReminderKind, typeof byChannel>),
  /** Hours of the day in London. Equal: no quiet hours. */
  quiet: z.object({ from: hour, until: hour }),
  /** Nothing is sent while paused; `until`: up to and without this day; null: until it is taken off. */
  pause: z.nullable(z.object({ until: z.nullable(isoDate) })),
  /** Alerts that are switched off. */
  disabledAlerts: z.array(z.enum(alertSwitches)).check(z.maxLength(alertSwitches.length)),
  /** Where petrol prices are wanted; null: nowhere. */
  postcode: z.nullable(postcode),
});

export type WatchSettings = z.infer<typeof watchSettingsSchema>;

/** A date that the car's next reminder rests on. */
export const dueSchema = z.object({
  kind,
  /** Null: not known, and `why` says so; or not given. */
  on: z.nullable(isoDate),
  source: z.nullable(z.enum(['DVLA', 'DVSA', 'UKVD', 'member'])),
  /** When the source was last read, or the member gave it. */
  readAt: z.nullable(isoInstant),
  /**
   * Why a register gave no date. `sorn`, `exported`, `scrapped`, `exempt`: none is due. `not-read`: nobody has asked yet.
   */
  why: z.nullable(
    z.enum([...unavailableReason.options, 'not-held', 'sorn', 'exported', 'scrapped', 'exempt', 'not-read']),
  ),
});

export type DueEntry = z.infer<typeof dueSchema>;

/** A reminder that will be sent, as things stand. */
export const upcomingSchema = z.object({
  kind,
  dueOn: isoDate,
  lead,
  channel: z.enum(reminderChannels),
  /** The day it is sent, in London. */
  on: isoDate,
});

export const watchSchema = z.object({
  /** `lapsed`: nothing is sent, and settings stay; `never`: there was no membership. */
  state: z.enum(['watching', 'lapsed', 'never']),
  registration: z.nullable(z.string()),
  settings: watchSettingsSchema,
  mailTo: mailToSchema,
  phone: phoneStateSchema,
  dues: z.array(dueSchema),
  /** The next ones, soonest first, at most twenty. */
  upcoming: z.array(upcomingSchema),
  /** Null: there is no feed. */
  calendarUrl: z.nullable(z.string()),
  /** When the car can be changed again (once a billing period); null: now, or there is no membership. */
  carMayChangeOn: z.nullable(isoDate),
  /** Today in London by the server's clock. */
  asOf: isoDate,
});

export type Watch = z.infer<typeof watchSchema>;

/** The signed-in user's watch over their car. */
export const readWatch = endpoint({ method: 'GET', path: '/api/watch', answers: { 200: watchSchema }, problems: [] });

/** `not-member`: there never was a membership, or none runs that pays for looking a postcode up. */
const watchChangeSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('set'), watch: watchSchema }),
  z.object({ outcome: z.enum(['not-member', 'phone-needed', 'postcode-unknown', 'postcode-unavailable']) }),
]);

export type WatchChange = z.infer<typeof watchChangeSchema>;

/**
 * Changes what is given. Turning e-mail on subscribes again an address that had unsubscribed from reminders; `subscribe` to
 * whatever it names.
 */
export const changeWatch = endpoint({
  method: 'PATCH',
  path: '/api/watch',
  body: z.extend(z.partial(watchSettingsSchema), {
    subscribe: z.optional(z.array(z.enum(watchStreams)).check(z.maxLength(watchStreams.length))),
  }),
  answers: { 200: watchChangeSchema },
  problems: [],
});

/** Gives, or takes away, a date that only the member knows. From yesterday to two years ahead. */
export const setDueDate = endpoint({
  method: 'PUT',
  path: '/api/watch/due-dates/:kind',
  params: z.object({ kind: z.enum(memberDueDateKinds) }),
  body: z.object({ on: z.nullable(isoDate) }),
  answers: {
    200: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('set'), watch: watchSchema }),
      z.object({ outcome: z.enum(['not-member', 'out-of-range']) }),
    ]),
  },
  problems: [],
});

/**
 * Watches another car from now on; reports of the old one stay. `once-a-period`: it was changed in this billing period.
 * `not-found`: the registers have no such car. `unavailable`: none of them answered, nothing was changed.
 */
export const changeCar = endpoint({
  method: 'POST',
  path: '/api/watch/car',
  body: z.object({ registration }),
  answers: {
    200: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('changed'), watch: watchSchema }),
      z.object({ outcome: z.literal('once-a-period'), mayChangeOn: isoDate }),
      z.object({ outcome: z.enum(['same', 'not-member', 'not-found', 'unavailable']) }),
    ]),
  },
  problems: ['registration-required', 'registration-invalid', 'busy', 'too-many-requests'],
});

/** A message that was, or was not, sent about the car, newest first. */
export const watchMessageSchema = z.object({
  id: z.uuid(),
  about: z.discriminatedUnion('what', [
    z.object({ what: z.literal('reminder'), kind, dueOn: isoDate, lead, late: z.boolean() }),
    /** One that is no `AlertKind` is of a later release (`isAlertKind`). */
    z.object({ what: z.literal('alert'), kind: z.string() }),
  ]),
  registration: z.string(),
  channel: z.enum(reminderChannels),
  /** When it was, or was to be, sent. */
  at: isoInstant,
  state: z.enum(textStates),
  /** Why it was not sent or did not arrive; null otherwise. A word of the workers, which the page puts into a sentence. */
  why: z.nullable(z.string()),
});

export type WatchMessage = z.infer<typeof watchMessageSchema>;

const before = z.object({ before: z.optional(z.string().check(z.maxLength(80))) });

/** Twenty at a time; `before` is the `next` of the page before. */
export const listWatchMessages = endpoint({
  method: 'GET',
  path: '/api/watch/messages',
  query: before,
  answers: { 200: z.object({ messages: z.array(watchMessageSchema), next: z.nullable(z.string()) }) },
  problems: [],
});

const short = z.string().check(z.maxLength(300));
const texts = z.array(short).check(z.maxLength(100));

/** What changed, as `domain/monitoring/alerts` says it. */
export const alertFactsSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('tax-status'), from: z.nullable(short), to: short, dueOn: z.nullable(isoDate) }),
  z.object({
    kind: z.literal('mot-result'),
    testNumber: short,
    testedOn: isoDate,
    passed: z.boolean(),
    expiresOn: z.nullable(isoDate),
    advisories: texts,
    failures: texts,
    repeated: z.int(),
  }),
  z.object({ kind: z.literal('recall'), outstanding: z.enum(['Yes', 'No', 'may-apply']), campaigns: texts }),
  z.object({ kind: z.literal('value'), month: short, pence: z.int(), beforePence: z.nullable(z.int()) }),
  z.object({ kind: z.literal('finance'), agreements: z.int(), before: z.int(), company: z.nullable(short) }),
  z.object({ kind: z.literal('keeper-change'), on: z.nullable(isoDate), keepers: z.nullable(z.int()) }),
  z.object({
    kind: z.literal('plate-change'),
    on: z.nullable(isoDate),
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
  z.object({ kind: z.literal('date-moved'), of: z.enum(['tax', 'mot']), from: isoDate, to: isoDate }),
  z.object({
    kind: z.literal('scrapped-or-exported'),
    state: z.enum(['scrapped', 'exported', 'marked-for-export', 'neither']),
    on: z.nullable(isoDate),
    destroyed: z.boolean(),
    source: z.enum(['DVLA', 'UKVD']),
  }),
]);

/** Does not compile when the schema and the domain's shape diverge. */
export const factsAreTheDomainShape: Same<z.infer<typeof alertFactsSchema>, AlertFacts> = true;

export const watchEventSchema = z.object({
  id: z.uuid(),
  registration: z.string(),
  at: isoInstant,
  facts: alertFactsSchema,
});

export type WatchEvent = z.infer<typeof watchEventSchema>;

/** Of a kind that a later release of the workers has stored: whoever reads the list passes it by. */
const laterFactsSchema = z.object({ kind: z.string().check(z.refine((given) => !isAlertKind(given))) });

const listedEventSchema = z.extend(watchEventSchema, { facts: z.union([alertFactsSchema, laterFactsSchema]) });

/** Whether this release has words for an event. */
export const isKnownEvent = (event: z.infer<typeof listedEventSchema>): event is WatchEvent =>
  isAlertKind(event.facts.kind);

/** What happened to the car since it is watched, newest first, twenty at a time. */
export const listWatchEvents = endpoint({
  method: 'GET',
  path: '/api/watch/events',
  query: before,
  answers: { 200: z.object({ events: z.array(listedEventSchema), next: z.nullable(z.string()) }) },
  problems: [],
});

/** What a source last said, as it is on record now: of the first look, too, of which no alert is sent. */
const aspectFoundSchema = z.discriminatedUnion('of', [
  z.object({ of: z.literal('tax'), status: z.nullable(short), dueOn: z.nullable(isoDate) }),
  z.object({ of: z.literal('mot'), dueOn: z.nullable(isoDate) }),
  /** Campaigns that may apply, by the model. */
  z.object({ of: z.literal('recall'), campaigns: z.int() }),
  z.object({ of: z.literal('value'), month: short, pence: z.int() }),
  z.object({ of: z.literal('finance'), agreements: z.int() }),
  z.object({ of: z.literal('keepers'), keepers: z.nullable(z.int()), plateChanges: z.nullable(z.int()) }),
  z.object({ of: z.literal('petrol'), fuel: short, pencePerLitreTenths: z.int() }),
]);

export type AspectFound = z.infer<typeof aspectFoundSchema>;

/**
 * What is watched for. `not-read`: no look was made yet; `unavailable`: the source did not answer, or has nothing on the car
 * or, of petrol, near the postcode (`not-held`); `off`: switched off, not within what is configured, or it costs money and
 * begins with the first paid month (`after-trial`), or waits until what is owed is paid (`payment-due`).
 */
export const watchedAspectSchema = z.object({
  aspect: z.enum(['tax', 'mot', 'recall', 'value', 'finance', 'keepers', 'petrol']),
  state: z.enum(['read', 'not-read', 'unavailable', 'off']),
  /** What `state` says more exactly; pages of the release before do not know these words. */
  because: z.nullable(z.enum(['not-held', 'after-trial', 'payment-due'])),
  readAt: z.nullable(isoInstant),
  /** How many days pass between two looks, at the most. */
  everyDays: z.nullable(z.int()),
  /** When it is looked at next; null: as soon as its turn comes, or it is not watched. */
  nextCheckAt: z.nullable(isoInstant),
  found: z.nullable(aspectFoundSchema),
});

/**
 * The months' values of the car, oldest first, at most sixty, and the state of each thing that is watched. The recall flag
 * comes with the MOT history, the campaigns of a file: each has its own time, which the aspects `mot` and `recall` say too.
 */
export const readWatchFindings = endpoint({
  method: 'GET',
  path: '/api/watch/findings',
  answers: {
    200: z.object({
      aspects: z.array(watchedAspectSchema),
      /** Private sale, in pence; the vendor's figure for average condition. */
      values: z.array(z.object({ month: z.string(), pence: z.int(), readAt: isoInstant })),
      recall: z.object({
        outstanding: z.enum(['Yes', 'No', 'Unknown', 'Unavailable', 'not-read']),
        /** When DVSA last said so. */
        readAt: z.nullable(isoInstant),
        /** When DVSA's list of campaigns was last compared with the car. */
        listedAt: z.nullable(isoInstant),
        campaigns: z.array(
          z.object({ number: z.string(), launchedOn: z.nullable(isoDate), concern: z.string(), remedy: z.string() }),
        ),
      }),
    }),
  },
  problems: [],
});

/** A new secret address of the calendar feed; an earlier one stops. `none`: there is no membership. */
export const renewCalendar = endpoint({
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

export const stopCalendar = endpoint({
  method: 'DELETE',
  path: '/api/watch/calendar',
  answers: { 204: undefined },
  problems: [],
});

/**
 * The dates of the member's car for calendar programs (RFC 5545), by a secret address. Without a date, with the reason in
 * the calendar's description, once the membership has ended. An address that was renewed or stopped is unknown.
 */
export const readCalendar = endpoint({
  method: 'GET',
  path: '/api/calendar/:token',
  params: z.object({ token: z.string().check(z.regex(/^[A-Za-z0-9_-]{54}$/)) }),
  media: 'text/calendar',
  answers: { 200: calendarFile },
  problems: ['not-found'],
});

/** `no-postcode`: none is set. `not-read`: prices were never read. */
export const nearbyPricesSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('found'),
    /** When prices were last read from Fuel Finder. */
    readAt: isoInstant,
    postcode: z.string(),
    stations: z.array(
      z.object({
        id: z.string(),
        /** With its brand, in proper case. */
        name: z.string(),
        /** Null: the name has it. Pages of the release before read it. */
        brand: z.nullable(z.string()),
        address: z.string(),
        postcode: z.string(),
        /** Tenths of a mile, as the crow flies. */
        milesTenths: z.int(),
        /** Tenths of a penny a litre: 1,359 is 135.9p. */
        pencePerLitreTenths: z.int(),
        /** When the retailer last reported it. */
        reportedAt: isoInstant,
        motorway: z.boolean(),
        supermarket: z.boolean(),
        closed: z.boolean(),
      }),
    ),
  }),
  z.object({ outcome: z.enum(['no-postcode', 'not-read', 'not-member']) }),
]);

export type NearbyPrices = z.infer<typeof nearbyPricesSchema>;

/** The cheapest within `miles` of the member's postcode for a fuel; at most ten, cheapest or nearest first. */
export const readNearbyPrices = endpoint({
  method: 'GET',
  path: '/api/watch/petrol',
  query: z.object({
    fuel: z.enum(fuels),
    order: z._default(z.enum(['price', 'distance']), 'price'),
    miles: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(25)), 5),
  }),
  answers: { 200: nearbyPricesSchema },
  problems: [],
});
