import { PageHead } from '@ve/mfe-kit/page-head';
import { Contents } from './contents.tsx';
import { Hero } from './hero.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { Membership } from './membership.tsx';
import { messages } from './messages.en-gb.ts';
import { Questions } from './questions.tsx';
import { Sources } from './sources.tsx';

/** `/`: sent as finished HTML, so nothing here may depend on the moment or the browser. */
export function LandingPage() {
  return (
    <>
      <PageHead title={messages.title} description={messages.description} path="/" />
      <Hero />
      <Contents />
      <HowItWorks />
      <Membership />
      <Sources />
      <Questions />
    </>
  );
}
