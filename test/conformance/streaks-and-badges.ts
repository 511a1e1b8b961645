import type { ConformanceClient } from './conformance-client.ts'
import { freeCourse } from './fixtures.ts'

/** A user with the given badge progress, because the test cannot wait for days. */
export async function withBadges(client: ConformanceClient, progress: Record<string, number>) {
  const user = await client.newUser()
  for (const [badgeType, current] of Object.entries(progress))
    await client.service.test.database.query`
      insert into badge_progress (user_id, badge_type, current_progress)
      values (${user.id}, ${badgeType}, ${current})
      on conflict (user_id, badge_type) do update set current_progress = excluded.current_progress`
  return user
}

/** 45 of 50 questions are 90 %. */
export const nearBadge = async (client: ConformanceClient) => {
  const user = await withBadges(client, { QUIZ_MASTER: 45 })
  return (await client.get(`/badges/near-completion/${user.id}`, user))[0]
}

/** A user who has learned on six days and learns on the seventh. */
export const sevenDays = async (client: ConformanceClient) => {
  const user = await client.newUser({ timeZone: 'UTC' })
  const { lessons } = await client.shared(freeCourse)
  await client.service.test.database.query`
    insert into streak (user_id, current_days, longest_days, started_on, last_day, last_at, last_time_zone)
    values (${user.id}, 6, 6, current_date - 6, current_date - 1, now() - interval '1 day', 'UTC')
    on conflict (user_id) do update set current_days = 6, longest_days = 6, started_on = excluded.started_on,
      last_day = excluded.last_day, last_at = excluded.last_at, last_time_zone = excluded.last_time_zone`
  const { data } = await client.expectStatus(200, `POST /user-lessons/${lessons[0].id}/complete`, user, {})
  return { user, data }
}
