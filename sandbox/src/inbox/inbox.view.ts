import { htmlTemplate, type EscapedHtml } from '../control/html.ts';
import type { StoredMail, BounceOrComplaint } from './mail-box.ts';

export const inboxHtmlDocument = (title: string, body: EscapedHtml): string =>
  htmlTemplate`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="stylesheet" href="/control/control.css" />
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html>`.html;

const mailReportText = ({ type, permanent, status }: BounceOrComplaint): string => {
  const what =
    type === 'complaint' ? 'Called spam' : permanent ? 'Came back, for good' : 'Came back: the mailbox was full';
  return `${what}; ${status === 204 ? 'reported' : status === null ? 'not reported' : `the report was answered ${status}`}`;
};

const row = (mail: StoredMail): EscapedHtml =>
  htmlTemplate`<tr>
    <td><time datetime="${mail.at}">${mail.at.slice(11, 19)}</time></td>
    <td>${mail.to.join(', ')}</td>
    <td>
      <a href="/inbox/${mail.id}">${mail.subject === '' ? '(no subject)' : mail.subject}</a>
      ${mail.report === null ? htmlTemplate`` : htmlTemplate`<small>${mailReportText(mail.report)}</small>`}
    </td>
  </tr>`;

/** The list of mails, newest first. */
export const inboxPageHtml = (mails: readonly StoredMail[], to: string | null): string =>
  inboxHtmlDocument(
    'Sandbox inbox',
    htmlTemplate`<h1>Sandbox inbox</h1>
      <p>Every e-mail that the product sends in development ends up here and is not delivered.</p>
      <p>
        Addresses that begin so show what a mail service tells later: <code>bounces-later+you@</code> (comes back for
        good), <code>full-later+you@</code> (a full mailbox), <code>calls-it-spam+you@</code>. At once are refused
        <code>no-such-mailbox@</code>, <code>policy-refusal@</code> and <code>try-later@</code>.
      </p>
      <p><a href="/inbox/texts">Texts</a></p>
      <form method="get" action="/inbox">
        <label>Only to this address <input name="to" type="email" value="${to ?? ''}" autocomplete="off" /></label>
        <div class="actions"><button>Show</button></div>
      </form>
      <form method="post" action="/inbox/reset">
        <div class="actions"><button>Delete all mails</button></div>
      </form>
      ${
        mails.length === 0
          ? htmlTemplate`<p class="quiet">No mails.</p>`
          : htmlTemplate`<section class="wide">
              <table>
                <thead>
                  <tr>
                    <th scope="col">Time (UTC)</th>
                    <th scope="col">To</th>
                    <th scope="col">Subject</th>
                  </tr>
                </thead>
                <tbody>
                  ${mails.map(row)}
                </tbody>
              </table>
            </section>`
      }`,
  );

/** One mail: its text with clickable links, and its HTML in a sandboxed frame. */
export const inboxMailPageHtml = (mail: StoredMail): string =>
  inboxHtmlDocument(
    mail.subject,
    htmlTemplate`<p><a href="/inbox">All mails</a></p>
      <h1>${mail.subject}</h1>
      <p>From ${mail.from}<br />To ${mail.to.join(', ')}<br />${mail.at}</p>
      ${mail.report === null ? htmlTemplate`` : htmlTemplate`<p>${mailReportText(mail.report)}.</p>`}
      <section>
        <h2>Links</h2>
        <ul>
          ${mail.links.map((link) => htmlTemplate`<li><a href="${link}" rel="noreferrer">${link}</a></li>`)}
        </ul>
      </section>
      <section>
        <h2>Plain text</h2>
        <pre>${mail.text}</pre>
      </section>
      ${
        mail.html === null
          ? htmlTemplate``
          : htmlTemplate`<section>
              <h2>HTML</h2>
              <iframe title="The mail as HTML" sandbox="" src="/inbox/${mail.id}/html"></iframe>
            </section>`
      }
      <section>
        <h2>Headers</h2>
        <pre>${mail.headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}</pre>
      </section>`,
  );
