import type { Request } from '../runner/request.ts'
import type { RunningProcess } from '../runner/start-process.ts'
import type { Learner, OrderedLesson } from './learners.ts'

/**
 * The next lessons of all learners: first the next one of each learner, then the one after it, and so on. The
 * lessons of one learner are far apart, so they are never in flight concurrently.
 */
export async function listNextLessons(
  sql: Bun.SQL,
  learners: Learner[],
  lessons: OrderedLesson[],
  count: number,
): Promise<{ lesson: OrderedLesson; token: string }[]> {
  const userIds = learners.map((learner) => learner.userId)
  const rows: { userId: string; done: number }[] = await sql`
    select user_id as "userId", count(*)::integer as done from lesson_completion
    where user_id in (select wanted.id::uuid from jsonb_array_elements_text(${userIds}::jsonb) as wanted (id)) group by user_id`
  const done = new Map(rows.map((row) => [row.userId, row.done]))
  const passes = Math.ceil(count / learners.length)
  return Array.from({ length: passes }, (_, pass) =>
    learners.flatMap(({ userId, token }) => {
      const lesson = lessons[(done.get(userId) ?? 0) + pass]
      return lesson ? [{ lesson, token }] : []
    }),
  ).flat()
}

export function completionRequest(lessonId: string, token: string): Request {
  return {
    method: 'POST',
    path: `/api/v2/user-lessons/${lessonId}/complete`,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: '{}',
  }
}

/** Lyceum caches the catalogue and checks every few seconds whether the cache is current. */
export async function waitUntilKnown({ port }: RunningProcess, courseId: string, token: string) {
  const headers = { Authorization: `Bearer ${token}` }
  for (let attempt = 0; attempt < 100; attempt++) {
    const response = await fetch(`http://127.0.0.1:${port}/api/v2/course/${courseId}`, { headers })
    if (response.ok) return
    await Bun.sleep(200)
  }
  throw new Error('Lyceum did not hear of the courses that were added')
}
