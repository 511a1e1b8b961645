import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { datesAsText } from '../../../../test/harness/dates-as-text.ts'
import type { UserId } from '../../../platform/ids.ts'
import { createNotificationFixture, type NotificationFixture } from '../notification-testbed.ts'
import { setPreference } from '../set-preference.ts'

let fixture: NotificationFixture
beforeAll(async () => {
  fixture = await createNotificationFixture()
})
beforeEach(() => {
  fixture.pushed.length = 0
})
afterAll(() => fixture.test.drop())

describe('e-mail notifications', () => {
  test('an important notification is sent once by e-mail to a verified address, in the user’s language', async () => {
    const userId = await fixture.addUser({ language: 'pt-BR' })
    const notice = {
      userId,
      type: 'CERTIFICATE_READY',
      template: 'CERTIFICATE_READY',
      values: { course: 'Chains', number: 'LYC-2026-ABCDEFGH' },
    } as const
    await fixture.notify(notice)
    await Promise.all([fixture.deliver(), fixture.deliver(), fixture.deliver()])
    expect(await fixture.mailTo(userId)).toEqual(['O seu certificado está pronto'])
    expect(await fixture.deliveries(userId)).toMatchObject([{ channel: 'EMAIL', state: 'SENT' }])
  })

  test('no e-mail is sent for an unimportant notification or to an unverified address', async () => {
    const proved = await fixture.addUser()
    await fixture.notify({ userId: proved })
    const unproved = await fixture.addUser({ isVerified: false })
    const values = { course: 'Chains', number: '1' }
    await fixture.notify({
      userId: unproved,
      type: 'CERTIFICATE_READY',
      template: 'CERTIFICATE_READY',
      values,
    })
    await fixture.deliver()
    expect([await fixture.mailTo(proved), await fixture.mailTo(unproved)]).toEqual([[], []])
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
    const userId = await fixture.addUser({ timeZone })
    await fixture.addDevice(userId)
    const preference = { channels: {}, quietHours: NIGHT }
    await fixture.write((tx) => setPreference(tx, { userId, preference, now: fixture.now }))
    return userId
  }

  test('quiet hours delay a push and an e-mail until they end, also when the clock changes', async () => {
    // The clocks of Berlin are set back this night: at 23:30, 07:00 is eight and a half hours away.
    fixture.now = new Date('2026-10-24T21:30:00Z')
    const userId = await addSleeper('Europe/Berlin')
    await fixture.notify({ userId, ...certificate })
    for (const [at, isSent] of [
      ['2026-10-24T21:31:00Z', false],
      ['2026-10-25T05:00:00Z', false],
      ['2026-10-25T05:59:00Z', false],
      ['2026-10-25T06:00:00Z', true],
    ] as const) {
      fixture.now = new Date(at)
      await fixture.deliver()
      expect([at, fixture.pushed.length, (await fixture.mailTo(userId)).length]).toEqual([
        at,
        Number(isSent),
        Number(isSent),
      ])
    }
    // The inbox is not delayed.
    expect(fixture.frames.filter((each) => each.userId === userId)).toHaveLength(1)
  })

  test('quiet hours that are set later delay pending deliveries, and removing them releases the deliveries', async () => {
    fixture.now = new Date('2026-11-02T23:00:00Z')
    const userId = await fixture.addUser()
    await fixture.addDevice(userId)
    await fixture.notify({ userId })
    const choose = (quietHours: typeof NIGHT | null) =>
      fixture.write((tx) =>
        setPreference(tx, { userId, preference: { channels: {}, quietHours }, now: fixture.now }),
      )
    await choose(NIGHT)
    await fixture.deliver()
    expect(datesAsText(await fixture.deliveries(userId))).toMatchObject(
      datesAsText([
        { state: 'PENDING', attempts: 0, nextAttemptAt: new Date('2026-11-03T07:00:00Z') },
      ]) as object,
    )
    await choose(null)
    await fixture.deliver()
    expect(await fixture.deliveries(userId)).toMatchObject([{ state: 'SENT' }])
  })

  test('quiet hours discard a delivery that would expire before they end', async () => {
    fixture.now = new Date('2026-11-02T22:30:00Z')
    const userId = await addSleeper('UTC')
    await fixture.notify({ userId, expiresAt: new Date('2026-11-03T00:00:00Z') })
    fixture.now = new Date('2026-11-03T07:00:00Z')
    await fixture.deliver()
    expect(fixture.pushed).toEqual([])
    expect(await fixture.deliveries(userId)).toMatchObject([{ state: 'DEAD' }])
  })
})
