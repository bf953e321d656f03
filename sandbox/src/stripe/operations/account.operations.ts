import { newStripeId } from '../ids.ts';
import { stripeInvalidRequestError, stripeNoSuchObjectError } from '../stripe-error.ts';
import { stripeApiAccount, toStripeApiPaymentMethodDomain } from '../views/account.view.ts';
import { stripeListPage, stripePagingParameters } from './list-page.ts';
import type { StripeOperations } from './operation.ts';

const checkDomainName = (name: string): string => {
  if (/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(name)) return name;
  throw stripeInvalidRequestError('Invalid domain name.', { param: 'domain_name' });
};

export const stripeAccountOperations: StripeOperations = {
  'GET /v1/account': { takes: [], run: stripeApiAccount },
  'POST /v1/payment_method_domains': {
    takes: ['domain_name', 'enabled'],
    run: ({ account, given }) => {
      const domainName = checkDomainName(given.needed('domain_name'));
      const known = account.paymentMethodDomains.newest((domain) => domain.domainName === domainName)[0];
      const domain =
        known ??
        account.paymentMethodDomains.add({
          id: newStripeId('pmd'),
          created: account.now(),
          domainName,
          enabled: given.flag('enabled') ?? true,
        });
      return toStripeApiPaymentMethodDomain(domain);
    },
  },
  'GET /v1/payment_method_domains': {
    takes: [...stripePagingParameters, 'domain_name', 'enabled'],
    run: ({ account, given }) => {
      const [name, enabled] = [given.text('domain_name'), given.flag('enabled')];
      const wanted = account.paymentMethodDomains.newest(
        (domain) =>
          (name === undefined || domain.domainName === name) && (enabled === undefined || domain.enabled === enabled),
      );
      return stripeListPage(wanted, { given, url: '/v1/payment_method_domains', view: toStripeApiPaymentMethodDomain });
    },
  },
  'POST /v1/payment_method_domains/:id': {
    takes: ['enabled'],
    run: ({ account, id, given }) => {
      const domain = account.paymentMethodDomains.get(id);
      if (!domain) throw stripeNoSuchObjectError('payment_method_domain', id);
      domain.enabled = given.flag('enabled') ?? domain.enabled;
      return toStripeApiPaymentMethodDomain(domain);
    },
  },
};
