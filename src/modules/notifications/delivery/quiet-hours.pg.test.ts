import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { spelledDates } from '../../../../test/harness/spelled-dates.ts'
import type { UserId } from '../../../platform/ids.ts'
import { type NotificationBed, openNotificationBed } from '../notification-testbed.ts'
import { setPreference } from '../preferences/set-preference.ts'

setDefaultTimeout(120_000)

let bed: NotificationBed
beforeAll(async () => {
  bed = await openNotificationBed()
})
beforeEach(() => {
  bed.pushed.length = 0
})
afterAll(() => bed.test.drop())

describe('a letter', () => {
  test('goes to a proved address for what is important, once, in the language of the user', async () => {
    const userId = await bed.addUser({ language: 'pt-BR' })
    const notice = {
      userId,
      type: 'CERTIFICATE_READY',
      template: 'CERTIFICATE_READY',
      values: { course: 'Chains', number: 'LYC-2026-ABCDEFGH' },
    } as const
    await bed.tell(notice)
    await Promise.all([bed.deliver(), bed.deliver(), bed.deliver()])
    expect(await bed.mailTo(userId)).toEqual(['O seu certificado está pronto'])
    expect(await bed.deliveries(userId)).toMatchObject([{ channel: 'EMAIL', state: 'SENT' }])
  })

  test('is not written for what is not important, nor to an address that nobody has proved', async () => {
    const proved = await bed.addUser()
    await bed.tell({ userId: proved })
    const unproved = await bed.addUser({ isVerified: false })
    const values = { course: 'Chains', number: '1' }
    await bed.tell({ userId: unproved, type: 'CERTIFICATE_READY', template: 'CERTIFICATE_READY', values })
    await bed.deliver()
    expect([await bed.mailTo(proved), await bed.mailTo(unproved)]).toEqual([[], []])
  })
})

describe('quiet hours', () => {
  const NIGHT = { start: '22:00', end: '07:00' }
  const certificate = {
    type: 'CERTIFICATE_READY',
    template: 'CERTIFICATE_READY',
    values: { course: 'Chains', number: '1' },
  } as const

  async function addSleeper(timeZone: string): Promise<UserId> {
    const userId = await bed.addUser({ timeZone })
    await bed.addDevice(userId)
    const preference = { channels: {}, quietHours: NIGHT }
    await bed.write((tx) => setPreference(tx, { userId, preference, now: bed.now }))
    return userId
  }

  test('hold a push and a letter until they end, over a change of the clock', async () => {
    // The clocks of Berlin are set back in this night: it is 23:30, and 07:00 is eight and a half hours away.
    bed.now = new Date('2026-10-24T21:30:00Z')
    const userId = await addSleeper('Europe/Berlin')
    await bed.tell({ userId, ...certificate })
    for (const [at, isSent] of [
      ['2026-10-24T21:31:00Z', false],
      ['2026-10-25T05:00:00Z', false],
      ['2026-10-25T05:59:00Z', false],
      ['2026-10-25T06:00:00Z', true],
    ] as const) {
      bed.now = new Date(at)
      await bed.deliver()
      expect([at, bed.pushed.length, (await bed.mailTo(userId)).length]).toEqual([
        at,
        Number(isSent),
        Number(isSent),
      ])
    }
    // The inbox did not wait.
    expect(bed.frames.filter((each) => each.userId === userId)).toHaveLength(1)
  })

  test('that were set later hold what is still owed; those that are taken back let it go', async () => {
    bed.now = new Date('2026-11-02T23:00:00Z')
    const userId = await bed.addUser()
    await bed.addDevice(userId)
    await bed.tell({ userId })
    const choose = (quietHours: typeof NIGHT | null) =>
      bed.write((tx) => setPreference(tx, { userId, preference: { channels: {}, quietHours }, now: bed.now }))
    await choose(NIGHT)
    await bed.deliver()
    expect(spelledDates(await bed.deliveries(userId))).toMatchObject(
      spelledDates([{ state: 'OWED', attempts: 0, nextAt: new Date('2026-11-03T07:00:00Z') }]) as object,
    )
    await choose(null)
    await bed.deliver()
    expect(await bed.deliveries(userId)).toMatchObject([{ state: 'SENT' }])
  })

  test('give up at once what would be too late after them', async () => {
    bed.now = new Date('2026-11-02T22:30:00Z')
    const userId = await addSleeper('UTC')
    await bed.tell({ userId, expiresAt: new Date('2026-11-03T00:00:00Z') })
    bed.now = new Date('2026-11-03T07:00:00Z')
    await bed.deliver()
    expect(bed.pushed).toEqual([])
    expect(await bed.deliveries(userId)).toMatchObject([{ state: 'DEAD' }])
  })
})
