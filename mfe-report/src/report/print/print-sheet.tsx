import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import { noFullCheckSentence, reportPdfTitle } from '@ve/domain/report/pdf-labels';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import { Card } from '@ve/ui/card/card';
import { colour, fontSize, media, space } from '@ve/ui/theme/theme';
import { useEffect, useSyncExternalStore } from 'react';
import { createGlobalStyle, styled } from 'styled-components';
import { useIsLiveReport } from '../kind/report-kind.ts';
import {
  costsSectionId,
  fullCheckSectionId,
  timelineSectionId,
  mileageSectionId,
  motHistorySectionId,
  pictureSectionId,
  viewingSectionId,
} from '../section-link.tsx';
import { printMessages as messages } from './messages.en-gb.ts';
import { hideUrlTokenWhilePrinting } from './hide-token-while-printing.ts';

/**
 * The print styles: at most four A4 pages in two columns, to read at the viewing. Content is left out if the print has
 * it elsewhere, if it leads to another page, or if it is locked.
 */
const Sheet = createGlobalStyle<{ $foot: string }>`
  @page {
    size: A4;
    margin: 11mm 12mm 15mm;
    @bottom-left {
      content: ${({ $foot }) => $foot};
      color: #545a66;
      font: 7pt sans-serif;
    }
    @bottom-right {
      content: '${messages.page} ' counter(page) ' ${messages.of} ' counter(pages);
      color: #545a66;
      font: 7pt sans-serif;
    }
  }
  ${media.print} {
    html {
      font-size: 8pt;
      line-height: 1.4;
    }
    body > footer, footer {
      display: none !important;
    }
    :has(> [data-columns]) {
      display: block !important;
      & > :first-child {
        position: static !important;
        max-height: none !important;
        margin: 0 0 ${space[8]} !important;
        padding: 0 !important;
        & > :first-child {
          margin: 0 !important;
          padding: 0 !important;
          overflow: visible !important;
        }
      }
    }
    [data-columns] {
      display: block !important;
      columns: 2;
      column-gap: 7mm;
      & > * {
        margin-bottom: ${space[12]};
      }
      /* Room between things on the screen is paper here. */
      & * {
        row-gap: 5px !important;
        line-height: 1.3 !important;
      }
      & ${Card} {
        padding: 10px ${space[12]} !important;
      }
      & dl > div {
        padding-block: 2px !important;
      }
      /* A status's mark and word. */
      & span:has(> svg:first-child + span:last-child) {
        padding-block: 0 !important;
        & > svg {
          width: 1em;
          height: 1em;
        }
      }
      & dl {
        grid-template-columns: minmax(0, 1fr) !important;
      }
      & section > :first-child:has(> h2) {
        margin-bottom: ${space[8]} !important;
      }
      & section, & div {
        break-inside: auto !important;
      }
      & section + section {
        margin-top: 0;
      }
      & li, & dl > div, & tr, & figure {
        break-inside: avoid;
      }
      & h2, & h3 {
        break-after: avoid;
      }
      & h2 {
        font-size: 1.4rem;
      }
      /* What a full check would tell is said once, above. */
      & [data-locked], & #${fullCheckSectionId}:has(.locked), & [data-state='locked'] {
        display: none !important;
      }
      /* The full check's own tab has it with what to do about it. */
      & [role='tabpanel']:last-child {
        display: none !important;
      }
      /* Of use on the screen alone, with the row that it is all of. */
      & #vin-check, & [data-screen], & dl > div:has([data-screen]) {
        display: none !important;
      }
    }
    [data-verdict='NOTHING FOUND'] {
      display: none !important;
    }
    /*
     * Tests and keepers have lists of their own, unless what stands out follows; what else is folded by year is told at
     * once.
     */
    #${timelineSectionId} summary, #${timelineSectionId} li:is([data-kind='test'], [data-kind='keeper']):not(:has(+ [data-finding])) {
      display: none;
    }
    #${timelineSectionId} details {
      border: 0;
    }
    #${pictureSectionId} :is(svg, img) {
      width: auto;
      max-height: 20mm;
    }
    /* The facts of the vehicle have it. */
    #${pictureSectionId} dl {
      display: none;
    }
    #${motHistorySectionId} summary, #${costsSectionId} summary {
      min-height: 0;
      padding: 0;
    }
    /* Drawn, and the odd ones named. */
    #${mileageSectionId} div:has(> table) {
      display: none;
    }
    #${viewingSectionId} :is(ol, ul) {
      columns: 1;
      & > li {
        padding-block: 2px;
        font-size: 8pt;
      }
    }
  }
`;

const Head = styled.div`
  display: none;
  ${media.print} {
    display: block;
    margin-bottom: ${space[8]};
    color: ${colour('muted')};
    font-size: ${fontSize[14]};
  }
`;

const subscribe = () => () => undefined;
const origin = () => window.location.origin;
const noOrigin = () => '';

export interface PrintedReportHeaderProps {
  registration: string;
  today: IsoDate;
  isChecked: boolean;
}

/** The date and URL of the report above its print, with what was not checked, and both at the foot of each page. */
export function PrintedReportHeader({ registration, today, isChecked }: PrintedReportHeaderProps) {
  const isLive = useIsLiveReport();
  const site = useSyncExternalStore(subscribe, origin, noOrigin);
  useEffect(() => (isLive ? undefined : hideUrlTokenWhilePrinting()), [isLive]);
  // The URL of a shared report is a secret of its recipient.
  const address = isLive ? `${site}/report?reg=${registration}` : site;
  const head = reportPdfTitle(today);
  return (
    <>
      <Sheet $foot={JSON.stringify(`${formatRegistration(registration)} · ${head} · ${address}`)} />
      <Head>
        {head} · {address}
        {isChecked ? null : <div>{noFullCheckSentence}</div>}
      </Head>
    </>
  );
}
