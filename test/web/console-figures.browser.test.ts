import { describe, expect } from 'bun:test'
import { browserTest, browserTestbed } from './browser-testbed.ts'

// The figures and the state of the system in a real browser. Skipped without a browser.

const bed = browserTestbed(async () => ({}))
const ADMIN = { email: 'admin@lyceum.local', password: 'admin-demo-1' }

/** Counts of the last days, as the jobs store them. The jobs of the service may count its own few rows meanwhile. */
async function storeCounts() {
  const { query } = bed.service.test.database
  await query`
    insert into ledger_daily_stat (asset, account_kind, day, reason, credited, debited)
    values ('XP', 'house', current_date - 3, 'a reason of the test', 0, 70000),
      ('XP', 'user', current_date - 3, 'a reason of the test', 70000, 0)
    on conflict do nothing`
  await query`
    insert into order_daily_stat
      (day, direction, provider, asset, currency, orders, amount, fees, reversed, reversed_amount)
    values (current_date - 60, 'ON_RAMP', 'sandbox', 'GEMS', 'KES', 41, 5125000, 102500, 1, 125000)
    on conflict do nothing`
}

describe('the figures of the console', () => {
  browserTest('an administrator reads the supply by reason, by keyboard, and saves it as CSV', async () => {
    await storeCounts()
    const page = await bed.openAs(ADMIN, '/console/figures?asset=XP')
    const supply = page.getByRole('region', { name: 'Gems and XP' })
    await supply.getByRole('row', { name: 'a reason of the test' }).waitFor()
    expect(
      await supply.getByRole('row', { name: 'a reason of the test' }).locator('td').allTextContents(),
    ).toEqual(['70,000', '0'])
    const summary = supply.getByText('Show the numbers')
    await summary.focus()
    await page.keyboard.press('Enter')
    await supply.getByRole('columnheader', { name: 'With users' }).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      supply.getByRole('button', { name: 'Save as CSV' }).click(),
    ])
    expect(await Bun.file(await download.path()).text()).toContain(',70000,0,')
    await supply.getByRole('link', { name: 'Ledger', exact: true }).click()
    await page.waitForURL(/\/console\/ledger$/)
  })

  browserTest('the numbers lead to the lists behind them', async () => {
    await storeCounts()
    const { query } = bed.service.test.database
    await query`
      insert into visit_daily_stat (day, visits) values (current_date - 2, 1234)
      on conflict (day) do update set visits = 1234`
    const newUser = await bed.service.register()
    const open = () => bed.openAs(ADMIN, '/console/figures?asset=XP')
    const page = await open()
    const funnel = page.getByRole('region', { name: 'From visit to certificate' })
    await funnel.getByText('Visits', { exact: true }).waitFor()
    await funnel.getByText(/1,2\d\d/).waitFor()
    await funnel.getByRole('link', { name: /^Signed up/ }).click()
    await page.waitForURL(/\/console\/users\?from=/)
    await page.getByRole('link', { name: newUser.username }).waitFor()
    await page.getByText('Signed up since').waitFor()
    await page.goBack()
    const activity = page.getByRole('region', { name: 'Active learners' })
    await activity.getByRole('link', { name: /^In 30 days/ }).click()
    await page.waitForURL(/\/console\/users\?active=/)
    await page.getByText('Active since').waitFor()
    expect(await page.getByRole('link', { name: newUser.username }).count()).toBe(0)
    await page.goBack()
    const supply = page.getByRole('region', { name: 'Gems and XP' })
    await supply.getByRole('link', { name: /a reason of the test/ }).click()
    await page.waitForURL(/\/console\/ledger\?.*reason=/)
    // The counts of the test have no transfers.
    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor()
  })

  browserTest('the period and the interval are in the address', async () => {
    await storeCounts()
    const page = await bed.openAs(ADMIN, '/console/figures')
    const payments = page.getByRole('region', { name: 'Payments' })
    await payments.getByText('No order was completed in this period.').waitFor()
    await page.getByLabel('Period').selectOption('quarter')
    await page.waitForURL(/period=quarter/)
    await payments.getByText('51,250.00').first().waitFor()
    expect(await page.getByLabel('Interval').inputValue()).toBe('week')
    await page.getByLabel('Interval').selectOption('month')
    await page.waitForURL(/interval=month/)
    await payments.getByRole('link', { name: 'Orders', exact: true }).click()
    await page.waitForURL(/\/console\/orders\?status=COMPLETED/)
  })

  browserTest('an administrator sees how the service does now', async () => {
    const page = await bed.openAs(ADMIN, '/console/system')
    const figure = (name: string) => page.locator('dl > div', { hasText: name }).locator('dd > span').first()
    await figure('Requests per second').waitFor()
    expect(await figure('Connections in use').textContent()).toMatch(/^\d+ \/ 16$/)
    expect(await figure('Database').textContent()).toMatch(/MB$/)
    await page.getByRole('row', { name: 'admin' }).waitFor()
    await page.getByRole('link', { name: 'Waiting jobs' }).click()
    await page.waitForURL(/\/console\/jobs$/)
  })
})
