import { Check, X } from 'lucide-react'
import { Card } from '../../../ui/components/card.tsx'
import { useScreenText } from '../../use-text.ts'
import type { Order } from '../payment-types.ts'
import { isClosed, type OrderStep, orderSteps, phaseOf, toneOf } from './order-progress.ts'

/** The way of an order in plain words. The current step is announced to screen readers when it changes. */
export function OrderSteps({ order }: { order: Order }) {
  const { t } = useScreenText()
  const isOver = isClosed(order)
  return (
    <Card as="section" aria-labelledby="steps">
      <h2 id="steps" className="text-[18px]">
        {t('order.steps')}
      </h2>
      <ol className="mt-4 grid gap-4">
        {orderSteps(order).map((step) => (
          <Step key={`${step.status} ${step.at}`} step={step} type={order.type} isOver={isOver} />
        ))}
      </ol>
    </Card>
  )
}

function Step({ step, type, isOver }: { step: OrderStep; type: Order['type']; isOver: boolean }) {
  const { t, date } = useScreenText()
  const { status, at, isCurrent } = step
  const isRunning = isCurrent && !isOver
  return (
    <li className="flex items-start gap-3" aria-current={isCurrent ? 'step' : undefined}>
      {isRunning ? (
        <span
          aria-hidden="true"
          className="size-7 flex-none animate-spin rounded-full border-4 border-gold border-e-transparent"
        />
      ) : at ? (
        <StepMark isGood={toneOf(status) !== 'plain'} />
      ) : (
        <span
          aria-hidden="true"
          className="size-7 flex-none rounded-full border-2 border-line border-dashed"
        />
      )}
      <span className={at ? 'font-bold' : 'text-ink-2'}>
        {t(`orderStep.${phaseOf(type, status)}`)}
        {at && (
          <time dateTime={at} className="block text-sm font-normal text-ink-2">
            {date(new Date(at), { dateStyle: 'medium', timeStyle: 'short' })}
          </time>
        )}
      </span>
    </li>
  )
}

function StepMark({ isGood }: { isGood: boolean }) {
  const Icon = isGood ? Check : X
  return (
    <span
      className={`grid size-7 flex-none place-items-center rounded-full ${isGood ? 'bg-good text-on-good' : 'bg-sunken text-ink-2'}`}
    >
      <Icon size={17} strokeWidth={3.5} aria-hidden="true" />
    </span>
  )
}
