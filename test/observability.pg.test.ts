import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { REVENUECAT_EXAMPLE } from '../src/modules/subscriptions/public/revenuecat-event.ts'
import type { TestUser } from './harness/api-client.ts'
import { webhookCredentials } from './harness/operations/webhook-credentials.ts'
import { startTestService, type TestService } from './harness/service.ts'
import { waitUntil } from './harness/wait-until.ts'

const ROOT = join(import.meta.dir, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

interface Alert {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string; runbook: string }
}

const alerts: Alert[] = parse(read('ops/prometheus/alerts.yaml')).groups.flatMap(
  ({ rules }: { rules: Alert[] }) => rules,
)
const dashboard = JSON.parse(read('ops/grafana/lyceum.json')) as {
  panels: { title: string; targets?: { expr: string }[] }[]
}
const panelTexts = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

let service: TestService
let user: TestUser
beforeAll(async () => {
  service = await startTestService({
    CHAIN: 'on',
    DEMO_CONTENT: 'on',
    RATE_LIMITS: 'on',
    LIMIT_CREDENTIALS_PER_ACCOUNT: '2/900',
  })
  user = await service.register()
})
afterAll(() => service.stop())

const metrics = async () => (await fetch(`${service.url}/metrics`)).text()

/** Every sample by its name and labels. */
async function samples(): Promise<Map<string, number>> {
  const lines = (await metrics()).split('\n').filter((line) => line && !line.startsWith('#'))
  return new Map(
    lines.map((line) => [
      line.slice(0, line.lastIndexOf(' ')),
      Number(line.slice(line.lastIndexOf(' ') + 1)),
    ]),
  )
}

/** Returns how much each sample rises while `work` runs. */
async function risesOf(work: () => Promise<unknown>): Promise<(name: string) => number> {
  const before = await samples()
  await work()
  const after = await samples()
  return (name) => (after.get(name) ?? 0) - (before.get(name) ?? 0)
}

/** The names of all metrics of the running service. */
async function shownMetrics(): Promise<Set<string>> {
  // The first scrape starts the samples of the event loop.
  await waitUntil(async () => (await metrics()).includes('nodejs_eventloop_lag_p99_seconds'))
  return new Set([...(await metrics()).matchAll(/^# TYPE (\S+)/gm)].map((line) => line[1]!))
}

const metricsIn = (expression: string): string[] => [
  ...new Set(
    [...expression.matchAll(/(?<![\w.])((?:lyceum|process|nodejs)_\w+)/g)].map((found) =>
      found[1]!.replace(/_bucket$/, ''),
    ),
  ),
]

describe('/metrics', () => {
  test('/metrics has every metric that the dashboard and the alerts use', async () => {
    const shown = await shownMetrics()
    const requested = new Set([...panelTexts, ...alerts.map(({ expr }) => expr)].flatMap(metricsIn))
    expect(requested.size).toBeGreaterThan(60)
    expect([...requested].filter((name) => !shown.has(name))).toEqual([])
  })

  test('/metrics, the dashboard and docs/observability.md have the same metrics', async () => {
    const ours = [...(await shownMetrics())].filter((name) => name.startsWith('lyceum_')).sort()
    const explained = [...read('docs/observability.md').matchAll(/^\| `(lyceum_\w+)`/gm)].map(
      (row) => row[1]!,
    )
    expect(explained.toSorted()).toEqual(ours)
    const drawn = new Set(panelTexts.flatMap(metricsIn))
    expect(ours.filter((name) => !drawn.has(name))).toEqual([])
  })

  test('/metrics has the backlog metrics, read less than 30 seconds ago', async () => {
    // The first scrape requests the balance, a later one shows it.
    await waitUntil(async () => ((await samples()).get('lyceum_relayer_balance_ether') ?? 0) > 0)
    const now = await samples()
    expect(now.get('lyceum_database_metrics_age_seconds')).toBeLessThan(30)
    expect(now.get('lyceum_relayer_daily_gas_remaining')).toBeGreaterThan(0)
    expect(now.get('lyceum_contests{state="live"}')).toBeGreaterThanOrEqual(0)
    expect(now.get('lyceum_jobs_oldest_seconds{queue="mail.send"}')).toBeGreaterThanOrEqual(0)
    expect(now.get('lyceum_database_pool_size')).toBe(16)
  })

  test('/metrics has no id, address or name of a user', async () => {
    const text = await metrics()
    for (const secret of [user.id, user.email, user.username]) expect(text).not.toContain(secret)
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}/)
  })
})

describe('alerts', () => {
  test('every alert has a severity, a summary and a runbook with all sections', () => {
    expect(alerts.length).toBeGreaterThan(25)
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length)
    for (const { alert, labels, annotations } of alerts) {
      expect(['page', 'ticket']).toContain(labels.severity)
      expect(annotations.summary.length).toBeGreaterThan(10)
      const page = read(annotations.runbook)
      expect(page).toStartWith(`# ${alert}\n`)
      for (const part of ['What it means', 'How to check', 'What to do', 'What not to do'])
        expect([alert, part, page.includes(`\n## ${part}\n`)]).toEqual([alert, part, true])
    }
  })

  test('alerts that match error codes match codes of the API document', () => {
    const known = read('docs/openapi.json')
    const codes = alerts.flatMap(({ expr }) =>
      [...expr.matchAll(/code=~"([^"]+)"/g)].flatMap((found) => found[1]!.split('|')),
    )
    expect(codes.length).toBeGreaterThan(3)
    expect(codes.filter((code) => !known.includes(code))).toEqual([])
  })

  test('every alert has its own runbook, and every runbook has an alert', () => {
    const named = alerts.map(({ annotations }) => annotations.runbook).sort()
    const there = readdirSync(join(ROOT, 'docs/runbooks')).map((file) => `docs/runbooks/${file}`)
    expect(there.sort()).toEqual(named)
  })

  test('every alert has a case in which it fires', () => {
    const { tests } = parse(read('ops/prometheus/alerts.test.yaml')) as {
      tests: { alert_rule_test: { alertname: string; exp_alerts: object[] }[] }[]
    }
    const cases = tests.flatMap((group) => group.alert_rule_test)
    const firing = cases.filter(({ exp_alerts }) => exp_alerts.length > 0).map(({ alertname }) => alertname)
    expect(alerts.map(({ alert }) => alert).filter((name) => !firing.includes(name))).toEqual([])
  })

  test('every runbook names only metrics, endpoints, queues and runbooks that exist', async () => {
    const shown = await shownMetrics()
    const paths = Object.keys(JSON.parse(read('docs/openapi.json')).paths)
    const jobs = await queueNames()
    for (const file of readdirSync(join(ROOT, 'docs/runbooks'))) {
      const page = read(`docs/runbooks/${file}`)
      expect([file, metricsIn(page).filter((name) => !shown.has(name))]).toEqual([file, []])
      const requested = [...page.matchAll(/(?:GET|POST) (\/api[^`?\s]*)/g)].map((found) => found[1]!)
      expect([file, requested.filter((path) => !paths.includes(path))]).toEqual([file, []])
      const queues = [...page.matchAll(/queues? `([\w.]+)`/g)].map((found) => found[1]!)
      expect([file, queues.filter((name) => !jobs.includes(name))]).toEqual([file, []])
      for (const [, target] of page.matchAll(/\]\(([\w-]+\.md)\)/g)) read(`docs/runbooks/${target}`)
    }
  })

  test('every query in a runbook is valid for the schema', async () => {
    const queries = readdirSync(join(ROOT, 'docs/runbooks')).flatMap((file) =>
      [...read(`docs/runbooks/${file}`).matchAll(/`(select [^`]+)`/g)].map((found) => found[1]!),
    )
    expect(queries.length).toBeGreaterThan(8)
    for (const text of queries) {
      const query = text.replace(/'<[^>]+>'/g, 'null')
      const problem = await service.test.database
        .transaction(({ raw }) => raw(`explain ${query}`))
        .then(
          () => undefined,
          (error) => String(error),
        )
      expect([query, problem]).toEqual([query, undefined])
    }
  })
})

async function queueNames(): Promise<string[]> {
  const rows = await service.test.database.query<{ name: string }>`select name from pgboss.queue`
  return rows.map(({ name }) => name)
}

describe('counters', () => {
  test('counters count a completed lesson, its rewards, transfers and events once', async () => {
    const { body } = await service.call('GET /course?limit=100', { token: user.accessToken })
    const course = body.data.find((item: { isPremium: boolean }) => !item.isPremium)
    const allText = await service.call(`GET /course/${course.id}`, { token: user.accessToken })
    const [lesson] = allText.body.data.lessons
    const request = {
      token: user.accessToken,
      body: { timeSpentSeconds: 60 },
      headers: { 'idempotency-key': 'first' },
    }
    const rise = await risesOf(async () => {
      const first = await service.call(`POST /user-lessons/${lesson.id}/complete`, request)
      expect(first.status).toBe(200)
      await service.call(`POST /user-lessons/${lesson.id}/complete`, request)
      await service.call(`POST /user-lessons/${lesson.id}/complete`, { ...request, headers: {} })
    })
    expect(rise('lyceum_lesson_completions_total')).toBe(1)
    expect(rise('lyceum_events_total{event="progress.lesson_completed"}')).toBe(1)
    expect(rise('lyceum_rewards_paid_total{asset="XP"}')).toBe(lesson.xpReward)
    expect(rise('lyceum_ledger_transfers_total{reason="lesson completed"}')).toBe(1)
    expect(rise('lyceum_idempotent_replays_total')).toBe(1)
    expect(rise('lyceum_database_statements_total{pool="main"}')).toBeGreaterThan(5)
  })

  test('counters count sign-ins, wrong passwords and requests over a limit', async () => {
    const someone = await service.register()
    const login = (password: string) =>
      service.call('POST /auth/login', { body: { email: someone.email, password } })
    const rise = await risesOf(async () => {
      await login(someone.password)
      await login('wrong-horse-battery')
      await login('wrong-horse-battery')
      await login('wrong-horse-battery')
    })
    expect(rise('lyceum_sign_ins_total{method="password"}')).toBe(1)
    expect(rise('lyceum_refusals_total{code="INVALID_CREDENTIALS"}')).toBe(2)
    expect(rise('lyceum_refusals_total{code="RATE_LIMITED"}')).toBe(1)
    expect(rise('lyceum_rate_limited_total{limit="credentials-account"}')).toBe(1)
  })

  test('counters count a webhook event as new, as duplicate and as applied', async () => {
    const event = { ...REVENUECAT_EXAMPLE.event, id: crypto.randomUUID(), app_user_id: user.id }
    const body = { ...REVENUECAT_EXAMPLE, event }
    const headers = webhookCredentials('POST /webhooks/revenuecat', undefined)
    const applied = 'lyceum_webhook_events_processed_total{source="revenuecat",outcome="APPLIED"}'
    const before = (await samples()).get(applied) ?? 0
    const rise = await risesOf(async () => {
      for (let delivery = 0; delivery < 2; delivery++)
        expect((await service.call('POST /webhooks/revenuecat', { body, headers })).status).toBe(200)
      await waitUntil(async () => ((await samples()).get(applied) ?? 0) > before)
    })
    expect(rise('lyceum_webhook_events_received_total{source="revenuecat",outcome="new"}')).toBe(1)
    expect(rise('lyceum_webhook_events_received_total{source="revenuecat",outcome="duplicate"}')).toBe(1)
    expect(rise('lyceum_events_total{event="subscriptions.subscription_changed"}')).toBe(1)
  })

  test('counters do not count a registration that is rolled back', async () => {
    const rise = await risesOf(async () => {
      const taken = await service.call('POST /auth/register', {
        body: { email: user.email, username: 'another1', password: 'correct-horse-battery' },
      })
      expect(taken.status).toBe(409)
    })
    expect(rise('lyceum_events_total{event="accounts.user_registered"}')).toBe(0)
    expect(rise('lyceum_sign_ins_total{method="registration"}')).toBe(0)
    expect(rise('lyceum_refusals_total{code="EMAIL_TAKEN"}')).toBe(1)
  })
})
