import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
import type { AddressSearchAnswer } from '@ve/contracts/http/membership/addresses';
import { renderPage } from '@ve/mfe-kit/testing';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import { writeStripePageConfig, installFakeStripeJs } from '@ve/mfe-kit/testing-stripe';
import { SignUpPage } from '../sign-up.page.tsx';
import { expectAccessible, exampleVehicle, exampleAddress, storeSignUpFixture } from '../testing.tsx';

const network = installFakeNetwork();
// Some tests continue to step 4.
installFakeStripeJs();
beforeEach(() => {
  writeStripePageConfig('/signup');
  network.answer('GET /api/vehicle-lookup?reg=AB12CDE', { body: exampleVehicle });
});
afterEach(() => localStorage.clear());

const open = () => renderPage(<SignUpPage />, { queries: true, path: '/signup?reg=AB12CDE&step=3&utm_source=partner' });
const field = (name: string | RegExp) => screen.getByRole('textbox', { name });
const email = () => screen.getByRole('combobox', { name: 'E-mail' });
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const press = (name: string) => screen.getByRole('button', { name });
const summary = () => screen.getByRole('heading', { name: 'There is a problem' }).parentElement ?? document.body;
const summarised = () =>
  within(summary())
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

const search = 'GET /api/addresses?postcode=LS1+1AA';
const second = {
  ...exampleAddress,
  line_1: 'Flat 2',
  line_2: '3 High Street',
  formatted_address: 'Flat 2, 3 High Street, LEEDS, LS1 1AA',
};
const answers = (body: AddressSearchAnswer) => network.answer(search, { body });
const stored = () => JSON.parse(localStorage.getItem('pending_signup') ?? '') as unknown;
const searches = () => network.calls.filter(({ path }) => path.startsWith('/api/addresses'));
/** The form with everything but the address, or with everything but the person. */
const openAddress = () => {
  storeSignUpFixture({ address: null });
  return open();
};
const openPerson = () => {
  storeSignUpFixture({ fullName: '', email: '' });
  return open();
};
const addressError = 'Address required: Please search for and select your address';

describe('the details', () => {
  test('lead to the payment after three typed fields and one choice, with the vehicle shown, and are kept', async () => {
    answers({ outcome: 'found', addresses: [exampleAddress, second] });
    const { user, address, container, unmount } = open();
    expect(await screen.findByText('FORD, 2012, Blue')).toBeVisible();
    expect(screen.getByText('AB12 CDE')).toBeVisible();
    await user.type(field('Full name'), ' Ann Driver ');
    await user.type(email(), 'Ann@Example.com');
    await user.type(field('Postcode'), 'ls11aa');
    expect(await screen.findByText('2 addresses found at LS1 1AA')).toBeVisible();
    expect(searches()).toHaveLength(1);
    await expectAccessible(container);
    await user.click(screen.getByRole('radio', { name: 'Flat 2, 3 High Street' }));
    await user.click(press('Continue to Payment'));
    expect(address()).toBe('/signup?reg=AB12CDE&step=4&utm_source=partner');
    expect(stored()).toMatchObject({ fullName: 'Ann Driver', email: 'ann@example.com', address: second });
    unmount();
    open();
    expect(field('Full name')).toHaveValue('Ann Driver');
    expect(email()).toHaveValue('ann@example.com');
    expect(field('Address line 1')).toHaveValue('Flat 2');
  });

  test('that a browser fills in lead to the payment without a search', async () => {
    const { user, address, container } = open();
    const values = new Map([
      ['name', 'Ann Driver'],
      ['email', 'ann@example.com'],
      ['postal-code', 'LS1 1AA'],
      ['address-line1', '1 High Street'],
      ['address-line2', ''],
      ['address-level2', 'LEEDS'],
    ]);
    const inputs = [...container.querySelectorAll('input')];
    expect(inputs.map(({ autocomplete }) => autocomplete)).toEqual([...values.keys()]);
    for (const input of inputs) fireEvent.change(input, { target: { value: values.get(input.autocomplete) } });
    await user.click(press('Continue to Payment'));
    expect(address()).toContain('step=4');
    expect(stored()).toMatchObject({ fullName: 'Ann Driver', email: 'ann@example.com', address: exampleAddress });
    expect(searches()).toEqual([]);
  });

  test('that are missing are shown at once: each in the summary and at its field', async () => {
    const { user, address, container } = open();
    await user.type(email(), 'ann@');
    await user.keyboard('{Escape}');
    await user.click(press('Continue to Payment'));
    expect(summarised()).toEqual([
      'Enter your full name',
      'Invalid email: Please enter a valid email address (e.g., name@example.com)',
      'Invalid postcode: Please enter a valid UK postcode',
    ]);
    expect(summary()).toHaveFocus();
    expect(field('Full name')).toBeInvalid();
    expect(email()).toHaveAccessibleDescription(/Please enter a valid email address$/);
    expect(field('Postcode')).toHaveAccessibleDescription(/Please enter a valid UK postcode$/);
    expect(screen.getAllByRole('alert')).toEqual([summary()]);
    expect(email()).toHaveValue('ann@');
    expect(address()).toContain('step=3');
    await expectAccessible(container);
  });

  test.each(['ann', 'ann driver@example.com', '@example.com', 'ann@gmail', '   '])(
    '%j is not an e-mail address',
    async (typed) => {
      const { user } = openPerson();
      await user.type(field('Full name'), 'Ann Driver');
      await user.type(email(), typed);
      await user.click(press('Continue to Payment'));
      expect(summarised()).toEqual(['Invalid email: Please enter a valid email address (e.g., name@example.com)']);
    },
  );
});

describe('an e-mail address that looks misspelt', () => {
  const typeIt = async () => {
    const page = openPerson();
    await page.user.type(field('Full name'), 'Ann Driver');
    await page.user.type(email(), 'ann@gmial.com');
    await page.user.click(press('Continue to Payment'));
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Did you mean ann@gmail.com?If ann@gmial.com is right, press Continue to Payment again.',
    );
    expect(page.address()).not.toContain('step=4');
    return page;
  };

  test('stops the form once, and goes through at the second press', async () => {
    const { user, address, container } = await typeIt();
    await expectAccessible(container);
    await user.click(press('Continue to Payment'));
    expect(address()).toContain('step=4');
  });

  test('is corrected with one press, and the button is the next stop', async () => {
    const { user, address } = await typeIt();
    await user.click(press('Use ann@gmail.com'));
    expect(email()).toHaveValue('ann@gmail.com');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(press('Continue to Payment')).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(address()).toContain('step=4');
  });

  test('is questioned again when it is edited', async () => {
    const { user, address } = await typeIt();
    await user.clear(email());
    await user.type(email(), 'ann@hotmial.com');
    await user.click(press('Continue to Payment'));
    expect(screen.getByRole('alert')).toHaveTextContent('Did you mean ann@hotmail.com?');
    expect(address()).not.toContain('step=4');
  });
});

describe('the suggestions of e-mail addresses', () => {
  test('are reached with the arrow keys and chosen with Enter, which does not submit', async () => {
    const { user, container } = open();
    await user.type(email(), 'ann@');
    expect(options()).toHaveLength(6);
    expect(email()).toHaveAttribute('aria-expanded', 'true');
    expect(email()).not.toHaveAttribute('aria-activedescendant');
    expect(screen.getByText('6 suggestions. Use the arrow keys.')).toBeInTheDocument();
    await expectAccessible(container);

    await user.keyboard('{ArrowDown}{ArrowDown}');
    const second = screen.getByRole('option', { name: 'ann@outlook.com' });
    expect(second).toHaveAttribute('aria-selected', 'true');
    expect(email()).toHaveAttribute('aria-activedescendant', second.id);
    expect(email()).toHaveFocus();
    await expectAccessible(container);
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent('ann@yahoo.co.uk');
    await user.keyboard('{Enter}');
    expect(email()).toHaveValue('ann@yahoo.co.uk');
    expect(options()).toEqual([]);
    expect(email()).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByRole('heading', { name: 'There is a problem' })).toBeNull();
  });

  test('follow the input, close with Escape, open again with the arrow key, and ignore Tab', async () => {
    const { user } = open();
    await user.type(email(), 'ann@h');
    expect(options()).toEqual(['ann@hotmail.com', 'ann@hotmail.co.uk']);
    await user.keyboard('{Escape}');
    expect(options()).toEqual([]);
    expect(email()).toHaveValue('ann@h');
    await user.keyboard('{ArrowDown}');
    expect(options()).toHaveLength(2);
    await user.keyboard('{ArrowDown}{Tab}');
    expect(options()).toEqual([]);
    expect(email()).toHaveValue('ann@h');
    expect(field('Postcode')).toHaveFocus();
  });

  test('can be clicked', async () => {
    const { user } = open();
    await user.type(email(), 'ann@i');
    await user.click(screen.getByRole('option', { name: 'ann@icloud.com' }));
    expect(email()).toHaveValue('ann@icloud.com');
    expect(email()).toHaveFocus();
  });
});

describe('the address', () => {
  test('is found by its postcode, at the button or with Enter', async () => {
    answers({ outcome: 'found', addresses: [exampleAddress] });
    const { user } = openAddress();
    await user.type(field('Postcode'), 'ls11aa123');
    expect(field('Postcode')).toHaveValue('LS11AA12');
    await user.clear(field('Postcode'));
    await user.type(field('Postcode'), 'ls11aa{Enter}');
    expect(await screen.findByText('1 address found at LS1 1AA')).toBeVisible();
    expect(field('Postcode')).toHaveValue('LS1 1AA');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(searches()).toHaveLength(1);
  });

  test.each(['', 'nowhere', 'LS1', '12345678'])('%j is not a postcode', async (typed) => {
    const { user } = openAddress();
    if (typed) await user.type(field('Postcode'), typed);
    await user.click(press('Find address'));
    expect(summarised()).toEqual(['Invalid postcode: Please enter a valid UK postcode']);
    await user.click(press('Continue to Payment'));
    expect(summarised()).toEqual(['Invalid postcode: Please enter a valid UK postcode']);
    expect(searches()).toEqual([]);
  });

  test('must be chosen', async () => {
    answers({ outcome: 'found', addresses: [exampleAddress] });
    const { user, container } = openAddress();
    await user.type(field('Postcode'), 'LS1 1AA');
    await user.click(press('Continue to Payment'));
    expect(summarised()).toEqual([addressError]);
    await user.click(within(summary()).getByRole('link'));
    expect(field('Postcode')).toHaveFocus();
    expect(await screen.findByText('1 address found at LS1 1AA')).toBeVisible();
    await user.click(press('Continue to Payment'));
    expect(summarised()).toEqual([addressError]);
    expect(screen.getByRole('group', { name: 'Choose your address' })).toHaveAccessibleDescription(
      'Please search for and select your address',
    );
    await expectAccessible(container);
    await user.click(within(summary()).getByRole('link'));
    expect(screen.getByRole('radio')).toHaveFocus();
  });

  test('can be typed instead of chosen; its first line and town are needed', async () => {
    answers({ outcome: 'found', addresses: [second] });
    const { user, address, container } = openAddress();
    await user.type(field('Postcode'), 'LS1 1AA');
    await user.click(await screen.findByRole('button', { name: 'Enter the address yourself' }));
    await user.click(press('Continue to Payment'));
    expect(summarised()).toEqual(['Enter the first line of your address', 'Enter your town or city']);
    await expectAccessible(container);
    await user.click(press('Choose from the addresses found'));
    expect(screen.getByRole('radio')).not.toBeChecked();
    await user.click(press('Enter the address yourself'));
    await user.type(field('Address line 1'), '1 High Street');
    await user.type(field('Town or city'), 'LEEDS');
    await user.click(press('Continue to Payment'));
    expect(address()).toContain('step=4');
    expect(stored()).toMatchObject({ address: exampleAddress });
  });

  test('that was chosen does not stay with another postcode', async () => {
    answers({ outcome: 'found', addresses: [exampleAddress] });
    network.answer('GET /api/addresses?postcode=LS1+1AB', 'silence');
    const { user } = openAddress();
    await user.type(field('Postcode'), 'LS1 1AA');
    await user.click(await screen.findByRole('radio'));
    await user.type(field('Postcode'), '{Backspace}B');
    expect(field('Address line 1')).toHaveValue('');
  });

  test.each(['Postcode not found', 'No addresses found for this postcode'] as const)(
    '%s: shows it, and can be typed',
    async (message) => {
      answers({ outcome: 'none', message });
      const { user } = openAddress();
      await user.type(field('Postcode'), 'LS1 1AA{Enter}');
      expect(await screen.findByText(message)).toBeVisible();
      expect(field('Address line 1')).toBeVisible();
      await user.click(press('Continue to Payment'));
      expect(summarised()).toEqual(['Enter the first line of your address', 'Enter your town or city']);
    },
  );

  test.each([
    [
      'Address lookup service unavailable',
      { body: { outcome: 'unavailable', message: 'Address lookup service unavailable' } },
    ],
    [
      'We cannot search for addresses at the moment. Please enter your address below.',
      {
        body: {
          outcome: 'unavailable',
          message: 'We cannot search for addresses at the moment. Please enter your address below.',
        },
      },
    ],
    ['Unable to find addresses for this postcode. Please check and try again.', 'no-answer' as const],
    [
      'Too many requests. Try again later.',
      {
        status: 429,
        body: {
          type: 'about:blank',
          code: 'too-many-requests',
          title: 'Too many requests. Try again later.',
          status: 429,
        },
      },
    ],
  ])('%s: opens the fields to type it, which stay when the postcode is corrected', async (message, reply) => {
    network.answer(search, reply);
    const { user } = openAddress();
    await user.type(field('Postcode'), 'LS1 1AA{Enter}');
    expect(await screen.findByText(message)).toBeVisible();
    await user.type(field('Address line 1'), '1 High Street');
    await user.type(field('Postcode'), '{Backspace}B');
    expect(field('Address line 1')).toHaveValue('1 High Street');
  });

  test('is kept over a reload', () => {
    storeSignUpFixture();
    open();
    expect(field('Postcode')).toHaveValue('LS1 1AA');
    expect(field('Address line 1')).toHaveValue('1 High Street');
    expect(field('Town or city')).toHaveValue('LEEDS');
  });
});

describe('the vehicle', () => {
  test('that DVLA does not know leads back to the confirmation', async () => {
    network.answer('GET /api/vehicle-lookup?reg=AB12CDE', {
      body: { outcome: 'not-found', message: 'Vehicle not found in DVLA database' },
    });
    const { address } = open();
    expect(await screen.findByRole('heading', { name: 'Vehicle Not Found' })).toBeVisible();
    expect(address()).toContain('step=2');
  });

  test('of an earlier sign-up is offered again at the search, until it is dismissed', async () => {
    storeSignUpFixture();
    const { user } = renderPage(<SignUpPage />, { queries: true, path: '/signup' });
    expect(screen.getByRole('link', { name: 'Continue with AB12 CDE' })).toHaveAttribute(
      'href',
      '/signup?reg=AB12CDE&step=4',
    );
    await user.click(press('Forget my details'));
    expect(screen.queryByRole('link', { name: /Continue with/ })).toBeNull();
    expect(localStorage).toHaveLength(0);
  });
});
