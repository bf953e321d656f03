import { lazyPage, lazyPageWithQueries } from '@ve/mfe-kit/lazy-page';
import { Route, Routes } from '@ve/mfe-kit/router';

const FaqPage = lazyPage(async () => (await import('./faq/faq.page.tsx')).FaqPage);
const AffiliatesPage = lazyPage(async () => (await import('./affiliates/affiliates.page.tsx')).AffiliatesPage);
const ContactPage = lazyPage(async () => (await import('./contact/contact.page.tsx')).ContactPage);
const TermsPage = lazyPage(async () => (await import('./legal/terms.page.tsx')).TermsPage);
const PrivacyPage = lazyPage(async () => (await import('./legal/privacy.page.tsx')).PrivacyPage);
const CookiesPage = lazyPage(async () => (await import('./cookies/cookies.page.tsx')).CookiesPage);
const BlogPage = lazyPage(async () => (await import('./blog/blog.page.tsx')).BlogPage);
const ArticlePage = lazyPage(async () => (await import('./blog/article.page.tsx')).ArticlePage);
const BuyingAdvicePage = lazyPage(
  async () => (await import('./buying-advice/buying-advice.page.tsx')).BuyingAdvicePage,
);
const ComplaintPage = lazyPageWithQueries(
  async () => (await import('./complaint/complaint.page.tsx')).ComplaintByLinkPage,
);
const NewsletterConfirmPage = lazyPage(
  async () => (await import('./newsletter/newsletter.page.tsx')).NewsletterConfirmPage,
);
const UnsubscribePage = lazyPageWithQueries(
  async () => (await import('./unsubscribe/unsubscribe.page.tsx')).UnsubscribePage,
);
const DataRequestPage = lazyPage(async () => (await import('./your-data/request.page.tsx')).StoredDataLinkRequestPage);
const StoredDataPage = lazyPageWithQueries(
  async () => (await import('./your-data/stored-data.page.tsx')).StoredDataByLinkPage,
);

/** Every page is a separate lazy chunk: reading one does not load the text of the others. */
export default function ContentRemote() {
  return (
    <Routes>
      <Route path="/faq" element={<FaqPage />} />
      <Route path="/affiliates" element={<AffiliatesPage />} />
      <Route path="/contact" element={<ContactPage />} />
      <Route path="/terms" element={<TermsPage />} />
      <Route path="/privacy" element={<PrivacyPage />} />
      <Route path="/cookies" element={<CookiesPage />} />
      <Route path="/blog" element={<BlogPage />} />
      <Route path="/blog/:id" element={<ArticlePage />} />
      <Route path="/buying-advice" element={<BuyingAdvicePage />} />
      <Route path="/complaint" element={<ComplaintPage />} />
      <Route path="/newsletter/confirm" element={<NewsletterConfirmPage />} />
      <Route path="/unsubscribe" element={<UnsubscribePage />} />
      <Route path="/newsletter/unsubscribe" element={<UnsubscribePage />} />
      <Route path="/your-data/request" element={<DataRequestPage />} />
      <Route path="/your-data/held" element={<StoredDataPage />} />
    </Routes>
  );
}
