import type { LoggedVendorCall } from '../vendors/call-log.ts';
import type { VendorFault } from '../vendors/fault-store.ts';
import { ukvdPackages } from '../ukvd/ukvd.routes.ts';
import { vendorFaultModes } from '../vendors/vendor.types.ts';
import { changeableRecallStates, changeableTaxStatuses } from '../fleet/changed-car.ts';
import { formatAsPlate } from '../registration.ts';
import type { ControlPageState } from './control.state.ts';
import { htmlTemplate, type EscapedHtml } from './html.ts';

type Vendor = ControlPageState['vendors'][number];

/** Formats a day as `21 November 2026`. */
const longDate = (day: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));

const faultDescription = (fault: VendorFault): string => {
  const parts = [fault.registration === null ? null : formatAsPlate(fault.registration), fault.operation];
  const whose = parts.filter((part) => part !== null).join(', ') || 'every call';
  const delay = fault.delayMs > 0 ? `, after ${fault.delayMs / 1000} s` : '';
  const times = fault.timesLeft === null ? '' : `, ${fault.timesLeft} more time${fault.timesLeft === 1 ? '' : 's'}`;
  return `${vendorFaultModes[fault.mode]} (${whose}${delay}${times})`;
};

const callRow = (call: LoggedVendorCall): EscapedHtml =>
  htmlTemplate`<tr>
    <td><time datetime="${call.at}">${call.at.slice(11, 19)}</time></td>
    <td>${call.registration === null ? '–' : formatAsPlate(call.registration)}</td>
    <td>${call.asked}</td>
    <td>${call.status === null ? 'no answer' : call.status}</td>
  </tr>`;

const mode = (vendor: Vendor): EscapedHtml =>
  vendor.faults.length === 0
    ? htmlTemplate`<p class="state well"><span aria-hidden="true">✓</span> Answers normally</p>`
    : htmlTemplate`<ul class="state ill">
        ${vendor.faults.map((fault) => htmlTemplate`<li><span aria-hidden="true">!</span> It ${faultDescription(fault)}</li>`)}
      </ul>`;

const packageChoice: EscapedHtml = htmlTemplate`<label
  >Only for package
  <select name="operation">
    <option value="">all</option>
    ${ukvdPackages.map((name) => htmlTemplate`<option>${name}</option>`)}
  </select>
</label>`;

const faultForm = (vendor: Vendor): EscapedHtml =>
  htmlTemplate`<form method="post" action="/control/faults/${vendor.name}">
    <label
      >What it should do
      <select name="mode">
        ${Object.entries(vendorFaultModes).map(([value, description]) => htmlTemplate`<option value="${value}">${description}</option>`)}
      </select>
    </label>
    ${
      vendor.name === 'entra'
        ? htmlTemplate``
        : vendor.name === 'stripe' || vendor.name === 'twilio'
          ? htmlTemplate`<label
              >Only for
              <input
                name="operation"
                autocomplete="off"
                spellcheck="false"
                placeholder="${vendor.name === 'stripe' ? 'all, or POST /v1/refunds' : 'all, or POST /messages'}"
            /></label>`
          : htmlTemplate`${vendor.name === 'ukvd' ? packageChoice : htmlTemplate``}<label
                >Only for registration
                <input name="registration" autocomplete="off" spellcheck="false" placeholder="all"
              /></label>`
    }
    <label
      >Wait first, in milliseconds <input name="delayMs" inputmode="numeric" placeholder="0; late answers: 3000"
    /></label>
    <label>How many times <input name="times" inputmode="numeric" placeholder="until you change it" /></label>
    <button>Set</button>
  </form>`;

const callsTable = (vendor: Vendor): EscapedHtml =>
  vendor.recentCalls.length === 0
    ? htmlTemplate`<p class="quiet">No calls yet.</p>`
    : htmlTemplate`<table>
        <caption>
          Calls so far: ${vendor.callCount}, newest first
        </caption>
        <thead>
          <tr>
            <th scope="col">Time (UTC)</th>
            <th scope="col">Registration</th>
            <th scope="col">Asked for</th>
            <th scope="col">Answer</th>
          </tr>
        </thead>
        <tbody>
          ${vendor.recentCalls.map(callRow)}
        </tbody>
      </table>`;

const billDescription = ({ package: name, count, byRegistration }: ControlPageState['bills'][number]): EscapedHtml => {
  const rows = Object.entries(byRegistration).map(([registration, times]) => `${formatAsPlate(registration)} ${times}`);
  return htmlTemplate`<li>${name}: ${count}${rows.length === 0 ? '' : ` (${rows.join(', ')})`}</li>`;
};

const billList = (bills: ControlPageState['bills']): EscapedHtml =>
  htmlTemplate`<p>Look-ups it has charged for:</p>
    <ul>
      ${bills.map(billDescription)}
    </ul>`;

const vendorSection = (vendor: Vendor, bills: ControlPageState['bills']): EscapedHtml =>
  htmlTemplate`<section aria-labelledby="vendor-${vendor.name}">
    <h2 id="vendor-${vendor.name}">${vendor.title}</h2>
    <div data-live="${vendor.name}">
      ${mode(vendor)} ${vendor.name === 'ukvd' ? billList(bills) : htmlTemplate``} ${callsTable(vendor)}
    </div>
    ${faultForm(vendor)}
  </section>`;

const deliveryRow = (delivery: ControlPageState['stripe']['recentDeliveries'][number]): EscapedHtml =>
  htmlTemplate`<tr>
    <td><time datetime="${delivery.at}">${delivery.at.slice(11, 19)}</time></td>
    <td>${delivery.type}</td>
    <td>${delivery.attempt}</td>
    <td>${delivery.status === null ? 'no answer' : delivery.status}</td>
  </tr>`;

const tickBox = (name: string, label: string, ticked: boolean): EscapedHtml =>
  htmlTemplate`<label
    >${label} <input type="checkbox" name="${name}" value="true" ${ticked ? htmlTemplate`checked` : htmlTemplate``}
  /></label>`;

const webhooksSection = ({ stripe }: ControlPageState): EscapedHtml =>
  htmlTemplate`<section aria-labelledby="webhooks">
    <h2 id="webhooks">Stripe’s account and events</h2>
    <div data-live="webhooks">
      <p>
        ${Object.entries(stripe.counts)
          .map(([kind, count]) => `${count} ${kind}`)
          .join(', ')}.
        Events to deliver: ${stripe.waiting}.
      </p>
      ${
        stripe.recentDeliveries.length === 0
          ? htmlTemplate`<p class="quiet">No deliveries yet.</p>`
          : htmlTemplate`<table>
              <caption>
                Deliveries, newest first
              </caption>
              <thead>
                <tr>
                  <th scope="col">Time (UTC)</th>
                  <th scope="col">Event</th>
                  <th scope="col">Attempt</th>
                  <th scope="col">Answer</th>
                </tr>
              </thead>
              <tbody>
                ${stripe.recentDeliveries.map(deliveryRow)}
              </tbody>
            </table>`
      }
    </div>
    <form method="post" action="/control/stripe/webhooks">
      <label
        >Further deliveries of each event
        <input name="duplicates" inputmode="numeric" value="${stripe.settings.duplicates}"
      /></label>
      <label
        >Of a hundred events, never deliver
        <input name="lossPercent" inputmode="numeric" value="${stripe.settings.lossPercent}"
      /></label>
      ${tickBox('disorder', 'Out of order', stripe.settings.disorder)}
      ${tickBox('futureDated', 'Signed ten minutes in the future', stripe.settings.futureDated)}
      ${tickBox('wrongSignature', 'Signed with another secret', stripe.settings.wrongSignature)}
      <button>Set</button>
    </form>
    <form method="post" action="/control/reset/stripe" class="steps"><button>Empty Stripe’s account</button></form>
  </section>`;

const fleetRow = (car: ControlPageState['fleet'][number]): EscapedHtml =>
  htmlTemplate`<tr>
    <th scope="row"><span class="plate">${car.onPlate}</span></th>
    <td>${car.vehicle ?? 'No record'}</td>
    <td>${car.is}</td>
  </tr>`;

/** Formats an offset as `3 days ahead of this machine`, to the minute. */
const clockOffsetText = (ms: number): string => {
  const minutes = Math.round(Math.abs(ms) / 60_000);
  if (minutes === 0) return 'as on this machine';
  const parts = [
    [Math.floor(minutes / 1_440), 'day'],
    [Math.floor(minutes / 60) % 24, 'hour'],
    [minutes % 60, 'minute'],
  ] as const;
  const counts = parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}${count === 1 ? '' : 's'}`);
  return `${counts.join(', ')} ${ms > 0 ? 'ahead of' : 'behind'} this machine`;
};

const clockSection = ({ clock, today }: ControlPageState): EscapedHtml =>
  htmlTemplate`<section aria-labelledby="clock">
    <h2 id="clock">Time</h2>
    <p data-live="clock">
      It is ${longDate(today)} in London, <time datetime="${clock.now}">${clock.now.slice(11, 16)}</time> UTC:
      ${clockOffsetText(clock.aheadMs)}. The whole product follows within about a second.
    </p>
    <form method="post" action="/control/clock" class="steps">
      <button name="hours" value="1">An hour later</button>
      <button name="days" value="1">A day later</button>
      <button name="days" value="7">A week later</button>
      <button name="days" value="28">Four weeks later</button>
    </form>
    <form method="post" action="/control/clock">
      <label>Date and time, UTC <input name="instant" type="datetime-local" step="1" required /></label>
      <button>Go there</button>
    </form>
    <form method="post" action="/control/reset/clock" class="steps"><button>Back to the present</button></form>
  </section>`;

const choice = (name: string, label: string, values: readonly string[]): EscapedHtml =>
  htmlTemplate`<label
    >${label}
    <select name="${name}">
      <option value="">as it is</option>
      ${values.map((value) => htmlTemplate`<option>${value}</option>`)}
    </select></label
  >`;

const carSection = (state: ControlPageState): EscapedHtml =>
  htmlTemplate`<section aria-labelledby="car">
    <h2 id="car">Move a car</h2>
    <p>
      Its dates then stay where they are while time passes.
      ${state.moved.length === 0 ? 'None was moved.' : `Moved: ${state.moved.map(formatAsPlate).join(', ')}.`}
    </p>
    <form method="post" action="/control/cars">
      <label>Registration <input name="registration" autocomplete="off" spellcheck="false" required /></label>
      ${choice('taxStatus', 'Tax', changeableTaxStatuses)}
      <label>Tax due on <input name="taxDueOn" type="date" /></label>
      ${choice('testResult', 'A new MOT test', ['PASSED', 'FAILED'])}
      <label>MOT valid until <input name="expiresOn" type="date" /></label>
      <label>Advisories, one a line <textarea name="advisories"></textarea></label>
      <label>Failures, one a line <textarea name="failures"></textarea></label>
      ${choice('recall', 'Outstanding recall', changeableRecallStates)}
      <label>The plate that it had before <input name="plate" autocomplete="off" spellcheck="false" /></label>
      <label>A finance agreement with <input name="finance" autocomplete="off" /></label>
      <label>Value, in pounds <input name="value" inputmode="numeric" /></label>
      ${choice('scrapped', 'Scrapped', ['yes', 'no'])} ${choice('exported', 'Exported', ['yes', 'no'])}
      ${tickBox('keeper', 'It changes hands', false)}
      <button>Move</button>
    </form>
    <form method="post" action="/control/reset/cars" class="steps"><button>Put every car back</button></form>
  </section>`;

/** The control page, fully functional without scripts; its script only refreshes the calls. */
export function controlPageHtml(state: ControlPageState, notice: string | null): string {
  return htmlTemplate`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Sandbox control</title>
        <link rel="stylesheet" href="/control/control.css" />
        <script src="/control/control.js" defer></script>
      </head>
      <body>
        <main>
          <h1>Sandbox control</h1>
          <p>
            This stands in for the outside companies while you develop. Make a vendor slow or broken here and see what
            the product does. Dates of the cars are worked out from today.
          </p>
          <p>
            <a href="/inbox">Inbox: the e-mails that the product sent</a>, with the addresses whose mails come back
            later
          </p>
          ${notice === null ? htmlTemplate`` : htmlTemplate`<p role="alert" class="notice">${notice}</p>`}
          <div class="actions">
            <form method="post" action="/control/reset/faults"><button>Clear all faults</button></form>
            <form method="post" action="/control/reset/calls"><button>Clear the calls</button></form>
            <form method="post" action="/control/reset/tokens"><button>Expire the DVSA tokens</button></form>
          </div>
          <div class="vendors">${clockSection(state)} ${carSection(state)}</div>
          <div class="vendors">
            ${state.vendors.map((vendor) => vendorSection(vendor, state.bills))} ${webhooksSection(state)}
          </div>
          <section aria-labelledby="fleet">
            <h2 id="fleet">Registrations to try</h2>
            <div class="wide">
              <table>
                <thead>
                  <tr>
                    <th scope="col">Registration</th>
                    <th scope="col">Vehicle</th>
                    <th scope="col">What it shows</th>
                  </tr>
                </thead>
                <tbody>
                  ${state.fleet.map(fleetRow)}
                </tbody>
              </table>
            </div>
          </section>
        </main>
      </body>
    </html>`.html;
}
