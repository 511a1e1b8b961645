import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Panel } from '../panel/panel.tsx'
import { CopyText, Properties } from '../panel/properties.tsx'
import { Moment } from '../panel/time.tsx'
import { useText } from '../use-text.ts'
import { ChainTag } from './chain-tag.tsx'

interface Given {
  transaction: Api.AdminChainTransaction | undefined
  onClose: () => void
}

/** A transaction with its gas, its attempts and its last error. */
export function TransactionPanel({ transaction, onClose }: Given) {
  const { t, number } = useText()
  const count = (value: number | null) => (value === null ? null : number(value))
  return (
    <Panel isOpen={transaction !== undefined} onClose={onClose} title={transaction?.functionName ?? ''}>
      {transaction && (
        <>
          <div>
            <ChainTag status={transaction.status} />
          </div>
          {transaction.lastError && (
            <p dir="auto" className="break-words rounded-control bg-bad-soft p-3.5 font-semibold text-bad">
              {transaction.lastError}
            </p>
          )}
          <Properties
            properties={[
              [t('orders.type'), transaction.kind],
              [t('chain.contract'), transaction.contract],
              [t('ledger.reference'), <CopyText key="reference" text={transaction.reference} />],
              [
                t('orders.hash'),
                transaction.transactionHash && <CopyText key="hash" text={transaction.transactionHash} />,
              ],
              [t('chain.block'), count(transaction.blockNumber)],
              [t('chain.nonce'), count(transaction.nonce)],
              [t('chain.gasLimit'), count(transaction.gasLimit)],
              [t('chain.gasUsed'), count(transaction.gasUsed)],
              [t('chain.fee'), transaction.maxFeeGwei === null ? null : `${transaction.maxFeeGwei} gwei`],
              [t('events.attempts'), number(transaction.attempts)],
              [t('chain.simulations'), number(transaction.simulationAttempts)],
              [t('orders.created'), <Moment key="created" at={transaction.createdAt} />],
              [
                t('chain.settled'),
                transaction.settledAt && <Moment key="settled" at={transaction.settledAt} />,
              ],
            ]}
          />
        </>
      )}
    </Panel>
  )
}
