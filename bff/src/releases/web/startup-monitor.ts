import { type ErrorLogEntry, reportPageErrorEndpoint } from '@ve/contracts/http/jobs/error-logs';
import { firstPartyHeaders } from '@ve/contracts/first-party-headers';
import type { Release } from '@ve/contracts/remote-manifest';
import { unloadedScriptPrefix } from '@ve/domain/jobs/error-log/release-failure';
import { createHash } from 'node:crypto';
import { releaseFileUrlInPage } from '../live/live-registry.ts';

/** How long a shell may take to render after its script has run, in milliseconds. */
const waitLimitMs = 20_000;
/** A shell that throws in a loop must not flood the log. */
const maxReports = 3;

const thrown: ErrorLogEntry['error_type'] = 'JavaScript Error';
const rejected: ErrorLogEntry['error_type'] = 'Unhandled Promise Rejection';

/**
 * Reports what prevents the shell of a document from starting: a script that does not load, an error or rejection
 * before the `ve-ready` event, and the absence of that event. Afterwards the shell reports errors itself. Inline, so
 * that it needs no request, and the same text for every shell, so that the policy can contain its hash.
 */
const text = `(() => {
  const { shell, entry } = document.currentScript.dataset;
  const folder = '/remotes/' + shell.replace('@', '/') + '/';
  const isOurs = (text) => typeof text === 'string' && text.includes(folder);
  const said = new Set();
  let timer;
  const say = (type, text, { name, stack = null } = {}) => {
    const message = String(text).slice(0, 1000) || 'Unknown error';
    if (said.has(message) || said.size === ${maxReports}) return;
    said.add(message);
    const timestamp = new Date().toISOString();
    const url = location.pathname.slice(0, 400);
    fetch('${reportPageErrorEndpoint.path}', {
      method: '${reportPageErrorEndpoint.method}',
      credentials: 'same-origin',
      keepalive: true,
      headers: ${JSON.stringify({ 'content-type': 'application/json', ...firstPartyHeaders })},
      body: JSON.stringify({
        timestamp,
        error_message: message,
        error_stack: stack && String(stack).slice(0, 8000),
        user_agent: navigator.userAgent.slice(0, 400),
        url,
        session_id: null,
        error_type: type,
        component_name: null,
        additional_data: { remote: shell, errorName: name && String(name).slice(0, 120), url, timestamp },
      }),
    }).catch(() => {});
  };
  const onError = ({ target, filename, message, error }) => {
    if (isOurs(target.src)) say('${thrown}', '${unloadedScriptPrefix}' + new URL(target.src, location.href).pathname);
    else if (isOurs(filename)) say('${thrown}', message, error ?? {});
  };
  const onRejection = ({ reason }) => {
    if (isOurs(reason?.stack)) say('${rejected}', reason.message, reason);
  };
  const onLoad = ({ target }) => {
    if (!isOurs(target.src) || !target.src.endsWith(entry)) return;
    timer = setTimeout(() => say('${thrown}', 'The shell did not start'), ${waitLimitMs});
  };
  addEventListener('error', onError, true);
  addEventListener('unhandledrejection', onRejection);
  document.addEventListener('load', onLoad, true);
  document.addEventListener('ve-ready', () => {
    clearTimeout(timer);
    removeEventListener('error', onError, true);
    removeEventListener('unhandledrejection', onRejection);
    document.removeEventListener('load', onLoad, true);
  }, { once: true });
})()`;

/** The script that monitors the start of a shell: its text, and its hash for the Content-Security-Policy. */
export const startupMonitorScript = {
  text,
  source: `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
};

/** The shell's name and entry for the script, as attributes of its element. */
export const startupMonitorAttributes = (shell: Release): { 'data-shell': string; 'data-entry': string } => ({
  'data-shell': `${shell.name}@${shell.version}`,
  'data-entry': releaseFileUrlInPage(shell, shell.entry),
});
