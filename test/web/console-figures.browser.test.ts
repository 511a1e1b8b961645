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

/** A battle for five gems that the first player has won, and the counts of the day. */
async function storeBattle(winner: string, loser: string): Promise<string> {
  const { query } = bed.service.test.database
  const id = Bun.randomUUIDv7()
  await query`
    insert into battle_room (id, kind, state, stake, seed, start_deadline, created_at, ended_at, reason)
    values (${id}, 'QUEUE', 'FINISHED', 5, ${Bun.randomUUIDv7()}, now(), now(), now(), 'COMPLETED')`
  for (const [seat, userId] of [winner, loser].entries())
    await query`
      insert into battle_entry (id, user_id, session_id, status, is_live, stake, rating, joined_at, expires_at, ended_at,
        room_id, seat, score, result, gems_delta, xp_earned)
      values (${Bun.randomUUIDv7()}, ${userId}, ${Bun.randomUUIDv7()}, 'MATCHED', false, 5, 1500, now(), now(), now(), ${id},
        ${seat}, ${900 - seat}, ${seat === 0 ? 'WIN' : 'LOSS'}, ${seat === 0 ? 5 : -5}, 20)`
  await query`
    insert into battle_daily_stat (day, kind, outcome, battles, staked) values (current_date - 3, 'QUEUE', 'COMPLETED', 1, 10)
    on conflict do nothing`
  return id
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

  browserTest('battles, gems with users and gems in escrow lead to their lists', async () => {
    const [ada, ben] = [await bed.service.register(), await bed.service.register()]
    const battleId = await storeBattle(ada.id, ben.id)
    const page = await bed.openAs(ADMIN, '/console/figures')
    const battles = page.getByRole('region', { name: 'Battles' })
    await battles
      .getByRole('link', { name: /^Battles: \d/ })
      .first()
      .click()
    await page.waitForURL(/\/console\/battles\?.*status=PLAYED/)
    expect(new URL(page.url()).searchParams.get('from')).not.toBeNull()
    await page.getByText('Since').waitFor()
    await page.getByRole('link', { name: ada.username }).click()
    const panel = page.getByRole('dialog', { name: 'Opponent from the queue' })
    await panel.getByText('Won').waitFor()
    expect(await panel.getByRole('link', { name: ben.username }).getAttribute('href')).toContain(ben.id)
    await panel.getByRole('link', { name: 'Transfers of the stake' }).first().click()
    await page.waitForURL(/\/console\/ledger\?account=battle/)

    await page.goto(`${bed.service.url}/console/figures`)
    await battles.getByText('Show the numbers').click()
    await battles
      .getByRole('link', { name: /^Against a bot, / })
      .first()
      .click()
    await page.waitForURL(/\/console\/battles\?.*kind=BOT/)
    expect([...new URL(page.url()).searchParams.keys()].sort()).toEqual(['from', 'kind', 'status', 'to'])
    await page.goBack()
    const supply = page.getByRole('region', { name: 'Gems and XP' })
    await supply.getByRole('link', { name: /^In contests, battles and orders: / }).click()
    await page.waitForURL(/\/console\/ledger\?.*escrow=yes/)
    await page.getByText('In contests, battles and orders').waitFor()
    await page.goBack()
    await supply.getByRole('link', { name: /^With users: / }).click()
    await page.waitForURL(/\/console\/users/)

    await page.goto(`${bed.service.url}/console/search?q=${battleId}`)
    await page.getByRole('link', { name: battleId }).click()
    await page.waitForURL(/\/console\/battles\?.*open=/)
    await page
      .getByRole('dialog', { name: 'Opponent from the queue' })
      .getByRole('link', { name: ben.username })
      .click()
    await page.getByRole('heading', { name: ben.username }).waitFor()
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
