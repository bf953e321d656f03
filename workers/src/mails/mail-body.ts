import { html, type Html } from './html.ts';
import type { MailSettings } from './mail-settings.ts';

export type Part =
  | { kind: 'text'; text: string }
  /** What somebody typed, as typed. */
  | { kind: 'quote'; text: string }
  | { kind: 'facts'; rows: readonly (readonly [label: string, value: string])[] }
  | { kind: 'action'; label: string; url: string };

const asText = (part: Part): string => {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'quote':
      return part.text
        .split(/\r\n|\r|\n/)
        .map((line) => `> ${line}`)
        .join('\n');
    case 'facts':
      return part.rows.map(([label, value]) => `${label}: ${value}`).join('\n');
    case 'action':
      return `${part.label}:\n${part.url}`;
  }
};

const asHtml = (part: Part): Html => {
  switch (part.kind) {
    case 'text':
      return html`<p>${part.text}</p>`;
    case 'quote':
      return html`<blockquote style="margin:0;padding-left:12px;border-left:3px solid #d9d5ca;white-space:pre-wrap">
        ${part.text}
      </blockquote>`;
    case 'facts':
      return html`<p>${part.rows.map(([label, value]) => html`<strong>${label}:</strong> ${value}<br />`)}</p>`;
    case 'action':
      return html`<p>
          <a
            href="${part.url}"
            style="display:inline-block;padding:12px 20px;border-radius:6px;background:#0b5d3b;color:#ffffff"
            >${part.label}</a
          >
        </p>
        <p style="color:#545a66;font-size:14px;word-break:break-all">${part.url}</p>`;
  }
};

/** A mail's two bodies, the same words in both, with who sends it at the end. */
export const mailBody = (settings: MailSettings, title: string, parts: readonly Part[]) => {
  const sender = `Vehicle Enquiry · ${settings.origin} · ${settings.support}`;
  return {
    text: [...parts.map(asText), `-- \n${sender}`].join('\n\n').concat('\n'),
    html: html`<!doctype html>
      <html lang="en-GB">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${title}</title>
        </head>
        <body style="margin:0;padding:24px 16px;color:#16181d;background:#ffffff;font:16px/1.5 system-ui,sans-serif">
          <div style="max-width:560px;margin:0 auto">
            <h1 style="font-size:22px">${title}</h1>
            ${parts.map(asHtml)}
            <p style="margin-top:32px;color:#545a66;font-size:14px">${sender}</p>
          </div>
        </body>
      </html>`.html,
  };
};
