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

/** Both complete a lesson; the graduate also has a course and a certificate. */
async function storeSteps(learner: string, graduate: string): Promise<void> {
  const { query } = bed.service.test.database
  for (const id of [learner, graduate])
    await query`
      insert into lesson_completion (id, user_id, lesson_id, course_id, completed_at)
      select ${Bun.randomUUIDv7()}, ${id}, lesson.id, lesson.course_id, now() from lesson order by lesson.id limit 1`
  await query`
    insert into enrollment (id, user_id, course_id, enrolled_at, completed_at)
    select ${Bun.randomUUIDv7()}, ${graduate}, id, now(), now() from course order by id limit 1`
  await query`
    insert into certificate (id, user_id, course_id, number, student_name, course_title, course_description, issued_at,
      metadata_cid, status, owner_address, token_id, transaction_hash, minted_at)
    values (${Bun.randomUUIDv7()}, ${graduate}, ${Bun.randomUUIDv7()}, 'LYC-2026-F1GVRES0', 'Amina Otieno', 'Bread', 'Flour.',
      now(), 'cid', 'MINTED', ${`0x${'11'.repeat(20)}`}, '7', ${`0x${'07'.repeat(32)}`}, now())`
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

  browserTest('the steps of the funnel, hours and certificates lead to lists of the same time', async () => {
    const [learner, graduate] = [await bed.service.register(), await bed.service.register()]
    await storeSteps(learner.id, graduate.id)
    const page = await bed.openAs(ADMIN, '/console/figures')
    const funnel = page.getByRole('region', { name: 'From visit to certificate' })
    const month = new Date(Date.now() - 29 * 86_400_000).toISOString().slice(0, 10)
    const isSince = (from: string | null) => expect(from! <= month).toBe(true)
    await funnel.getByText('only their number is stored').waitFor()
    for (const [name, step, isLearnerListed] of [
      ['First lesson completed', 'LESSON', true],
      ['First course completed', 'COURSE', false],
      ['First certificate', 'CERTIFICATE', false],
    ] as const) {
      await funnel.getByRole('link', { name: new RegExp(`^${name}`) }).click()
      await page.waitForURL(/\/console\/users\?.*reached=/)
      const { searchParams } = new URL(page.url())
      expect(searchParams.get('reached')).toBe(step)
      isSince(searchParams.get('from'))
      await page.getByRole('link', { name: graduate.username }).waitFor()
      await page.getByText('the newest 5,000 sign-ups').waitFor()
      expect(await page.getByRole('link', { name: learner.username }).count()).toBe(isLearnerListed ? 1 : 0)
      await page.goBack()
    }
    await funnel.getByRole('link', { name: 'Certificates', exact: true }).click()
    await page.waitForURL(/\/console\/certificates\?from=/)
    await page.getByRole('link', { name: /LYC-2026-F1GVRES0/ }).waitFor()
    await page.getByText('Since').waitFor()
    await page.goBack()
    await page
      .getByRole('region', { name: 'Learning' })
      .getByRole('link', { name: /^Hours/ })
      .click()
    await page.waitForURL(/\/console\/users\?active=/)
    await page.getByText('the newest 50,000 activities').waitFor()
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
