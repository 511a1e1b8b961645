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
const titled = (stage: Stage, titles: string): Stage => ({ ...stage, titles })
const by = (...stages: Stage[]): Mutated => ({ stages })

const REWARDS = 'src/modules/rewards'
const rewards = inFolder(REWARDS)
const LEDGER = `${REWARDS}/ledger`
const ledger = inFolder(LEDGER)
const BALANCES = `${REWARDS}/balances`
const posting = ledger('transfer', 'ledger-queries.pg', 'post-transfer.pg')
const audit = rewards('audit/audit-ledger.pg')
const races = ledger('transfer-races.pg', 'ledger-model.pg')

const PIN = 'src/modules/wallet/pin'
const pin = inFolder(PIN)
const ownPin = pin('pin', 'own-pin.pg')
const guesses = titled(pin('check-pin.pg'), 'wrong PINs|a PIN token|first PINs|row of one user|after a reset')
const pinRoutes = titled(
  pin('routes.pg'),
  'setting the PIN|five wrong PINs|the reset by mail|without a token',
)

const INBOX = 'src/modules/webhooks/inbox'
const inbox = inFolder(INBOX)
const applying = inbox('queries.pg', 'apply-events.pg')
const webhookTests = titled(inbox('inbox.pg'), 'declared|burst|that fails|told about somebody')
const webhooks = inFolder('src/modules/webhooks')
const providers = titled(inFolder('src/modules/payments/providers')('providers.pg'), 'webhook')

const RELAYER = 'src/platform/chain/relayer'
const relayer = inFolder(RELAYER)
const nonceTests = relayer('sending/assign-nonces.pg')
const rounds = relayer('relayer-loop.pg')

/** The files to mutate, and the tests that should detect the mutants. */
export const TARGETS: Record<string, Target> = {
  ledger: {
    files: {
      [`${LEDGER}/transfer.ts`]: by(posting),
      [`${LEDGER}/post-transfer.ts`]: by(posting),
      [`${LEDGER}/post-transfers.ts`]: by(posting),
      [`${LEDGER}/charge-gems.ts`]: by(posting),
      [`${LEDGER}/reward-user.ts`]: by(posting),
      [`${LEDGER}/take-xp.ts`]: by(posting),
      [`${LEDGER}/count-transfer.ts`]: by(posting),
      [`${LEDGER}/get-totals.ts`]: by(posting),
      [`${LEDGER}/is-posted.ts`]: by(posting),
      [`${BALANCES}/list-moved-users.ts`]: by(posting),
      [`${BALANCES}/list-user-balances.ts`]: by(posting),
      [`${BALANCES}/sum-holdings.ts`]: by(posting),
      [`${REWARDS}/audit/audit-ledger.ts`]: by(audit),
      [`${LEDGER}/queries.ts`]: by(
        ledger('ledger-queries.pg'),
        titled(rewards('routes.pg'), 'own entries|pages without a gap'),
      ),
      [`${BALANCES}/queries.ts`]: by(ledger('ledger-queries.pg'), audit),
      [`${REWARDS}/audit/queries.ts`]: by(audit),
      'migrations/0003_rewards.sql': { stages: [posting, audit], lines: [[1, 98]] },
    },
    slow: [races],
  },
  pin: {
    files: {
      [`${PIN}/pin.ts`]: by(ownPin),
      [`${PIN}/pin-hash.ts`]: by(ownPin, guesses),
      [`${PIN}/check-pin.ts`]: by(ownPin, guesses),
      [`${PIN}/pin-token.ts`]: by(ownPin, guesses),
      [`${PIN}/queries.ts`]: by(ownPin, guesses),
      [`${PIN}/require-pin.ts`]: by(ownPin, guesses),
      [`${PIN}/require-off-ramp-open.ts`]: by(guesses),
      [`${PIN}/reset-pin.ts`]: by(ownPin, guesses, pinRoutes),
      [`${PIN}/set-pin.ts`]: by(ownPin, guesses, pinRoutes),
      [`${PIN}/routes.ts`]: by(pinRoutes),
    },
    slow: [pin('check-pin.pg', 'routes.pg')],
  },
  webhooks: {
    files: {
      'src/modules/webhooks/contracts/verify-signature.ts': by(webhooks('contracts/verify-signature')),
      'src/modules/webhooks/contracts/contract-source.ts': by(webhooks('contracts/contract-events.pg')),
      'src/modules/webhooks/revenuecat-source.ts': by(webhooks('revenuecat.pg')),
      'src/modules/subscriptions/public/verify-webhook-key.ts': by(webhooks('revenuecat.pg')),
      'src/modules/payment-providers/webhook-signature.ts': by(providers),
      'src/modules/payment-providers/fonbnk.ts': { stages: [providers], lines: [[141, 163]] },
      'src/modules/payment-providers/yellow-card.ts': { stages: [providers], lines: [[117, 125]] },
      'src/modules/payment-providers/sandbox/sandbox-provider.ts': {
        stages: [providers],
        lines: [
          [20, 20],
          [87, 98],
        ],
      },
      [`${INBOX}/event-store.ts`]: by(applying, webhookTests),
      [`${INBOX}/inbox.ts`]: by(webhookTests),
      [`${INBOX}/apply-events.ts`]: by(applying),
      [`${INBOX}/queries.ts`]: by(applying),
      [`${INBOX}/list-dead-events.ts`]: by(webhookTests),
      [`${INBOX}/personal-data.ts`]: by(webhookTests),
      [`${INBOX}/replay-event.ts`]: by(webhookTests),
      [`${INBOX}/take-up-waiting.ts`]: by(applying),
    },
    slow: [inbox('races.pg', 'inbox.pg'), webhooks('contracts/contract-events.pg', 'revenuecat.pg')],
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
      [`${RELAYER}/sending/sign-attempt.ts`]: by(nonceTests),
      [`${RELAYER}/transaction.ts`]: by(nonceTests),
      [`${RELAYER}/sending/assign-nonces.ts`]: by(nonceTests),
      [`${RELAYER}/enqueue-transaction.ts`]: by(nonceTests, rounds),
      [`${RELAYER}/sending/replace-stuck-transactions.ts`]: by(
        relayer('sending/replace-stuck-transactions.pg'),
      ),
      [`${RELAYER}/outcomes/record-outcomes.ts`]: by(relayer('outcomes/record-outcomes.pg')),
      [`${RELAYER}/queries.ts`]: by(
        relayer('queries.pg'),
        relayer('sending/assign-nonces.pg', 'sending/replace-stuck-transactions.pg'),
      ),
      [`${RELAYER}/find-transactions.ts`]: by(relayer('queries.pg')),
      [`${RELAYER}/list-transaction-statuses.ts`]: by(relayer('queries.pg')),
      [`${RELAYER}/relayer.ts`]: by(rounds),
      [`${RELAYER}/retention.ts`]: by(titled(relayer('relayer.pg'), 'signed bytes are forgotten')),
      [`${RELAYER}/metrics.ts`]: by(relayer('metrics.pg')),
      [`${RELAYER}/relayer-balance.ts`]: by(relayer('metrics.pg')),
      [`${RELAYER}/start-relayer.ts`]: by(relayer('start-relayer.pg')),
    },
    slow: [relayer('relayer.pg'), relayer('relayer-crash.pg', 'faulty-node.pg')],
  },
}
