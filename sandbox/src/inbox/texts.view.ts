import { htmlTemplate, type EscapedHtml } from '../control/html.ts';
import type { SandboxText } from '../twilio/twilio.service.ts';
import { inboxHtmlDocument } from './inbox.view.ts';

const link = /https?:\/\/[^\s<>"]+/g;

/** The text, with links where a telephone would show one. */
const linkified = (body: string): EscapedHtml[] => {
  const parts: EscapedHtml[] = [];
  let from = 0;
  for (const { 0: url, index } of body.matchAll(link)) {
    parts.push(htmlTemplate`${body.slice(from, index)}<a href="${url}" rel="noreferrer">${url}</a>`);
    from = index + url.length;
  }
  return [...parts, htmlTemplate`${body.slice(from)}`];
};

const bubble = (text: SandboxText): EscapedHtml => {
  const state = `${text.status}${text.errorCode === null ? '' : ` ${text.errorCode}`}`;
  return htmlTemplate`<li class="${text.direction === 'inbound' ? 'sent' : 'received'}">
    <p>${linkified(text.body)}</p>
    <small
      ><time datetime="${text.createdAt}">${text.createdAt.slice(0, 16).replace('T', ' ')}</time> · ${state} ·
      ${text.segments}</small
    >
  </li>`;
};

const phone = (number: string, texts: readonly SandboxText[], isStopped: boolean): EscapedHtml =>
  htmlTemplate`<section class="phone">
    <h2>${number}</h2>
    ${isStopped ? htmlTemplate`<p class="quiet">Said STOP: no text goes to it.</p>` : htmlTemplate``}
    <ol>
      ${texts.map(bubble)}
    </ol>
    <form method="post" action="/inbox/texts/reply">
      <input type="hidden" name="from" value="${number}" />
      <label>Reply from ${number} <input name="body" autocomplete="off" maxlength="1600" required /></label>
      <div class="actions">
        <button>Send</button>
        <button name="word" value="STOP" formnovalidate>STOP</button>
      </div>
    </form>
  </section>`;

/** The texts as a telephone shows them, by number, latest conversation first. */
export const inboxTextsPageHtml = (
  texts: readonly SandboxText[],
  to: string | null,
  stopped: ReadonlySet<string>,
): string => {
  const ofPhones = Map.groupBy(texts, (text) => (text.direction === 'inbound' ? text.from : text.to));
  const shown = [...ofPhones].filter(([number]) => to === null || number === to);
  return inboxHtmlDocument(
    'Sandbox texts',
    htmlTemplate`<h1>Sandbox texts</h1>
      <p><a href="/inbox">Mails</a></p>
      <p>Every text that the product sends in development ends up here and is not delivered.</p>
      <form method="get" action="/inbox/texts">
        <label>Only to this number <input name="to" type="tel" value="${to ?? ''}" autocomplete="off" /></label>
        <div class="actions"><button>Show</button></div>
      </form>
      <form method="post" action="/inbox/texts/reset">
        <div class="actions"><button>Delete all texts</button></div>
      </form>
      ${
        shown.length === 0
          ? htmlTemplate`<p class="quiet">No texts.</p>`
          : htmlTemplate`${shown.map(([number, of]) => phone(number, of.toReversed(), stopped.has(number)))}`
      }`,
  );
};
