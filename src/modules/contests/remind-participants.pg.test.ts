import { afterAll, beforeAll, expect, test } from 'bun:test'
import { contestStarting } from '../../events/contests.ts'
import { addMs, MINUTE_MS } from '../../platform/clock.ts'
import { type ContestTestbed, createContestTestbed } from './contest-testbed.ts'
import { remindParticipants } from './remind-participants.ts'

let testbed: ContestTestbed
beforeAll(async () => {
  testbed = await createContestTestbed()
})
afterAll(() => testbed.stop())

test('each participant is reminded once, 15 minutes before the start and not earlier', async () => {
  const contestId = await testbed.create({
    startsAt: addMs(testbed.time.now(), 20 * MINUTE_MS).toISOString(),
    endsAt: addMs(testbed.time.now(), 40 * MINUTE_MS).toISOString(),
  })
  const joined = await Promise.all([1, 2, 3].map(() => testbed.player(10)))
  for (const player of joined) await testbed.call(`POST /user/contests/${contestId}/join`, player)
  await testbed.player(10)
  const reminders: ReturnType<typeof contestStarting>[] = []
  const write: typeof testbed.platform.write = Object.assign(
    async <Result>(work: Parameters<typeof testbed.platform.write<Result>>[0]) => {
      const { result, events } = await testbed.platform.write.withEvents(work)
      reminders.push(...(events.filter(({ name }) => name === contestStarting.eventName) as typeof reminders))
      return result
    },
    { withEvents: testbed.platform.write.withEvents, shared: testbed.platform.write.shared },
  )
  const remind = () =>
    Promise.all([1, 2, 3].map(() => remindParticipants({ write }, contestId, testbed.time.now())))
  testbed.time.pass(5 * MINUTE_MS - 1)
  await remind()
  expect(reminders).toEqual([])
  testbed.time.pass(1)
  await remind()
  await testbed.reconcile()
  await remind()
  expect(reminders).toHaveLength(1)
  expect(reminders[0]!.data).toMatchObject({ contestId, title: 'Chain sprint' })
  expect(reminders[0]!.data.userIds.toSorted()).toEqual(joined.map(({ id }) => id as never).sort())
})
