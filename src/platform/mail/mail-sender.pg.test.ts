import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { parseMail, startTestSmtp, type TestSmtp } from '../../../test/harness/external-services/smtp.ts'
import { addMs, MINUTE_MS, now } from '../clock.ts'
import type { Db } from '../db/database.ts'
import { findFreePort } from '../ports.ts'
import { reactionTable } from '../transaction/reactions.ts'
import { createWrite, type Write } from '../transaction/write.ts'
import { enqueueMail, listMail, type Mail } from './mail-queue.ts'
import { createMailSender, type MailSender } from './mail-sender.ts'

const FROM = 'Lyceum <no-reply@lyceum.example>'
const MAIL: Mail = {
  to: 'ada@example.org',
  subject: 'Your code',
  text: 'The code is 918273.\nIt is good for ten minutes.',
  html: '<p>The code is <b>918273</b>.</p>',
}

let testDatabase: TestDatabase
let db: Db
let write: Write
let smtp: TestSmtp
let mailSender: MailSender
let mailbox: MailSender
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  db = testDatabase.database.query
  write = createWrite(testDatabase.database, reactionTable([]), () => undefined)
  mailbox = createMailSender(testDatabase.database, {
    isOn: true,
    smtpUrl: undefined,
    requiresTls: false,
    from: FROM,
    keepDays: 7,
  })
})
afterAll(() => testDatabase?.drop())
beforeEach(async () => {
  smtp = await startTestSmtp()
  mailSender = createMailSender(testDatabase.database, {
    isOn: true,
    smtpUrl: smtp.url,
    requiresTls: false,
    from: FROM,
    keepDays: 7,
  })
  await db`delete from outgoing_mail`
  await db`delete from outbox`
})
afterEach(() => smtp.stop())

/** Enqueues a mail and returns the id in its job. */
async function post(mail: Partial<Mail> = {}, at = now()): Promise<string> {
  await db`delete from outbox`
  await write((tx) => enqueueMail(tx, { ...MAIL, ...mail }, at))
  const [row] = await db<{ job: string; data: { mailId: string } }>`select job, data from outbox`
  expect(row!.job).toBe('mail.send')
  return row!.data.mailId
}

interface StoredRow {
  sent: boolean
  attempts: number
  fault: string | null
}
async function storedRowOf(mailId: string): Promise<StoredRow> {
  const [row] = await db<StoredRow>`
    select sent_at is not null as sent, attempts, last_error as fault from outgoing_mail where id = ${mailId}`
  return row!
}

describe('a mail', () => {
  test('a mail is stored with its job when its transaction commits', async () => {
    const mailId = await post()
    expect(await storedRowOf(mailId)).toEqual({ sent: false, attempts: 0, fault: null })
  })

  test('a mail is not stored when its transaction rolls back', async () => {
    const refused = write(async (tx) => {
      await enqueueMail(tx, MAIL, now())
      throw new Error('changed my mind')
    })
    await expect(refused).rejects.toThrow('changed my mind')
    expect(await db`select 1 from outgoing_mail union all select 1 from outbox`).toEqual([])
  })

  test('a mail arrives with its sender, its subject, its text and HTML parts and a message id', async () => {
    const subject =
      'Grüße, κόσμε 🦉 – ein langer Betreff, der über mehr als eine Zeile gehen muss, weil er so lang ist'
    const text = 'Grüße 🦉\n\n.\nFrom a line that begins with a dot'
    const mailId = await post({ subject, text, html: '<p>Grüße 🦉</p>' })
    await mailSender.deliver(mailId, now)
    expect(smtp.received).toHaveLength(1)
    const [received] = smtp.received
    expect([received!.from, received!.to]).toEqual(['no-reply@lyceum.example', ['ada@example.org']])
    const { headers, parts: mimeParts } = parseMail(received!.raw)
    expect(headers.get('subject')).toBe(subject)
    expect(headers.get('from')).toBe(FROM)
    expect(headers.get('to')).toBe('ada@example.org')
    expect(headers.get('message-id')).toBe(`<${mailId}@lyceum>`)
    expect(mimeParts.get('text/plain')!.replaceAll('\r\n', '\n')).toBe(text)
    expect(mimeParts.get('text/html')).toBe('<p>Grüße 🦉</p>')
    expect(await storedRowOf(mailId)).toEqual({ sent: true, attempts: 1, fault: null })
  })

  test('a mail has the name of the site as its sender and as its last line', async () => {
    const named = createMailSender(
      testDatabase.database,
      { isOn: true, smtpUrl: smtp.url, requiresTls: false, from: FROM, keepDays: 7 },
      { siteName: async () => 'A & B, "Night" School' },
    )
    await named.deliver(await post({ html: '<body><p>Hello</p></body>' }), now)
    const { headers, parts: mimeParts } = parseMail(smtp.received[0]!.raw)
    expect(smtp.received[0]!.from).toBe('no-reply@lyceum.example')
    expect(headers.get('from')).toBe('"A & B, \\"Night\\" School" <no-reply@lyceum.example>')
    expect(mimeParts.get('text/plain')!.replaceAll('\r\n', '\n')).toEndWith('\n-- \nA & B, "Night" School\n')
    expect(mimeParts.get('text/html')).toContain('A &amp; B, &quot;Night&quot; School</p></body>')
  })

  test('a mail is not sent again when its job runs again', async () => {
    const mailId = await post()
    await mailSender.deliver(mailId, now)
    await mailSender.deliver(mailId, now)
    await mailSender.sendOverdue(now)
    expect(smtp.received).toHaveLength(1)
  })

  test('delivering an unknown mail id does nothing', async () => {
    await mailSender.deliver('019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d', now)
    expect(smtp.received).toEqual([])
  })

  test('concurrent mails to many recipients arrive once each', async () => {
    const ids = []
    for (let count = 0; count < 20; count++) ids.push(await post({ to: `user${count}@example.org` }))
    await Promise.all(ids.map((mailId) => mailSender.deliver(mailId, now)))
    expect(smtp.received.map((mail) => mail.to[0]).sort()).toEqual(
      ids.map((_, count) => `user${count}@example.org`).sort(),
    )
  })

  test("a mail never goes to a second address inside the recipient's address", async () => {
    for (const to of [
      'ada@example.org, eve@example.org',
      'ada@example.org <eve@example.org>',
      'all: eve@example.org;',
    ]) {
      await mailSender.deliver(await post({ to }), now).catch(() => undefined)
    }
    for (const received of smtp.received) expect(received.to).not.toContain('eve@example.org')
  })

  test('a mail subject with line breaks adds no header', async () => {
    await mailSender.deliver(await post({ subject: 'Hi\r\nBcc: eve@example.org\r\n\r\nAnother body' }), now)
    expect(smtp.received).toHaveLength(1)
    const { headers } = parseMail(smtp.received[0]!.raw)
    expect(headers.has('bcc')).toBe(false)
    expect(headers.get('subject')).toContain('Hi')
    expect(smtp.received[0]!.to).toEqual(['ada@example.org'])
  })

  test('a mail is sealed in the table: its code is not readable there', async () => {
    await post()
    // Sealed bytes in hex have many digits, among which any six may occur by chance.
    const [row] = await db<{ rest: string; sealed: Buffer }>`
      select (to_jsonb(outgoing_mail) - 'sealed_body')::text as rest, sealed_body as sealed from outgoing_mail`
    expect(row!.sealed.includes('918273')).toBe(false)
    expect(row!.rest).toContain('ada@example.org')
    expect(row!.rest).not.toContain('918273')
    expect(row!.rest).not.toContain(Buffer.from('918273').toString('hex'))
    const [outbox] = await db<{ whole: string }>`select outbox::text as whole from outbox`
    expect(outbox!.whole).not.toContain('918273')
  })
})

describe('the last mail to a deleted user', () => {
  test('the last mail to a deleted user is deleted once sent, and stays when there is no mail server', async () => {
    for (const [by, left] of [
      [mailSender, 0],
      [mailbox, 1],
    ] as const) {
      await db`delete from outbox`
      await write((tx) => enqueueMail(tx, MAIL, now(), { deleteAfterSending: true }))
      const [row] = await db<{ data: { mailId: string } }>`select data from outbox`
      await by.deliver(row!.data.mailId, now)
      await by.deliver(row!.data.mailId, now)
      expect(await db`select 1 from outgoing_mail`).toHaveLength(left)
    }
    expect(smtp.received).toHaveLength(1)
  })
})

describe('errors of the mail server', () => {
  test("the recipient's address in a server's error is masked, because queue and log store the error", async () => {
    const mailId = await post()
    smtp.refusal = { code: 550, message: '<ada@example.org>: nobody here' }
    const error = await mailSender.deliver(mailId, now).catch((thrown) => thrown)
    expect(Bun.inspect(error)).not.toContain('ada@example.org')
    expect((await storedRowOf(mailId)).fault).toContain('<the recipient>: nobody here')
  })

  test('a rejected mail stays pending with the reason, its job fails, and a later attempt sends it once', async () => {
    const mailId = await post()
    smtp.refusal = { code: 550, message: 'mailbox is full' }
    await expect(mailSender.deliver(mailId, now)).rejects.toThrow('mailbox is full')
    const stored = await storedRowOf(mailId)
    expect(stored).toMatchObject({ sent: false, attempts: 1 })
    expect(stored.fault).toContain('550')
    expect(stored.fault).toContain('mailbox is full')

    smtp.refusal = undefined
    await mailSender.deliver(mailId, now)
    await mailSender.deliver(mailId, now)
    expect(smtp.received).toHaveLength(1)
    expect(await storedRowOf(mailId)).toEqual({ sent: true, attempts: 2, fault: null })
  })

  test('a mail is not sent to a server without STARTTLS when TLS is required', async () => {
    const mailId = await post()
    const strict = createMailSender(testDatabase.database, {
      isOn: true,
      smtpUrl: smtp.url,
      requiresTls: true,
      from: FROM,
      keepDays: 7,
    })
    await expect(strict.deliver(mailId, now)).rejects.toThrow('STARTTLS')
    expect(smtp.received).toEqual([])
    expect(await storedRowOf(mailId)).toMatchObject({ sent: false, attempts: 1 })
  })

  test('a mail stays pending while the server is down, and is sent when it is back', async () => {
    const mailId = await post()
    // A port that the system does not assign meanwhile.
    const port = await findFreePort()
    const away = createMailSender(testDatabase.database, {
      isOn: true,
      smtpUrl: `smtp://127.0.0.1:${port}`,
      requiresTls: false,
      from: FROM,
      keepDays: 7,
    })
    await expect(away.deliver(mailId, now)).rejects.toThrow('ECONNREFUSED')
    const stored = await storedRowOf(mailId)
    expect(stored).toMatchObject({ sent: false, attempts: 1 })
    expect(stored.fault).toContain('ECONNREFUSED')

    await smtp.stop()
    smtp = await startTestSmtp(port)
    await away.deliver(mailId, now)
    expect(smtp.received).toHaveLength(1)
    expect((await storedRowOf(mailId)).sent).toBe(true)
  })
})

describe('mail that is turned off', () => {
  test('mails wait unsent while mail is off, however old they are, and are sent when it is on', async () => {
    const config = { smtpUrl: smtp.url, requiresTls: false, from: FROM, keepDays: 7 }
    const off = createMailSender(testDatabase.database, { ...config, isOn: false })
    const mailId = await post({}, addMs(now(), -10 * MINUTE_MS))
    await off.deliver(mailId, now)
    expect(await off.sendOverdue(now)).toBe(0)
    expect(smtp.received).toEqual([])
    expect(await storedRowOf(mailId)).toEqual({ sent: false, attempts: 0, fault: null })
    await mailSender.sendOverdue(now)
    expect(smtp.received).toHaveLength(1)
  })
})

describe('development without a mail server', () => {
  test('without a mail server a mail counts as sent and is shown unsealed in the mailbox', async () => {
    const at = now()
    const mailId = await post({}, at)
    await mailbox.deliver(mailId, now)
    expect((await storedRowOf(mailId)).sent).toBe(true)
    expect(await listMail(db, undefined, 10)).toEqual([{ id: mailId, ...MAIL, createdAt: at }])
    expect(smtp.received).toEqual([])
  })

  test('mails are listed newest first up to a limit, also with equal timestamps', async () => {
    const at = now()
    const ids = []
    for (let count = 0; count < 5; count++) ids.push(await post({}, at))
    ids.push(await post({}, new Date(at.getTime() + 1)))
    ids.unshift(await post({}, new Date(at.getTime() - 1)))
    expect((await listMail(db, undefined, 10)).map((mail) => mail.id)).toEqual(ids.toReversed())
    expect((await listMail(db, undefined, 2)).map((mail) => mail.id)).toEqual(ids.toReversed().slice(0, 2))
  })

  test('mails are found by their recipient in any letter case, and by no other address', async () => {
    const mailId = await post({ to: 'Ada.Lovelace@Example.org' })
    await post({ to: 'bob@example.org' })
    for (const written of [
      'ada.lovelace@example.org',
      'ADA.LOVELACE@EXAMPLE.ORG',
      'Ada.Lovelace@Example.org',
    ]) {
      expect((await listMail(db, written, 10)).map((mail) => mail.id)).toEqual([mailId])
    }
    for (const other of ['ada', '%', 'ada_lovelace@example.org', ''])
      expect(await listMail(db, other, 10)).toEqual([])
  })
})

describe('the overdue mail job', () => {
  const ago = (milliseconds: number) => new Date(now().getTime() - milliseconds)

  test('sendOverdue sends mails older than five minutes and leaves the rest to their jobs', async () => {
    const overdue = await post({ to: 'overdue@example.org' }, ago(6 * MINUTE_MS))
    const young = await post({ to: 'young@example.org' }, ago(4 * MINUTE_MS))
    await mailSender.sendOverdue(now)
    expect(smtp.received.map((mail) => mail.to)).toEqual([['overdue@example.org']])
    expect([(await storedRowOf(overdue)).sent, (await storedRowOf(young)).sent]).toEqual([true, false])
  })

  test('sendOverdue continues with the next mail when one is rejected', async () => {
    const first = await post({ to: 'no address at all' }, ago(20 * MINUTE_MS))
    const second = await post({}, ago(10 * MINUTE_MS))
    await mailSender.sendOverdue(now)
    expect([(await storedRowOf(first)).sent, (await storedRowOf(second)).sent]).toEqual([false, true])
    expect((await storedRowOf(first)).fault).not.toBeNull()
  })

  test('sendOverdue reaches newer mails, however many old ones are undeliverable', async () => {
    const few = createMailSender(
      testDatabase.database,
      { isOn: true, smtpUrl: smtp.url, requiresTls: false, from: FROM, keepDays: 7 },
      { batchSize: 3 },
    )
    const stuck: string[] = []
    for (let age = 30; age > 26; age--)
      stuck.push(await post({ to: `no address ${age}` }, ago(age * MINUTE_MS)))
    const good = await post({}, ago(10 * MINUTE_MS))
    for (let sweep = 0; sweep < 2; sweep++) await few.sendOverdue(now)
    expect((await storedRowOf(good)).sent).toBe(true)
    expect(await Promise.all(stuck.map(async (id) => (await storedRowOf(id)).sent))).toEqual([
      false,
      false,
      false,
      false,
    ])
  })
})
