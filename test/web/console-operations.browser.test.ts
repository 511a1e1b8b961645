import { describe, expect, setDefaultTimeout } from 'bun:test'
import sharp from 'sharp'
import { gemBalanceOf, giveGems } from '../harness/give-gems.ts'
import { waitUntil } from '../harness/wait-until.ts'
import { browserTest, browserTestbed } from './browser-testbed.ts'
import { measureScript, newContest, newStaff, type Staff } from './console-account.ts'

// The operations and settings of the console in a real browser. Skipped without a browser.

setDefaultTimeout(240_000)

// The first mint of a badge needs a confirmation, so that one learner is enough.
const bed = browserTestbed(async () => ({ BADGE_MINTS_UNCONFIRMED: '0' }))

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
  const names = [
    'isSignUpOpen',
    'areStakesOn',
    'generalLimit',
    'creatorLimits',
    'grantLimits',
    'twoFactorRoles',
  ]
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
    const checkScript = await measureScript(page, 'revoke a certificate')
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
    await checkScript()
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
      const checkScript = await measureScript(page, 'replay a webhook event')
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
      await dialog.getByText('failed (attempts: 10)').waitFor()
      // Without a reason nothing is sent.
      await dialog.getByRole('button', { name: 'Replay' }).press('Enter')
      expect(await stateOf(id)).toBe('DEAD')
      await dialog.getByLabel('Reason').fill('The sender has mended it.')
      await dialog.getByRole('button', { name: 'Replay' }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('link', { name: /evt-7q2m/ }).waitFor({ state: 'detached' })
      expect(await stateOf(id)).not.toBe('DEAD')
      await checkScript()
      const { body } = await admin.api(`GET /admin/audit?subjectId=${id}`)
      expect(body.data).toMatchObject([
        { act: 'inbox.replayed', details: { reason: 'The sender has mended it.' } },
      ])
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
    const panel = page.getByRole('dialog', { name: 'Granted or took value' })
    await panel.getByText('user.granted').waitFor()
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

  browserTest('the ledger leads from an account of the house to a transfer and to its user', async () => {
    const admin = await newStaff(bed.service, 'ADMIN')
    const learner = await bed.service.register()
    await admin.api(`POST /admin/users/${learner.id}/grants`, { asset: 'GEM', amount: 7, reason: 'A gift.' })
    const page = await bed.openAs(admin.user, '/console/ledger')
    await page.getByLabel('Accounts of the house').selectOption('house:grants')
    await page.waitForURL(/account=house/)
    const transfers = page.getByRole('list', { name: 'Transfers' })
    await transfers.locator('summary', { hasText: learner.id.slice(-8) }).click()
    const lines = transfers.getByRole('table', { name: 'Double entries' })
    await lines.getByText('-7', { exact: true }).waitFor()
    await lines.getByText('+7', { exact: true }).waitFor()
    await lines.getByRole('link', { name: 'house:grants' }).waitFor()
    await lines.getByRole('link', { name: `user:${learner.id}` }).click()
    await page.getByRole('heading', { name: learner.username }).waitFor()
    await page.goto(`${bed.service.url}/console/ledger?account=grants`)
    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor()
    await page.getByRole('button', { name: 'Clear the filters' }).click()
    await transfers.waitFor()
  })

  browserTest('support sees no section of an administrator, and is refused at its address', async () => {
    const support = await newStaff(bed.service, 'SUPPORT')
    const page = await bed.openAs(support.user, '/console/orders')
    await page.getByRole('heading', { name: 'There are no orders yet' }).waitFor()
    expect(await page.getByRole('link', { name: 'Jobs' }).count()).toBe(0)
    await page.goto(`${bed.service.url}/console/jobs`)
    await page.getByRole('heading', { name: 'This section is for another role' }).waitFor()
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
    const checkScript = await measureScript(page, 'refund an order')
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
    await checkScript()
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
    const checkScript = await measureScript(page, 'turn stakes off')
    const card = page.getByRole('listitem').filter({ hasText: 'Stakes and entry fees' })
    await card.getByText('Never changed here.').waitFor()
    await card.getByRole('button', { name: 'Change' }).click()
    const dialog = page.getByRole('dialog', { name: 'Stakes and entry fees' })
    await dialog.getByText('It has this value already.').waitFor()
    await dialog.getByText('Off', { exact: true }).click()
    await dialog.getByText('nobody can stake gems or pay entry fees').waitFor()
    await dialog.getByLabel('Reason').fill('A defect is examined.')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await card.getByText('A defect is examined.').waitFor()
    await checkScript()
    await waitUntil(async () => (await join()).body.error?.code === 'STAKES_OFF')

    await page.goto(`${bed.service.url}/console/audit?act=settings.updated`)
    await page.getByRole('link', { name: 'settings.updated' }).first().click()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    const undo = page.getByRole('dialog', { name: /^Undo: / })
    await undo.getByText('The former values apply again within a second.').waitFor()
    await undo.getByRole('button', { name: 'Undo', exact: true }).click()
    await undo.waitFor({ state: 'detached' })
    await waitUntil(async () => (await join()).status < 300)
    const [entry] = (await admin.api('GET /admin/audit?act=settings.updated')).body.data
    expect(entry.details.reason).toMatch(/^Undo of “Changed switches or limits” of /)
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

    // Another administrator changes the colour meanwhile: it stays, and so does what was typed.
    await page.getByLabel('Name of the site').fill('Amani School')
    await page.getByLabel('Reason').fill('A shorter name.')
    const other = { name: 'Amani Academy', language: 'en', accent: 'rose' }
    expect((await admin.api('PUT /admin/site-settings', other)).status).toBe(200)
    await save.click()
    await page.getByText('The settings of the site were changed').waitFor()
    await page.locator('input[value=rose]:checked').waitFor({ state: 'attached' })
    await save.click()
    await page.getByText('The settings of the site were changed').waitFor({ state: 'detached' })
    await waitUntil(
      async () => (await admin.api('GET /admin/site-settings')).body.data.name === 'Amani School',
    )
    expect((await admin.api('GET /admin/site-settings')).body.data.accent).toBe('rose')
    expect(await page.getByLabel('Reason').inputValue()).toBe('')
  })

  browserTest('a logo is uploaded, shown in the app, and removed', async () => {
    const admin = await newStaff(bed.service, 'ADMIN')
    const page = await bed.openAs(admin.user, '/console/settings')
    const logo = page.getByRole('region', { name: 'Logo' })
    await logo.getByText('the site shows the owl').waitFor()
    await page.getByLabel('Name of the site').fill('Not saved yet')
    const file = logo.getByLabel('Choose a picture')
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
    await file.setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: svg })
    await logo.getByText('Choose a JPEG, PNG or WebP').waitFor()
    const circle = '<svg width="300" height="300"><circle cx="150" cy="150" r="140" fill="#7a1fa2"/></svg>'
    const buffer = await sharp(Buffer.from(circle)).png().toBuffer()
    await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
    await page.getByText('The logo is in force.').waitFor()
    const shown = page.locator('figure img[src^="/files/site/"]')
    await shown.waitFor()
    await waitUntil(() => shown.evaluate((image) => (image as HTMLImageElement).naturalWidth === 192))
    const path = await shown.getAttribute('src')
    for (const address of ['/', '/console', '/studio']) {
      const other = await page.context().newPage()
      await other.goto(bed.service.url + address)
      await other.locator(`#root header img[src="${path}"], #root nav img[src="${path}"]`).first().waitFor()
      await other.close()
    }
    await logo.getByRole('button', { name: 'Remove the logo' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove the logo' }).click()
    await logo.getByText('the site shows the owl').waitFor()
    expect((await admin.api('GET /admin/site-settings')).body.data.logoUrl).toBeNull()
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

describe('the roles of the console', () => {
  browserTest('a moderator finds a learner and suspends the account, and sees no other section', async () => {
    const moderator = await newStaff(bed.service, 'MODERATOR')
    const learner = await bed.service.register()
    const page = await bed.openAs(moderator.user, '/console')
    await page.getByRole('link', { name: 'Reports to decide' }).waitFor()
    const rail = page.getByRole('navigation', { name: 'Sections' }).first()
    const links = await rail.locator('ul a').allTextContents()
    expect(links.map((text) => text.trim())).toEqual(['Attention', 'Users', 'Reports'])
    await page.locator('header input[type=search]').fill(learner.username)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: learner.username }).click()
    await page.getByRole('heading', { name: learner.username }).waitFor()
    await page.getByText('Moderators see this part of an account.').waitFor()
    await page.getByRole('button', { name: 'Suspend' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('The same link every time.')
    await dialog.getByText('is signed out everywhere').waitFor()
    await dialog.getByRole('button', { name: 'Suspend', exact: true }).click()
    await page.getByRole('button', { name: 'End the suspension' }).waitFor()
    const { body } = await moderator.api(`GET /admin/users/${learner.id}`)
    expect(body.data.suspendedAt).toBeString()
    await page.goto(`${bed.service.url}/console/orders`)
    await page.getByRole('heading', { name: 'This section is for another role' }).waitFor()
  })

  browserTest(
    'staff whose role must use two-factor sign-in are led to it, and go on when it is on',
    async () => {
      const [admin, support] = [await newStaff(bed.service, 'ADMIN'), await newStaff(bed.service, 'SUPPORT')]
      const db = bed.service.test.database.query
      const turnOn = ({ user }: Staff) =>
        db`update user_account set two_factor_enabled_at = now() where id = ${user.id}`
      const page = await bed.openAs(admin.user, '/console/runtime')
      const card = page.getByRole('listitem').filter({ hasText: 'Two-factor sign-in of staff' })
      const require = async () => {
        await card.getByRole('button', { name: 'Change' }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByText('Own value').click()
        await dialog.getByText('Support', { exact: true }).click()
        await dialog.getByText(/\d+ users? without two-factor sign-in/).waitFor()
        await dialog.getByLabel('Reason').fill('New rules.')
        await dialog.getByRole('button', { name: 'Save' }).click()
        return dialog
      }
      const refused = await require()
      await refused.getByText('for your own account first').waitFor()
      await refused.getByRole('button', { name: 'Cancel' }).click()
      await turnOn(admin)
      await (await require()).waitFor({ state: 'detached' })
      await card.getByText('Support', { exact: true }).waitFor()
      await waitUntil(async () => (await support.api('GET /admin/users')).status === 403)
      const other = await bed.openAs(support.user, '/console')
      await other.getByRole('heading', { name: 'Your role needs two-factor sign-in' }).waitFor()
      const way = other.getByRole('link', { name: 'Turn it on' })
      expect(await way.getAttribute('href')).toBe('/settings/two-factor')
      await turnOn(support)
      await other.getByRole('button', { name: 'It is on: continue' }).click()
      await other.getByRole('heading', { name: 'Attention' }).waitFor()
      await page.goto(`${bed.service.url}/console/staff`)
      await page.getByText('Must use two-factor sign-in: Support').waitFor()
      await changeSettings(admin, { twoFactorRoles: null })
    },
  )
})

describe('what the console publishes', () => {
  browserTest('a promotion is written with its preview, published to learners and archived', async () => {
    const admin = await newStaff(bed.service, 'ADMIN')
    const page = await bed.openAs(admin.user, '/console/promotions')
    await page.getByRole('link', { name: 'New promotion' }).click()
    await page.getByLabel('Title', { exact: true }).fill('A week of bread')
    await page.getByLabel('Subtitle').fill('Seven short lessons')
    await page.locator('figure').getByText('A week of bread').waitFor()
    await page.locator('figure').getByText('Seven short lessons').waitFor()
    await page.getByLabel('Priority').fill('1000')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'A week of bread' }).waitFor()
    await page.getByText('Nobody has seen it yet.').waitFor()
    const learner = await bed.service.register()
    const shown = async () => {
      const { body } = await bed.service.call('GET /promotions/active', { token: learner.accessToken })
      return (body.banners as { title: string }[]).some(({ title }) => title === 'A week of bread')
    }
    expect(await shown()).toBe(false)
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('button', { name: 'Archive' }).waitFor()
    await waitUntil(shown)

    // What is typed stays while the promotion is archived, and is saved beside what others have changed.
    await page.getByLabel('Subtitle').fill('Eight short lessons')
    const id = new URL(page.url()).pathname.split('/').at(-1)
    expect((await admin.api(`PATCH /admin/promotions/${id}`, { priority: 7 })).status).toBe(200)
    await page.getByRole('button', { name: 'Archive' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
    await page.getByRole('button', { name: 'Publish' }).waitFor()
    await waitUntil(async () => !(await shown()))
    expect(await page.getByLabel('Subtitle').inputValue()).toBe('Eight short lessons')
    await page.getByRole('button', { name: 'Save' }).click()
    await waitUntil(async () => {
      const { body } = await admin.api(`GET /admin/promotions/${id}`)
      return body.data.subtitle === 'Eight short lessons' && body.data.priority === 7
    })
  })

  browserTest('a badge is published after the number of its mints was shown and its name typed', async () => {
    const admin = await newStaff(bed.service, 'ADMIN')
    const learners = [await bed.service.register(), await bed.service.register()]
    for (const { id } of learners)
      await bed.service.test.database.query`
        insert into streak (user_id, current_days, longest_days) values (${id}, 40, 40)
        on conflict (user_id) do update set current_days = 40, longest_days = 40`
    const page = await bed.openAs(admin.user, '/console/badges')
    await page.getByRole('link', { name: 'New badge' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Early bird')
    await page.getByLabel('Description').fill('Learn on forty days in a row.')
    await page.getByLabel('What it counts').selectOption('STREAK_DAYS')
    await page.getByLabel('Required number').fill('40')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Publish' }).click()
    const dialog = page.getByRole('dialog', { name: 'Publish “Early bird”?' })
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await dialog.getByText('This mints 2 badges at once.').waitFor()
    const statusOf = async () => (await admin.api('GET /admin/badges/EARLY_BIRD')).body.data.status
    const mint = dialog.getByRole('button', { name: 'Mint 2' })
    await mint.click({ force: true })
    expect([await mint.getAttribute('aria-disabled'), await statusOf()]).toEqual(['true', 'DRAFT'])
    await dialog.getByLabel('Type Early bird to confirm').fill('Early bird')
    await mint.click()
    await page.getByRole('button', { name: 'Archive' }).waitFor()
    expect(await statusOf()).toBe('PUBLISHED')
  })

  browserTest('a contest is cancelled with its effect in gems, and the fees come back', async () => {
    const admin = await newStaff(bed.service, 'ADMIN')
    const contest = await newContest(admin, 'A sprint to cancel', 10)
    const player = await bed.service.register()
    const db = bed.service.test.database.query
    await giveGems(db, player.id, 25)
    const joined = await bed.service.call(`POST /user/contests/${contest}/join`, {
      token: player.accessToken,
    })
    expect(joined.status).toBeLessThan(300)
    const page = await bed.openAs(admin.user, '/console/contests?q=sprint+to+cancel')
    await page.getByRole('link', { name: 'A sprint to cancel' }).waitFor()
    await page.getByLabel('Status', { exact: true }).selectOption('CANCELLED')
    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor()
    await page.getByLabel('Status', { exact: true }).selectOption('LIVE')
    await page.getByRole('link', { name: 'A sprint to cancel' }).click()
    await page.waitForURL(new RegExp(`/console/contests/${contest}`))
    await page.getByRole('heading', { name: 'A sprint to cancel' }).waitFor()
    await page.getByText('110 gems').waitFor()
    await page.getByRole('button', { name: 'Cancel the contest' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cancel “A sprint to cancel”?' })
    await dialog.getByText('1 participant gets the entry fee back, 10 gems in all.').waitFor()
    await dialog.getByLabel('Reason').fill('A question was wrong.')
    await dialog.getByLabel('Type A sprint to cancel to confirm').fill('A sprint to cancel')
    await dialog.getByRole('button', { name: 'Cancel the contest' }).click()
    await page.getByText('Cancelled', { exact: true }).first().waitFor()
    await page.getByText('A question was wrong.').waitFor()
    await waitUntil(async () => (await gemBalanceOf(db, player.id)) === 25)
  })

  browserTest(
    'a mail that was not sent is found by its address with the reason, and sent again',
    async () => {
      const admin = await newStaff(bed.service, 'ADMIN')
      const id = Bun.randomUUIDv7()
      await bed.service.test.database.query`
      insert into outgoing_mail (id, recipient, subject, sealed_body, created_at, attempts, last_error)
      values (${id}, 'Lost@example.com', 'Your sign-in code', ${Buffer.from('00', 'hex')}, now(), 3, 'mailbox full')`
      const page = await bed.openAs(admin.user, '/console/emails?to=lost@example.com')
      await page.getByRole('link', { name: 'Your sign-in code' }).click()
      const panel = page.getByRole('dialog', { name: 'Your sign-in code' })
      await panel.getByText('mailbox full').waitFor()
      await panel.getByRole('button', { name: 'Send again' }).click()
      const dialog = page.getByRole('dialog', { name: 'Send this mail again?' })
      await dialog.getByText('1 mail to Lost@example.com is tried now').waitFor()
      await dialog.getByLabel('Reason').fill('The mailbox has room again.')
      await dialog.getByRole('button', { name: 'Send again' }).click()
      await dialog.waitFor({ state: 'detached' })
      const { body } = await admin.api(`GET /admin/audit?subjectId=${id}`)
      expect(body.data).toMatchObject([
        { act: 'email.resent', details: { reason: 'The mailbox has room again.' } },
      ])
      await bed.service.test.database.query`delete from outgoing_mail where id = ${id}`
      await page.goto(`${bed.service.url}/console/emails?to=nobody@example.com`)
      await page.getByRole('heading', { name: 'Nothing matches' }).waitFor()
    },
  )
})
