interface Target {
  /** Each file with the test that stands nearest, which is asked first. */
  files: Record<string, string>
  /** Those that are asked when it has noticed nothing. */
  tests: string[]
}

/** What is broken on purpose, and who ought to notice. */
export const TARGETS: Record<string, Target> = {
  ledger: {
    files: {
      'src/modules/rewards/ledger/transfer.ts': 'src/modules/rewards/ledger/transfer.test.ts',
      'src/modules/rewards/ledger/post-transfer.ts': 'src/modules/rewards/ledger/post-transfer.pg.test.ts',
      'src/modules/rewards/ledger/charge-gems.ts': 'src/modules/rewards/ledger/post-transfer.pg.test.ts',
      'src/modules/rewards/ledger/reward-user.ts': 'src/modules/rewards/ledger/post-transfer.pg.test.ts',
      'src/modules/rewards/ledger/take-xp.ts': 'src/modules/rewards/ledger/post-transfer.pg.test.ts',
      'src/modules/rewards/audit/audit-ledger.ts': 'src/modules/rewards/audit/audit-ledger.pg.test.ts',
      'src/modules/rewards/audit/queries.ts': 'src/modules/rewards/audit/audit-ledger.pg.test.ts',
      'src/modules/rewards/ledger/queries.ts': 'src/modules/rewards/ledger/post-transfer.pg.test.ts',
      'migrations/0003_rewards.sql': 'src/modules/rewards/ledger/post-transfer.pg.test.ts',
    },
    tests: [
      'src/modules/rewards/ledger/post-transfer.pg.test.ts',
      'src/modules/rewards/audit/audit-ledger.pg.test.ts',
      'src/modules/rewards/ledger/ledger-model.pg.test.ts',
      'src/modules/rewards/ledger/transfer-races.pg.test.ts',
      'src/modules/rewards/routes.pg.test.ts',
    ],
  },
  pin: {
    files: {
      'src/modules/wallet/pin/pin.ts': 'src/modules/wallet/pin/pin.test.ts',
      'src/modules/wallet/pin/pin-hash.ts': 'src/modules/wallet/pin/pin.test.ts',
      'src/modules/wallet/pin/check-pin.ts': 'src/modules/wallet/pin/check-pin.pg.test.ts',
      'src/modules/wallet/pin/pin-token.ts': 'src/modules/wallet/pin/check-pin.pg.test.ts',
      'src/modules/wallet/pin/queries.ts': 'src/modules/wallet/pin/check-pin.pg.test.ts',
      'src/modules/wallet/pin/require-pin.ts': 'src/modules/wallet/pin/check-pin.pg.test.ts',
      'src/modules/wallet/pin/require-off-ramp-open.ts': 'src/modules/wallet/pin/routes.pg.test.ts',
      'src/modules/wallet/pin/reset-pin.ts': 'src/modules/wallet/pin/routes.pg.test.ts',
      'src/modules/wallet/pin/set-pin.ts': 'src/modules/wallet/pin/routes.pg.test.ts',
    },
    tests: ['src/modules/wallet/pin'],
  },
  webhooks: {
    files: {
      'src/modules/webhooks/contracts/verify-signature.ts':
        'src/modules/webhooks/contracts/verify-signature.test.ts',
      'src/modules/subscriptions/verify-key.ts': 'src/modules/webhooks/revenuecat.pg.test.ts',
      'src/modules/webhooks/inbox/event-store.ts': 'src/modules/webhooks/inbox/inbox.pg.test.ts',
    },
    tests: [
      'src/modules/webhooks/contracts/verify-signature.test.ts',
      'src/modules/webhooks/contracts/contract-events.pg.test.ts',
      'src/modules/webhooks/revenuecat.pg.test.ts',
      'src/modules/webhooks/inbox',
    ],
  },
  relayer: {
    files: {
      'src/platform/chain/relayer/sending/fees.ts': 'src/platform/chain/relayer/sending/fees.test.ts',
      'src/platform/chain/relayer/sending/sign-attempt.ts': 'src/platform/chain/relayer/relayer.pg.test.ts',
      'src/platform/chain/relayer/sending/broadcast.ts': 'src/platform/chain/relayer/relayer.pg.test.ts',
      'src/platform/chain/relayer/outcomes/judge-receipt.ts': 'src/platform/chain/relayer/relayer.pg.test.ts',
      'src/platform/chain/relayer/outcomes/find-outcomes.ts': 'src/platform/chain/relayer/relayer.pg.test.ts',
      'src/platform/chain/relayer/outcomes/record-outcomes.ts':
        'src/platform/chain/relayer/relayer.pg.test.ts',
      'src/platform/chain/relayer/sending/replace-stuck.ts': 'src/platform/chain/relayer/relayer.pg.test.ts',
      'src/platform/chain/relayer/sending/take-nonces.ts': 'src/platform/chain/relayer/relayer.pg.test.ts',
      'src/platform/chain/relayer/relayer.ts': 'src/platform/chain/relayer/relayer.pg.test.ts',
      'src/platform/chain/relayer/queries.ts': 'src/platform/chain/relayer/relayer.pg.test.ts',
    },
    tests: [
      'src/platform/chain/relayer/sending/fees.test.ts',
      'src/platform/chain/relayer/relayer.pg.test.ts',
      'src/platform/chain/relayer/lying-node.pg.test.ts',
    ],
  },
}
