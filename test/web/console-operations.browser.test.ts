import { describe, expect, setDefaultTimeout } from 'bun:test'
import { giveGems } from '../harness/give-gems.ts'
import { waitUntil } from '../harness/wait-until.ts'
import { browserTest, browserTestbed } from './browser-testbed.ts'
import { newContest, newStaff, type Staff } from './console-account.ts'

// The operations and settings of the console in a real browser. Skipped without a browser.

setDefaultTimeout(240_000)

const bed = browserTestbed(async () => ({}))

/** An event of a webhook that has failed in all its attempts. */
async function insertDeadEvent(eventId: string): Promise<string> {
  const id = Bun.randomUUIDv7()
  const body = Buffer.from(JSON.stringify({ event: 'RewardClaimed', marker: eventId }))
  const digest = Buffer.from(Bun.hash(body).toString(16).padStart(32, '0'))
  await bed.service.test.database.query`
    insert into webhook_event (id, source, event_id, body, body_digest, received_at, state, outcome_note, attempts,
      next_attempt_at)
    values (${id}, 'contract-events', ${eventId}, ${body}, ${digest}, now(), 'DEAD', 'it failed', 10, now())`
  return id
}

async function stateOf(eventId: string): Promise<string> {
  const [row] = await bed.service.test.database.query<{ state: string }>`
    select state from webhook_event where id = ${eventId}`
  return row!.state
}

/** A certificate that was minted, with this number. */
async function insertCertificate(userId: string, number: string): Promise<string> {
  const id = Bun.randomUUIDv7()
  await bed.service.test.database.query`
    insert into certificate (id, user_id, course_id, number, student_name, course_title, course_description, issued_at,
      metadata_cid, status, owner_address, token_id, transaction_hash, minted_at)
    values (${id}, ${userId}, ${Bun.randomUUIDv7()}, ${number}, 'Amina Otieno', 'Bread for beginners', 'Flour.', now(),
      'cid', 'MINTED', ${`0x${'11'.repeat(20)}`}, '7', ${`0x${'07'.repeat(32)}`}, now())`
  return id
}

/** A purchase of gems that is paid and delivered. */
async function completedOrder(token: string): Promise<string> {
  const call = async (route: string, body?: object) =>
    (await bed.service.call(route, { token, ...(body ? { body } : {}) })).body.data
  const wanted = { fiatAmount: 1_300, fiatCurrency: 'KES', cryptoCurrency: 'GEMS' }
  const { quoteId } = await call('POST /payment/on-ramp/quote', wanted)
  const { orderId, paymentUrl } = await call('POST /payment/on-ramp/initiate', {
    quoteId,
    paymentMethod: 'BANK_TRANSFER',
  })
  await fetch(`${paymentUrl}/paid`, { method: 'POST', redirect: 'manual' })
  await waitUntil(async () => (await call(`GET /payment/orders/${orderId}`)).status === 'COMPLETED')
  return orderId
}

/** Changes some settings of the run time and keeps the others. */
async function changeSettings({ api }: Staff, changes: object): Promise<void> {
  const { data } = (await api('GET /admin/runtime-settings')).body
  const names = ['isSignUpOpen', 'areStakesOn', 'generalLimit', 'creatorLimits', 'grantLimits']
  const stored = names.map((name) => [name, data[name].source === 'STORED' ? data[name].value : null])
  const body = { ...Object.fromEntries(stored), ...changes, version: data.version, reason: 'A test.' }
  expect((await api('PUT /admin/runtime-settings', body)).status).toBe(200)
}

describe('the operations of the console', () => {
  browserTest('a certificate is found by its number and revoked with its number typed', async () => {
    const admin = await newStaff(bed.service, 'ADMIN')
    const learner = await bed.service.register()
    const number = 'LYC-2026-7Q4ZK0VX'
    const id = await insertCertificate(learner.id, number)
    const page = await bed.openAs(admin.user, '/console')
    await page.keyboard.press('/')
    await page.locator('header input[type=search]:focus').waitFor()
    await page.keyboard.type(number)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: number }).click()
    const panel = page.getByRole('dialog', { name: number })
    await panel.getByText('Amina Otieno').waitFor()
    await panel.getByRole('button', { name: 'Revoke' }).click()
    const dialog = page.getByRole('dialog', { name: 'Revoke this certificate?' })
    const revoke = dialog.getByRole('button', { name: 'Revoke' })
    await dialog.getByLabel('Reason').selectOption('MISCONDUCT')
    expect(await revoke.getAttribute('aria-disabled')).toBe('true')
    await dialog.getByLabel(`Type ${number} to confirm`).fill(number)
    await revoke.click()
    await dialog.waitFor({ state: 'detached' })
    await panel.getByText('Revoked').first().waitFor()
    expect(await panel.getByRole('button', { name: 'Revoke' }).count()).toBe(0)
    const { body } = await admin.api(`GET /admin/certificates?number=${number}`)
    expect(body.data).toMatchObject([{ id, status: 'REVOKED', revocationReason: 'MISCONDUCT' }])
  })

  browserTest(
    'a report leads from the home to the reported user, and is dismissed with a reason',
    async () => {
      const admin = await newStaff(bed.service, 'ADMIN')
      const [reporter, reported] = [await bed.service.register(), await bed.service.register()]
      const report = {
        kind: 'USER',
        targetId: reported.id,
        reason: 'SPAM',
        text: 'The same link every time.',
      }
      const created = await bed.service.call('POST /reports', { token: reporter.accessToken, body: report })
      const page = await bed.openAs(admin.user, '/console')
      await page.getByRole('link', { name: 'Reports to decide' }).click()
      await page.getByRole('link', { name: 'Spam' }).click()
      const panel = page.getByRole('dialog', { name: 'Spam' })
      await panel.getByText('The same link every time.').waitFor()
      const about = panel.getByRole('link', { name: 'Open the user' }).first()
      expect(await about.getAttribute('href')).toBe(`/console/users/${reported.id}`)
      await panel.getByRole('button', { name: 'Dismiss' }).click()
      const dialog = page.getByRole('dialog', { name: 'Dismiss this report?' })
      await dialog.getByLabel('Reason').fill('One link.')
      await dialog.getByRole('button', { name: 'Dismiss' }).click()
      await page.getByRole('heading', { name: 'No report is open' }).waitFor()
      await page.getByLabel('Status').selectOption('DISMISSED')
      await page.getByRole('link', { name: 'Spam' }).waitFor()
      const { body } = await admin.api('GET /admin/reports?status=DISMISSED')
      expect(body.data).toMatchObject([{ id: created.body.data.id, note: 'One link.' }])
    },
  )

  browserTest('half a number of a certificate and half an id match nothing', async () => {
    const admin = await newStaff(bed.service, 'ADMIN')
    const page = await bed.openAs(admin.user, '/console/certificates?number=LYC-20')
    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor()
    await page.goto(`${bed.service.url}/console/orders?user=0195`)
    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor()
    await page.getByRole('button', { name: 'Clear the filters' }).click()
    await page.getByRole('heading', { name: 'There are no orders yet' }).waitFor()
  })

  browserTest(
    'a failed webhook event leads from the home to its body, and is replayed by keyboard',
    async () => {
      const admin = await newStaff(bed.service, 'ADMIN')
      const id = await insertDeadEvent('evt-7q2m')
      const page = await bed.openAs(admin.user, '/console')
      const card = page.getByRole('link', { name: /Failed webhook events/ })
      await card.focus()
      await page.keyboard.press('Enter')
      await page.getByRole('link', { name: /evt-7q2m/ }).waitFor()
      await page.locator('main:focus').waitFor()
      await page.keyboard.press('j')
      await page.locator('[data-list-item]:focus', { hasText: 'evt-7q2m' }).waitFor()
      await page.keyboard.press('Enter')
      const panel = page.getByRole('dialog', { name: 'Webhook event' })
      await panel.getByText('"marker": "evt-7q2m"').waitFor()
      expect(new URL(page.url()).searchParams.get('open')).toBe(id)
      await panel.getByRole('button', { name: 'Replay' }).focus()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Replay this event?' })
      await dialog.getByText('failed 10 times').waitFor()
      await dialog.getByRole('button', { name: 'Replay' }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('link', { name: /evt-7q2m/ }).waitFor({ state: 'detached' })
      expect(await stateOf(id)).not.toBe('DEAD')
      const { body } = await admin.api(`GET /admin/audit?subjectId=${id}`)
      expect(body.data.map(({ act }: { act: string }) => act)).toEqual(['inbox.replayed'])
    },
  )

  browserTest('Escape closes a panel, and the list keeps its place', async () => {
    const admin = await newStaff(bed.service, 'ADMIN')
    await insertDeadEvent('evt-escape')
    const page = await bed.openAs(admin.user, '/console/events')
    await page.getByRole('link', { name: /evt-escape/ }).click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(new URL(page.url()).search).toBe('')
    await page.getByRole('link', { name: /evt-escape/ }).waitFor()
  })

  browserTest('the audit log shows the old and the new value of a change', async () => {
    const admin = await newStaff(bed.service, 'ADMIN')
    const learner = await bed.service.register()
    await admin.api(`POST /admin/users/${learner.id}/grants`, { asset: 'GEM', amount: 7, reason: 'A gift.' })
    const page = await bed.openAs(admin.user, `/console/audit?user=${learner.id}&subject=user`)
    await page.getByRole('link', { name: 'user.granted' }).click()
    const panel = page.getByRole('dialog', { name: 'user.granted' })
    await panel.locator('del', { hasText: '0' }).waitFor()
    await panel.locator('ins', { hasText: '7' }).last().waitFor()
    await panel.getByText('reason: A gift.').waitFor()
    await panel.getByRole('link', { name: 'Open the user' }).click()
    await page.getByRole('heading', { name: learner.username }).waitFor()
  })

  browserTest('an audit of the ledger is started and shown', async () => {
    const admin = await newStaff(bed.service, 'ADMIN')
    const page = await bed.openAs(admin.user, '/console/ledger')
    await page.getByRole('button', { name: 'Run an audit' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Run an audit' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await waitUntil(async () => {
      const { body } = await admin.api('GET /admin/ledger/audits')
      return body.data[0]?.status === 'PASSED'
    })
    await page.reload()
    await page.getByText('Without faults').first().waitFor()
  })

  browserTest('support sees no section of an administrator, and is refused at its address', async () => {
    const support = await newStaff(bed.service, 'SUPPORT')
    const page = await bed.openAs(support.user, '/console/orders')
    await page.getByRole('heading', { name: 'There are no orders yet' }).waitFor()
    expect(await page.getByRole('link', { name: 'Jobs' }).count()).toBe(0)
    await page.goto(`${bed.service.url}/console/jobs`)
    await page.getByRole('heading', { name: 'This section is for administrators' }).waitFor()
  })
})

// After the tests that begin without an order.
describe('the value that staff move', () => {
  browserTest('a completed purchase is refunded, and the effect is stated in numbers', async () => {
    const admin = await newStaff(bed.service, 'ADMIN')
    const payer = await bed.service.register()
    const id = await completedOrder(payer.accessToken)
    await admin.api(`POST /admin/users/${payer.id}/grants`, { asset: 'GEM', amount: -10, reason: 'A test.' })
    const page = await bed.openAs(admin.user, `/console/orders?open=${id}`)
    const panel = page.getByRole('dialog', { name: 'Order' })
    await panel.getByRole('button', { name: 'Refund' }).click()
    const dialog = page.getByRole('dialog', { name: 'Refund this order?' })
    await dialog.getByText('965 Gems of the 975 Gems that were delivered are taken back').waitFor()
    await dialog.getByText('The user no longer has 10 Gems').waitFor()
    await dialog.getByText(/The provider pays .*1,300.* back/).waitFor()
    const button = dialog.getByRole('button', { name: 'Refund' })
    await dialog.getByLabel('Reason').fill('Bought by mistake.')
    expect(await button.getAttribute('aria-disabled')).toBe('true')
    await dialog.getByLabel(`Type ${id.slice(-12)} to confirm`).fill(id.slice(-12))
    await button.click()
    await dialog.waitFor({ state: 'detached' })
    await waitUntil(async () => (await admin.api(`GET /admin/orders/${id}`)).body.data.status === 'REFUNDED')
    await page.reload()
    await panel.getByText('965 GEMS').waitFor()
    expect(await panel.getByRole('button', { name: 'Refund' }).count()).toBe(0)
    const { body } = await admin.api(`GET /admin/audit?subjectId=${id}&act=order.refunded`)
    expect(body.data).toMatchObject([{ details: { reason: 'Bought by mistake.' }, after: { shortfall: 10 } }])
  })

  browserTest('a large grant is requested, and approved by a second administrator', async () => {
    const [first, second] = [await newStaff(bed.service, 'ADMIN'), await newStaff(bed.service, 'ADMIN')]
    const learner = await bed.service.register()
    await changeSettings(first, { grantLimits: { gems: 1_000, xp: 1_000 } })
    const gems = async () => (await first.api(`GET /admin/users/${learner.id}`)).body.data.totalGems
    const page = await bed.openAs(first.user, `/console/users/${learner.id}`)
    await page.getByRole('button', { name: 'Grant…' }).click()
    const grant = page.getByRole('dialog')
    await grant.getByLabel('Amount').fill('5000')
    await grant.getByText('This is more than 1,000').waitFor()
    await grant.getByLabel('Reason').fill('The prize of the fair.')
    await grant.getByRole('button', { name: 'Grant' }).click()
    await page.getByText('Requested. Another administrator must approve it.').waitFor()
    expect(await gems()).toBe(0)
    await page.goto(`${bed.service.url}/console/grants`)
    await page.getByRole('link', { name: learner.username }).click()
    await page.getByRole('dialog').getByText('You cannot approve this').waitFor()
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0)

    const other = await bed.openAs(second.user, '/console')
    await other.getByRole('link', { name: /Grants to approve/ }).click()
    await other.getByRole('link', { name: learner.username }).click()
    const panel = other.getByRole('dialog', { name: 'Grant that needs approval' })
    await panel.getByText('The prize of the fair.').waitFor()
    await panel.getByRole('button', { name: 'Approve' }).click()
    const dialog = other.getByRole('dialog', { name: 'Approve this grant?' })
    await dialog.getByText(`${learner.username} gets 5,000 Gems now.`).waitFor()
    await dialog.getByLabel('Reason').fill('I saw the list of winners.')
    await dialog.getByLabel(`Type ${learner.username} to confirm`).fill(learner.username)
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await other.getByRole('heading', { name: 'No grant waits' }).waitFor()
    expect(await gems()).toBe(5_000)
  })
})

describe('the switches of the console', () => {
  browserTest('stakes are turned off, and the running service obeys', async () => {
    const admin = await newStaff(bed.service, 'ADMIN')
    const contest = await newContest(admin, 'A contest with a fee', 10)
    // A user joins once, so each attempt has its own.
    const join = async () => {
      const { id, accessToken: token } = await bed.service.register()
      await giveGems(bed.service.test.database.query, id, 100)
      return bed.service.call(`POST /user/contests/${contest}/join`, { token })
    }
    expect((await join()).status).toBeLessThan(300)
    const page = await bed.openAs(admin.user, '/console/runtime')
    const card = page.getByRole('listitem').filter({ hasText: 'Stakes and entry fees' })
    await card.getByText('Never changed here.').waitFor()
    await card.getByRole('button', { name: 'Change' }).click()
    const dialog = page.getByRole('dialog', { name: 'Stakes and entry fees' })
    await dialog.getByText('Off', { exact: true }).click()
    await dialog.getByText('nobody can stake gems or pay entry fees').waitFor()
    await dialog.getByLabel('Reason').fill('A defect is examined.')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await card.getByText('A defect is examined.').waitFor()
    await waitUntil(async () => (await join()).body.error?.code === 'STAKES_OFF')
    await changeSettings(admin, { areStakesOn: null })
    await waitUntil(async () => (await join()).status < 300)
  })

  browserTest('the sign-up says that it is closed', async () => {
    const admin = await newStaff(bed.service, 'ADMIN')
    await changeSettings(admin, { isSignUpOpen: false })
    const isOpen = async () =>
      (await bed.service.call('GET /public/site-settings')).body.data.isSignUpOpen as boolean
    await waitUntil(async () => !(await isOpen()))
    const page = await bed.open(await bed.newContext(), '/sign-up')
    await page.getByText('Sign-up is closed at the moment.').waitFor()
    expect(await page.getByRole('button', { name: 'Create my account' }).count()).toBe(0)
    await changeSettings(admin, { isSignUpOpen: null })
    await waitUntil(isOpen)
  })
})

describe('the settings of the console', () => {
  browserTest('the preview follows the fields, and saving needs a reason', async () => {
    const admin = await newStaff(bed.service, 'ADMIN')
    const page = await bed.openAs(admin.user, '/console/settings')
    const preview = page.locator('figure')
    const button = preview.getByText('Continue')
    const colorOf = () => button.evaluate((element) => getComputedStyle(element).backgroundColor)
    const before = await colorOf()
    await page.getByLabel('Name of the site').fill('Amani Academy')
    await preview.getByText('Amani Academy').waitFor()
    await page.getByLabel('Teal').check({ force: true })
    await waitUntil(async () => (await colorOf()) !== before)
    const save = page.getByRole('button', { name: 'Save the settings' })
    expect(await save.getAttribute('aria-disabled')).toBe('true')
    await page.getByLabel('Reason').fill('The school has a name.')
    await save.click()
    await page.getByText('The settings are in force.').waitFor()
    const { body } = await admin.api('GET /admin/site-settings')
    expect(body.data).toMatchObject({ name: 'Amani Academy', accent: 'teal', language: 'en' })
  })

  browserTest('staff are listed by role with their second factor', async () => {
    const admin = await newStaff(bed.service, 'ADMIN')
    const support = await newStaff(bed.service, 'SUPPORT')
    const page = await bed.openAs(admin.user, '/console/staff')
    const people = page.getByRole('region', { name: 'Support' })
    await people.getByText(support.user.username).waitFor()
    expect(await people.getByText(admin.user.username).count()).toBe(0)
    await people.getByRole('link', { name: support.user.username }).click()
    await page.getByRole('heading', { name: support.user.username }).waitFor()
  })
})
