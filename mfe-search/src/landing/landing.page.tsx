import { JsonLd } from '@ve/mfe-kit/json-ld';
import { siteOrigin } from '@ve/mfe-kit/page-config';
import { PageHead } from '@ve/mfe-kit/page-head';
import { ReportContentsBand } from './report-contents-band.tsx';
import { LandingHero } from './landing-hero.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { MembershipBand } from './membership-band.tsx';
import { messages } from './messages.en-gb.ts';
import { QuestionsBand } from './questions-band.tsx';
import { SourcesBand } from './sources-band.tsx';

/** Structured data about the organisation and the search; it claims nothing that the page does not show. */
function SiteFacts() {
  const origin = siteOrigin();
  const organisation = `${origin}/#organisation`;
  return (
    <JsonLd
      data={{
        '@graph': [
          {
            '@type': 'Organization',
            '@id': organisation,
            name: messages.product,
            url: `${origin}/`,
            logo: `${origin}/favicon.svg`,
            contactPoint: { '@type': 'ContactPoint', contactType: 'customer support', url: `${origin}/contact` },
          },
          {
            '@type': 'WebSite',
            name: messages.product,
            url: `${origin}/`,
            inLanguage: 'en-GB',
            description: messages.description,
            publisher: { '@id': organisation },
            potentialAction: {
              '@type': 'SearchAction',
              name: messages.searchAction,
              target: { '@type': 'EntryPoint', urlTemplate: `${origin}/signup?reg={registration}` },
              'query-input': 'required name=registration',
            },
          },
        ],
      }}
    />
  );
}

/** `/`: prerendered, so its output must not depend on the time or the browser. */
export function LandingPage() {
  return (
    <>
      <PageHead title={messages.title} description={messages.description} path="/" />
      <SiteFacts />
      <LandingHero />
      <ReportContentsBand />
      <HowItWorks />
      <MembershipBand />
      <SourcesBand />
      <QuestionsBand />
    </>
  );
}
