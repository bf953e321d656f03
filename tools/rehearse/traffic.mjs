import { Agent, request } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';

const readPaths = ['/', '/api/remotes', '/report?reg=AB12CDE', '/api/vehicle-lookup?reg=AB12CDE'];
const readEveryMs = 100;
const fetchEveryMs = 1_000;
/** Fewer than the event streams that a BFF allows one client. */
const maxFollowed = 8;
/** Longer than a proxy may wait for a process that takes a request. */
const timeoutMs = 15_000;
/** How long a fetch may take until its last event, restarts of its worker included. */
const eventLimitMs = 60_000;
const letters = 'ABCDEFGHJKLMNPRSTUVW';

/**
 * @typedef {object} TrafficFigures
 * @property {number} requests
 * @property {string[]} failures what failed, when and why
 * @property {number} slowestMs until the headers of a response
 * @property {string} slowest
 * @property {number} fetches mutations that were accepted, each followed on an event stream
 * @property {number} reconnections streams that ended before the last event, and were opened again
 * @property {string[]} lost fetches whose last event did not arrive
 */

/** A new registration for each number. @param {number} number */
function registrationOf(number) {
  const letter = (/** @type {number} */ place) => letters[Math.floor(number / 20 ** place) % 20];
  return `R${letter(3)}21${letter(2)}${letter(1)}${letter(0)}`;
}

/** Steady visitors of a site: pages and reads, new vehicle fetches, and an event stream for each until its end. */
export class Traffic {
  /** @type {TrafficFigures} */
  figures = { requests: 0, failures: [], slowestMs: 0, slowest: '', fetches: 0, reconnections: 0, lost: [] };
  #origin;
  #agent;
  #stopped = new AbortController();
  /** @type {Set<Promise<void>>} */
  #running = new Set();
  /** @type {Promise<unknown>} */
  #loops;
  #next;
  #followed = 0;

  /**
   * @param {{ origin: string, ca: string, firstRegistration?: number }} site ca: the certificate of its authority;
   *   firstRegistration: of numbers that were not looked up yet
   */
  constructor({ origin, ca, firstRegistration = 0 }) {
    this.#origin = origin;
    this.#agent = new Agent({ keepAlive: true, ca });
    this.#next = firstRegistration;
    this.#loops = Promise.all([
      this.#every(readEveryMs, (turn) => this.#read(readPaths[turn % readPaths.length] ?? '/')),
      this.#every(fetchEveryMs, () => this.#fetch()),
    ]);
  }

  /** Starts no more requests and waits for those that run. @returns {Promise<TrafficFigures>} */
  async stop() {
    this.#stopped.abort();
    await this.#loops;
    await Promise.all(this.#running);
    this.#agent.destroy();
    return this.figures;
  }

  /** @param {number} ms @param {(turn: number) => Promise<void>} act not waited for */
  async #every(ms, act) {
    for (let turn = 0; !this.#stopped.signal.aborted; turn += 1) {
      const running = act(turn).finally(() => this.#running.delete(running));
      this.#running.add(running);
      await sleep(ms, undefined, { signal: this.#stopped.signal }).catch(() => undefined);
    }
  }

  /** @param {string} path */
  async #read(path) {
    const { status, why } = await this.#ask('GET', path);
    if (status !== 200) this.#fail(`GET ${path}`, why);
  }

  async #fetch() {
    if (this.#followed >= maxFollowed) return;
    // Counted from the request on: on a busy machine its answer may take as long as many fetches begin.
    this.#followed += 1;
    await this.#fetchAndFollow().finally(() => (this.#followed -= 1));
  }

  async #fetchAndFollow() {
    const registration = registrationOf((this.#next += 1));
    const body = JSON.stringify({ registration, datapackage: 'VehicleData' });
    const { status, why, text } = await this.#ask('POST', '/api/fetch-vehicle-data', { body });
    if (status !== 200 && status !== 202) return this.#fail(`POST /api/fetch-vehicle-data ${registration}`, why);
    this.figures.fetches += 1;
    if (status === 202) await this.#follow(registration, JSON.parse(text).events);
  }

  /** @param {string} registration @param {string} path of its event stream */
  async #follow(registration, path) {
    const until = performance.now() + eventLimitMs;
    while (performance.now() < until) {
      let done = false;
      const onEvent = (/** @type {string} */ data) => (done ||= JSON.parse(data).outcome !== 'pending');
      const { status, why } = await this.#ask('GET', path, { onEvent });
      if (done) return;
      if (status !== 200) this.#fail(`GET ${path}`, why);
      this.figures.reconnections += 1;
      await sleep(100);
    }
    this.figures.lost.push(registration);
  }

  /** @param {string} what @param {string} why */
  #fail(what, why) {
    this.figures.failures.push(`${new Date().toISOString()} ${what}: ${why}`);
  }

  /**
   * One request. Status 0: no response; a stream that is cut off after its headers counts as ended.
   * @param {string} method @param {string} path
   * @param {{ body?: string, onEvent?: (data: string) => void }} [options]
   * @returns {Promise<{ status: number, why: string, text: string }>}
   */
  #ask(method, path, { body, onEvent } = {}) {
    this.figures.requests += 1;
    const started = performance.now();
    return new Promise((resolve) => {
      const fail = (/** @type {Error} */ error) => resolve({ status: 0, why: error.message, text: '' });
      const headers = {
        origin: this.#origin,
        'x-requested-with': 'vehicle-enquiry',
        ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      };
      const call = request(`${this.#origin}${path}`, { method, headers, agent: this.#agent, timeout: timeoutMs });
      call.on('timeout', () => call.destroy(new Error(`silent for ${timeoutMs / 1_000} s`))).on('error', fail);
      call.on('response', (response) => {
        const ms = performance.now() - started;
        if (ms > this.figures.slowestMs) Object.assign(this.figures, { slowestMs: ms, slowest: `${method} ${path}` });
        const status = response.statusCode ?? 0;
        let text = '';
        const end = () => resolve({ status, why: `${status} ${text.slice(0, 200)}`, text });
        response.setEncoding('utf8');
        response.on('data', (/** @type {string} */ chunk) => {
          text += chunk;
          if (!onEvent) return;
          const events = text.split('\n\n');
          text = events.pop() ?? '';
          for (const event of events) {
            const data = /^event: message\ndata: (.*)$/m.exec(event)?.[1];
            if (data !== undefined) onEvent(data);
          }
        });
        response.on('end', end).on('error', onEvent ? end : fail);
      });
      call.end(body);
    });
  }
}
