import { join } from 'node:path'
import { isTestFile, readSources, type Sources } from './check-architecture.ts'
import { reportFindings } from './report-findings.ts'

/**
 * The files of `src/` that read the wall clock, with `now` and `nowMs` of `platform/clock.ts`, by the reason. All other
 * code gets the time from its request, its job run, its event or its `clock` argument. Durations and deadlines use
 * `performance.now()` or `monotonicMs`, which every file may call.
 */
export const CLOCK_READERS: ReadonlyMap<string, readonly string[]> = new Map([
  [
    'the start of a request, a frame or a job run, which passes it on',
    [
      'platform/http/request-context.ts',
      'platform/http/pipeline.ts',
      'platform/http/plain-route.ts',
      'platform/websockets/websocket-server.ts',
      'platform/jobs/job-runner.ts',
    ],
  ],
  [
    'passes the clock to a loop or to work that waits',
    ['platform/chain/relayer/start-relayer.ts', 'app/wiring/payment-deps.ts'],
  ],
  [
    'a command or a step of the start, which is neither a request nor a job',
    [
      'app/service.ts',
      'app/backup/create-backup.ts',
      'app/upgrade/read-upgrade-state.ts',
      'app/backup/finish-restore.ts',
      'app/commands/admin.ts',
      'app/commands/jobs.ts',
      'app/commands/payments.ts',
      'app/demo/demo-progress.ts',
      'app/demo/demo-promotions.ts',
      'app/demo/demo-users.ts',
      'app/play/screen.ts',
      'app/wiring/content-pack.ts',
    ],
  ],
  [
    'a live battle, a live leaderboard or the queue, which run by timers',
    [
      'modules/battle-results/public/settlement-batcher.ts',
      'modules/battle-rooms/live-room.ts',
      'modules/battle-rooms/orphan-recovery.ts',
      'modules/battle-rooms/process-heartbeat.ts',
      'modules/battle-rooms/public/room-registry.ts',
      'modules/contests/live-leaderboard.ts',
      'modules/matchmaking/matchmaker.ts',
    ],
  ],
  [
    'the timestamp of an outgoing frame',
    ['platform/websockets/connection.ts', 'platform/websockets/connection-registry.ts'],
  ],
  [
    'the validity of keys and tokens, which are checked before a request has a context',
    [
      'modules/sessions/access-token.ts',
      'modules/sessions/revocation-list.ts',
      'modules/sessions/signing-keys.ts',
      'modules/sessions/signing-key-table.ts',
      'modules/certificates/credential/issuer-keys.ts',
    ],
  ],
  ['compares the wall clock with the monotonic one', ['platform/clock-steps.ts']],
  ['compares the wall clock with that of the database', ['platform/db/clock-skew.ts']],
  [
    'a timestamp or a waiting time in the protocol of another server',
    [
      'platform/llm/chat-completion.ts',
      'platform/llm/llm.ts',
      'platform/push/fcm.ts',
      'platform/push/google-access-token.ts',
      'platform/push/web-push.ts',
      'modules/payment-providers/fonbnk.ts',
      'modules/payment-providers/yellow-card.ts',
    ],
  ],
  [
    'a server of its own: the embedded chain and the sandbox of payments',
    [
      'platform/embedded/chain/engine.ts',
      'modules/payment-providers/sandbox/sandbox-server.ts',
      'modules/payment-providers/sandbox/webhook-sender.ts',
    ],
  ],
  [
    'the relayer sends the transaction from now on, whenever its request began',
    ['platform/chain/relayer/enqueue-transaction.ts'],
  ],
  [
    'the streak in a public profile, which many modules show and none decides by',
    ['app/wiring/list-public-profiles.ts'],
  ],
])

const WALL_CLOCK = /\bDate\.now\(|\bnew Date\(\s*\)|\bTemporal\.Now\b/
const CLOCK_IMPORT = /import \{([^}]*)\} from '[^']*\/clock\.ts'/g
const READS = /(?:^|,)\s*(?:now|nowMs)\b/

export function findClockViolations(
  sources: Sources,
  readersByReason: ReadonlyMap<string, readonly string[]> = CLOCK_READERS,
): string[] {
  const allowed = new Set([...readersByReason.values()].flat())
  const production = [...sources].filter(([path]) => !isTestFile(path))
  const readers = new Set(production.filter(([, text]) => readsClock(text)).map(([path]) => path))
  return [
    ...[...readers]
      .filter((path) => !allowed.has(path))
      .map(
        (path) =>
          `${path} reads the wall clock. Take \`now\` from the request, the job run or the event, or \`clock\` as an argument.`,
      ),
    ...production
      .filter(([path, text]) => path !== 'platform/clock.ts' && WALL_CLOCK.test(withoutComments(text)))
      .map(([path]) => `${path} reads the time of the system. Use platform/clock.ts, which tests can set.`),
    ...[...allowed]
      .filter((path) => !readers.has(path))
      .map(
        (path) => `scripts/check-clock.ts allows ${path}, which does not read the clock. Remove the line.`,
      ),
  ]
}

function readsClock(text: string): boolean {
  return [...text.matchAll(CLOCK_IMPORT)].some(([, names]) => READS.test(names!))
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g, '')
}

if (import.meta.main) {
  const violations = findClockViolations(readSources(join(import.meta.dir, '../src')))
  reportFindings(violations, 'Only the listed files read the clock.')
}
