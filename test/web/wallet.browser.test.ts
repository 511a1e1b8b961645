import { describe, expect } from 'bun:test'
import type { Page } from 'playwright-core'
import type { Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { findFreePort } from '../../src/platform/ports.ts'
import { waitUntil } from '../harness/wait-until.ts'
import {
  browserTest,
  browserTestbed,
  chooseRadio,
  focusedName,
  pressOn,
  tabTo,
  typeInto,
} from './browser-testbed.ts'
import { newLearner, signInBrowser } from './learner-account.ts'

// The wallet, payments, premium and referrals in a real browser, with the sandbox provider and a local chain.

const PIN = '739164'
const testbed = browserTestbed(async () => ({
  CHAIN: 'on',
  EMBEDDED_CHAIN_PORT: String(await findFreePort()),
}))
const learner = () => newLearner(testbed.service.url, 'blockchain basics', 0)
const main = (page: Page) => page.getByRole('main')

/** Fills the form for a purchase of gems by card, up to the page of the order, by keyboard alone. */
async function orderGems(page: Page): Promise<void> {
  await page.getByLabel('Country and currency').waitFor()
  await tabTo(page, 'Country and currency')
  await page.keyboard.type('Kenya')
  await page.getByText('M-Pesa').waitFor()
  await typeInto(page, 'How much do you want to pay?', '1300')
  await chooseRadio(page, 'How do you want to pay?', 'Card')
  await pressOn(page, 'See the price')
  // The form is gone; the focus is on the heading of the next step.
  await page.locator('h1:focus').filter({ hasText: 'Is this right?' }).waitFor()
  await pressOn(page, 'Confirm and go to payment')
  await page.getByRole('heading', { name: 'Buy 975 gems' }).waitFor()
}

/** Presses "I have paid" on the page of the provider, which opens in a new tab. */
async function pay(page: Page): Promise<void> {
  const link = page.getByRole('link', { name: 'Go to payment' })
  testbed.allowedOrigins.add(new URL((await link.getAttribute('href'))!).origin)
  const [provider] = await Promise.all([page.waitForEvent('popup'), pressOn(page, 'Go to payment')])
  await pressOn(provider, 'I have paid')
  await provider.getByRole('heading', { name: 'Thank you, it has arrived' }).waitFor()
  await provider.close()
}

async function setPin(page: Page, pin: string): Promise<void> {
  await page.getByRole('button', { name: 'Set or change the PIN' }).click()
  await page.getByLabel('New PIN', { exact: true }).fill(pin)
  await page.getByRole('button', { name: 'Set the PIN' }).click()
}

describe('payments', () => {
  browserTest(
    'a learner sets a PIN and buys gems at the sandbox provider by keyboard alone, and sees the new balance',
    async () => {
      const { user } = await learner()
      const page = await testbed.openAs(user, '/me')
      await pressOn(page, 'Wallet')
      await pressOn(page, 'Set or change the PIN')
      await page.locator('[role=dialog] input:focus').waitFor()
      await page.keyboard.type('1234')
      await page.keyboard.press('Enter')
      await page.getByText('too easy to guess').waitFor()
      await typeInto(page, 'New PIN', PIN)
      await pressOn(page, 'Set the PIN')
      await page.getByText('Your PIN is set').waitFor()
      await waitUntil(async () => (await focusedName(page)) === 'Set or change the PIN')

      await pressOn(page, 'Buy')
      await orderGems(page)
      await page.getByText('Waiting for your payment.').waitFor()
      await pay(page)
      await page.getByText('All done. It is in your wallet.').waitFor()
      await page.locator('h1:focus').waitFor()
      expect(await page.locator('main ol li').allTextContents()).toEqual([
        expect.stringContaining('Order placed'),
        expect.stringContaining('Your payment arrived'),
        expect.stringContaining('We deliver what you bought'),
        expect.stringContaining('In your wallet'),
      ])
      await page.goto(`${testbed.service.url}/wallet`)
      await main(page).getByRole('status').filter({ hasText: '975' }).waitFor()
      await page.getByText('Gems bought').waitFor()
    },
  )

  browserTest('an unpaid order is cancelled after a question', async () => {
    const { user } = await learner()
    const page = await testbed.openAs(user, '/wallet/buy')
    await orderGems(page)
    await pressOn(page, 'Cancel this order')
    await page.getByRole('alertdialog').waitFor()
    await pressOn(page, 'Cancel the order')
    await page.getByText('You cancelled this order. Nothing was taken.').waitFor()
    await page.locator('h1:focus').waitFor()
    expect(await page.getByRole('link', { name: 'Go to payment' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Orders' }).first().click()
    await page.getByRole('link', { name: /Buy 975 gems.*Cancelled/s }).waitFor()
  })

  browserTest('an amount below the limit and a wrong phone number are refused at their fields', async () => {
    const { user } = await learner()
    const page = await testbed.openAs(user, '/wallet/buy')
    await page.getByLabel('Country and currency').selectOption('KES')
    const amount = page.getByLabel('How much do you want to pay?')
    await amount.fill('5')
    await page.getByText('M-Pesa').click()
    await page.getByLabel('Phone number').fill('12345')
    await page.getByRole('button', { name: 'See the price' }).click()
    expect(await page.locator('input[type=number]:invalid').count()).toBe(1)
    await amount.fill('1300')
    await page.getByRole('button', { name: 'See the price' }).click()
    await page.getByRole('button', { name: 'Confirm and go to payment' }).click()
    await page.locator('input[type=tel][aria-invalid=true]').waitFor()
    expect(await page.getByLabel('Phone number').inputValue()).toBe('12345')
  })

  browserTest('a sale by keyboard alone shows the attempts left after a wrong PIN', async () => {
    const { user, api } = await learner()
    await api.call('POST /auth/set-wallet-pin', { token: user.accessToken, body: { pin: PIN } })
    const page = await testbed.openAs(user, '/wallet')
    await tabTo(page, 'Sell')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Sell' }).waitFor()
    await tabTo(page, 'How many tokens')
    await page.keyboard.type('4')
    await tabTo(page, 'Country and currency')
    await page.keyboard.type('Kenya')
    await page.getByText('M-Pesa').waitFor()
    await tabTo(page, 'Bank transfer')
    await page.keyboard.press('ArrowDown')
    await tabTo(page, 'Phone number')
    await page.keyboard.type('+254712345678')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Is this right?' }).waitFor()
    await page.getByText('KES 507.07').waitFor()
    await tabTo(page, 'Wallet PIN')
    await page.keyboard.type('806251')
    await page.keyboard.press('Enter')
    await page.getByText('The PIN is wrong. 4 attempts left.').waitFor()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('806252')
    await page.keyboard.press('Enter')
    await page.getByText('The PIN is wrong. 3 attempts left.').waitFor()
    // The right PIN gets to the next check: this learner has no tokens.
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(PIN)
    await page.keyboard.press('Enter')
    await page.getByRole('alert').filter({ hasText: /\w/ }).waitFor()
    expect(await page.locator('input[aria-invalid=true]').count()).toBe(0)
  })
})

describe('the wallet', () => {
  browserTest('a PIN is changed with the current one, and reset with a mailed code', async () => {
    const { user, api } = await learner()
    const token = user.accessToken
    await api.call('POST /auth/set-wallet-pin', { token, body: { pin: PIN } })
    const page = await testbed.openAs(user, '/wallet')
    await setPin(page, '806251')
    await page.getByLabel('Current PIN', { exact: true }).fill('111222')
    await page.getByRole('button', { name: 'Save the new PIN' }).click()
    await page.getByText('4 attempts left').waitFor()
    await page.getByLabel('Current PIN', { exact: true }).fill(PIN)
    await page.getByRole('button', { name: 'Save the new PIN' }).click()
    await page.getByText('Your PIN is set').waitFor()
    const verify = async (pin: string) =>
      (await api.call('POST /auth/verify-wallet-pin', { token, body: { pin } })).status
    expect(await verify('806251')).toBe(200)

    await page.getByRole('button', { name: 'Forgot your PIN?' }).click()
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await page.getByLabel('Code from the mail').waitFor()
    await page.getByLabel('Code from the mail').fill(await testbed.service.codeFor(user.email))
    await page.getByLabel('New PIN', { exact: true }).fill('940716')
    await page.getByRole('button', { name: 'Save the new PIN' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await verify('940716')).toBe(200)
  })

  browserTest('a wallet of the browser is linked with a signature, and unlinked', async () => {
    const { user } = await learner()
    const account = privateKeyToAccount(generatePrivateKey())
    const context = await testbed.newContext()
    await signInBrowser(context, testbed.service.url, user)
    await context.exposeFunction('signForTest', (raw: Hex) => account.signMessage({ message: { raw } }))
    await context.addInitScript(`window.ethereum = { request: ({ method, params }) =>
      method === 'eth_requestAccounts' ? Promise.resolve(['${account.address}']) : window.signForTest(params[0]) }`)
    const page = await testbed.open(context, '/wallet')
    await page.getByRole('button', { name: 'Link a wallet' }).click()
    await page.getByText('Your wallet is linked').waitFor()
    await page.getByRole('button', { name: `Unlink ${account.address}` }).click()
    await page.getByText(account.address).waitFor({ state: 'detached' })
  })
})

describe('referrals and premium', () => {
  browserTest('a referral link is copied by keyboard alone, and a friend who uses it is listed', async () => {
    const { user } = await learner()
    const permissions = ['clipboard-read', 'clipboard-write']
    const page = await testbed.openAs(user, '/refer', { permissions })
    await page.getByText('Nobody yet').waitFor()
    await pressOn(page, 'Copy the link')
    await page.getByText('Copied').waitFor()
    const link = await page.evaluate<string>('navigator.clipboard.readText()')
    expect(link).toContain('/sign-up?ref=')
    const friend = await (await testbed.newContext()).newPage()
    await friend.goto(link)
    await friend.getByText('A friend invited you.').waitFor()
    const name = `zola_${Bun.randomUUIDv7().slice(-6)}`
    await typeInto(friend, 'Username', name)
    await typeInto(friend, 'E-mail address', `${name}@example.com`)
    await typeInto(friend, 'Password', 'a-much-better-phrase')
    await friend.keyboard.press('Enter')
    await pressOn(friend, 'Do this later')
    await friend.getByRole('heading', { name: `Hello, ${name}` }).waitFor()
    await page.reload()
    await page.getByRole('region', { name: 'Who joined' }).getByText(name).waitFor()
    await friend.goto(`${testbed.service.url}/refer`)
    await friend.getByText(`${user.username} invited you.`).waitFor()
  })

  browserTest('a new learner redeems the code of a friend, and an unknown code is refused', async () => {
    const [inviter, { user }] = [await learner(), await learner()]
    const token = inviter.user.accessToken
    const { referralCode } = (await inviter.api.call('POST /referral/code', { token })).body
    const page = await testbed.openAs(user, '/refer')
    await page.getByLabel('Code of your friend').fill('AAAA-AAAA')
    await page.getByRole('button', { name: 'Redeem the code' }).click()
    await page.locator('input[aria-invalid=true]').waitFor()
    await page.getByLabel('Code of your friend').fill(referralCode)
    await page.getByRole('button', { name: 'Redeem the code' }).click()
    await page.getByText(`${inviter.user.username} invited you.`).waitFor()
  })

  browserTest('premium says that the stores sell it, and shows a premium that was granted', async () => {
    const { user } = await learner()
    const page = await testbed.openAs(user, '/premium')
    await page.getByText('you cannot buy it in the browser').waitFor()
    const { service } = testbed
    const body = { email: 'admin@lyceum.local', password: 'admin-demo-1' }
    const { accessToken: token } = (await service.call('POST /auth/login', { body })).body.data
    await service.call(`PUT /admin/users/${user.id}/subscription`, {
      token,
      body: { until: '2099-11-02T08:00:00.000Z' },
    })
    await page.reload()
    await page.getByRole('heading', { name: 'You have Premium' }).waitFor()
    await page.getByText(/until November 2, 2099/).waitFor()
  })
})
