/**
 * Plays days of learners, a few at the same time, until the time is up. Reads a `DayPlan` from standard input and
 * prints a `LoadResult`, in which a day counts as one request.
 */
import type { LoadResult } from '../runner/closed-loop-plan.ts'
import type { Day, DayPlan, LyceumDay, MoodleDay } from './day.ts'

const { port, seconds, concurrency, days }: DayPlan = await Bun.stdin.json()
const origin = `http://127.0.0.1:${port}`
const times: number[] = []
let bytes = 0
let errors = 0
let firstError: string | undefined

const startedAt = performance.now()
const endsAt = startedAt + seconds * 1000
let lastAt = startedAt
const queue = days[Symbol.iterator]()
await Promise.all(Array.from({ length: concurrency }, playInTurn))
times.sort((one, other) => one - other)
const percentile = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0
const result: LoadResult = {
  requests: times.length,
  errors,
  firstError,
  bytes,
  seconds: (lastAt - startedAt) / 1000,
  p50Milliseconds: percentile(0.5),
  p90Milliseconds: percentile(0.9),
  p95Milliseconds: percentile(0.95),
  p99Milliseconds: percentile(0.99),
}
console.log(JSON.stringify(result))
process.exit(0)

async function playInTurn() {
  for (const day of queue) {
    const dayStartedAt = performance.now()
    if (dayStartedAt >= endsAt) return
    try {
      await playDay(day)
      lastAt = performance.now()
      times.push(lastAt - dayStartedAt)
    } catch (error) {
      errors++
      firstError ??= (error as Error).message
      if (errors > 20) return
    }
  }
}

function playDay(day: Day): Promise<void> {
  return day.server === 'lyceum' ? playAtLyceum(day) : playAtMoodle(day)
}

async function playAtLyceum({ email, password, lessonId, courseId, questionId }: LyceumDay) {
  const { accessToken } = await callLyceum('POST /auth/login', undefined, { email, password })
  await callLyceum('GET /course', accessToken)
  await callLyceum(`GET /course/${courseId}`, accessToken)
  await callLyceum(`GET /lesson/${lessonId}`, accessToken)
  await callLyceum(`POST /user-lessons/${lessonId}/answers`, accessToken, { questionId, selectedOption: 0 })
  await callLyceum(`POST /user-lessons/${lessonId}/complete`, accessToken, {})
  await callLyceum('GET /leaderboard/weekly', accessToken)
}

async function callLyceum(operation: string, token: string | undefined, body?: object) {
  const [method, path] = operation.split(' ')
  const response = await fetch(`${origin}/api/v2${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(60_000),
  })
  const text = await response.text()
  bytes += text.length
  if (!response.ok) throw new Error(`${operation} answered ${response.status}: ${text}`)
  return JSON.parse(text).data
}

async function playAtMoodle({ username, password, courseId, pageId, pageModuleId, quizId }: MoodleDay) {
  const { token } = await postMoodle('/login/token.php', { username, password, service: 'moodle_mobile_app' })
  const call = (name: string, values: Record<string, string | number>) =>
    postMoodle('/webservice/rest/server.php', {
      wstoken: token,
      wsfunction: name,
      moodlewsrestformat: 'json',
      ...values,
    })
  await call('core_course_get_courses_by_field', {})
  await call('core_course_get_contents', { courseid: courseId })
  await call('mod_page_get_pages_by_courses', { 'courseids[0]': courseId })
  await call('mod_page_view_page', { pageid: pageId })
  const { attempt } = await call('mod_quiz_start_attempt', { quizid: quizId })
  const slot = `q${attempt.uniqueid}:1_`
  await call('mod_quiz_process_attempt', {
    attemptid: attempt.id,
    'data[0][name]': `${slot}:sequencecheck`,
    'data[0][value]': 1,
    'data[1][name]': `${slot}answer`,
    'data[1][value]': 1,
    finishattempt: 1,
  })
  await call('core_completion_update_activity_completion_status_manually', {
    cmid: pageModuleId,
    completed: 1,
  })
  await call('gradereport_overview_get_course_grades', {})
}

async function postMoodle(path: string, values: Record<string, string | number>) {
  const body = new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]))
  const response = await fetch(origin + path, { method: 'POST', body, signal: AbortSignal.timeout(60_000) })
  const text = await response.text()
  bytes += text.length
  const data = response.ok ? JSON.parse(text) : {}
  if (!response.ok || data?.exception || data?.error)
    throw new Error(`${values.wsfunction ?? path} answered ${response.status}: ${text.slice(0, 300)}`)
  return data
}
