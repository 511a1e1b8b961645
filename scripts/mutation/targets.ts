import type { Stage } from './mutation-worker.ts'

interface Mutated {
  /** The tests that should detect a mutant, the nearest and fastest first. */
  stages: Stage[]
  /** Only mutates these line ranges, both ends included. */
  lines?: [number, number][]
}

interface Target {
  files: Record<string, Mutated>
  /** Run by --thorough if all other stages pass. */
  slow: Stage[]
}

/** A stage with the named tests of a folder. */
const inFolder =
  (folder: string) =>
  (...names: string[]): Stage => ({ tests: names.map((name) => `${folder}/${name}.test.ts`) })
const by = (...stages: Stage[]): Mutated => ({ stages })
/** Files of a folder that have the same tests. */
const each = (folder: string, names: string[], ...stages: Stage[]): Record<string, Mutated> =>
  Object.fromEntries(names.map((name) => [`${folder}/${name}.ts`, { stages }]))

const LEDGER = 'src/modules/ledger'
const ledger = inFolder(LEDGER)
const posting = ledger('public/transfer', 'queries.pg', 'public/post-transfer.pg')
const audit = ledger('public/audit-ledger.pg')

const WALLET = 'src/modules/wallet'
const PIN = `${WALLET}/pin`
const wallet = inFolder(WALLET)
const ownPin = wallet('pin/pin', 'pin/pin-isolation.pg')
const guesses = wallet('pin/check-pin.pg')
const pinRoutes = wallet('pin-routes.pg')

const WEBHOOKS = 'src/modules/webhooks'
const QUEUE = `${WEBHOOKS}/queue`
const webhooks = inFolder(WEBHOOKS)
const processing = webhooks('queue/queries.pg', 'queue/process-events.pg')
const eventQueue = webhooks('queue/event-queue.pg')
const PROVIDERS = 'src/modules/payment-providers'
const providers = inFolder(PROVIDERS)('provider-contract.pg')

const RELAYER = 'src/platform/chain/relayer'
const relayer = inFolder(RELAYER)
const nonceTests = relayer('sending/assign-nonces.pg')
const rounds = relayer('relayer-loop.pg')

/** The files to mutate, and the tests that should detect the mutants. */
export const TARGETS: Record<string, Target> = {
  ledger: {
    files: {
      ...each(`${LEDGER}/public`, ['transfer', 'post-transfer', 'charge-gems', 'reward-user'], posting),
      ...each(`${LEDGER}/public`, ['revoke-xp', 'get-totals', 'list-balances'], posting),
      ...each(`${LEDGER}/public`, ['list-changed-users', 'list-escrows'], posting),
      [`${LEDGER}/public/audit-ledger.ts`]: by(audit),
      [`${LEDGER}/queries.ts`]: by(ledger('queries.pg'), ledger('routes.pg'), audit),
      [`${LEDGER}/audit-queries.ts`]: by(audit),
      'migrations/0003_ledger.sql': by(posting, audit),
    },
    slow: [ledger('post-transfer-concurrency.pg', 'ledger-model.pg')],
  },
  pin: {
    files: {
      [`${PIN}/pin.ts`]: by(ownPin),
      ...each(PIN, ['pin-hash', 'check-pin', 'queries'], ownPin, guesses),
      ...each(PIN, ['reset-pin', 'set-pin'], ownPin, guesses, pinRoutes),
      ...each(`${WALLET}/public`, ['pin-token', 'require-pin'], ownPin, guesses),
      [`${WALLET}/public/require-off-ramp-unblocked.ts`]: by(guesses),
      [`${WALLET}/public/pin-attempt-limit.ts`]: by(wallet('public/pin-attempt-limit')),
      [`${WALLET}/pin-routes.ts`]: by(pinRoutes),
    },
    slow: [wallet('pin/check-pin.pg', 'pin-routes.pg')],
  },
  webhooks: {
    files: {
      [`${WEBHOOKS}/contracts/verify-signature.ts`]: by(webhooks('contracts/verify-signature')),
      [`${WEBHOOKS}/contracts/contract-source.ts`]: by(webhooks('contracts/contract-events.pg')),
      [`${WEBHOOKS}/revenuecat-source.ts`]: by(webhooks('revenuecat-source.pg')),
      'src/modules/subscriptions/public/verify-webhook-key.ts': by(webhooks('revenuecat-source.pg')),
      [`${PROVIDERS}/webhook-signature.ts`]: by(providers),
      [`${PROVIDERS}/fonbnk.ts`]: { stages: [providers], lines: [[142, 164]] },
      [`${PROVIDERS}/yellow-card.ts`]: { stages: [providers], lines: [[117, 125]] },
      [`${PROVIDERS}/sandbox/sandbox-provider.ts`]: {
        stages: [providers],
        lines: [
          [20, 20],
          [88, 98],
        ],
      },
      [`${QUEUE}/event-batcher.ts`]: by(processing, eventQueue),
      [`${QUEUE}/event-queue.ts`]: by(eventQueue),
      ...each(QUEUE, ['process-events', 'queries', 'retry-unmatched-events'], processing),
      ...each(WEBHOOKS, ['public/list-dead-events', 'public/replay-event', 'personal-data'], eventQueue),
    },
    slow: [
      webhooks('queue/concurrent-delivery.pg'),
      webhooks('contracts/contract-events.pg', 'revenuecat-source.pg'),
    ],
  },
  relayer: {
    files: {
      'src/platform/chain/fees.ts': by(relayer('../fees')),
      [`${RELAYER}/sending/broadcast.ts`]: by(relayer('sending/broadcast'), rounds),
      [`${RELAYER}/relayer-deps.ts`]: by(relayer('sending/broadcast')),
      [`${RELAYER}/outcomes/is-canonical.ts`]: by(relayer('outcomes/find-outcomes', 'outcomes/find-by-log')),
      [`${RELAYER}/outcomes/find-outcomes.ts`]: by(relayer('outcomes/find-outcomes')),
      [`${RELAYER}/outcomes/find-by-log.ts`]: by(relayer('outcomes/find-by-log', 'outcomes/find-outcomes')),
      [`${RELAYER}/sending/simulate.ts`]: by(relayer('sending/simulate')),
      [`${RELAYER}/outcomes/interpret-receipt.ts`]: by(
        relayer('outcomes/interpret-receipt', 'outcomes/find-outcomes'),
      ),
      ...each(RELAYER, ['sending/sign-attempt', 'transaction', 'sending/assign-nonces'], nonceTests),
      [`${RELAYER}/enqueue-transaction.ts`]: by(nonceTests, rounds),
      [`${RELAYER}/sending/replace-stuck-transactions.ts`]: by(
        relayer('sending/replace-stuck-transactions.pg'),
      ),
      [`${RELAYER}/outcomes/record-outcomes.ts`]: by(relayer('outcomes/record-outcomes.pg')),
      [`${RELAYER}/queries.ts`]: by(
        relayer('queries.pg'),
        relayer('sending/assign-nonces.pg', 'sending/replace-stuck-transactions.pg'),
      ),
      ...each(RELAYER, ['find-transactions', 'list-transaction-statuses'], relayer('queries.pg')),
      [`${RELAYER}/relayer.ts`]: by(rounds),
      [`${RELAYER}/retention.ts`]: by(relayer('relayer.pg')),
      [`${RELAYER}/metrics.ts`]: by(relayer('metrics.pg')),
      [`${RELAYER}/relayer-balance.ts`]: by(relayer('metrics.pg')),
      [`${RELAYER}/start-relayer.ts`]: by(relayer('start-relayer.pg')),
    },
    slow: [relayer('relayer.pg'), relayer('relayer-crash.pg', 'faulty-node.pg')],
  },
}
