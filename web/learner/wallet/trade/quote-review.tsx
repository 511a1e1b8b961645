import type { FormEvent, ReactNode } from 'react'
import type { Submit } from '../../../ui/api/use-submit.ts'
import { Button } from '../../../ui/components/button.tsx'
import { Card } from '../../../ui/components/card.tsx'
import { FormError } from '../../../ui/components/form-error.tsx'
import { useScreenText } from '../../use-text.ts'
import { type Detail, DetailList } from '../detail-list.tsx'

interface Given {
  details: Detail[]
  expiresAt: string
  /** The first quote has expired, and this is a new one. */
  isRenewed: boolean
  submit: Pick<Submit, 'isPending'> & { error: string | undefined }
  action: string
  onConfirm: () => void
  onEdit: () => void
  children?: ReactNode
}

/** The price with its fee, to be confirmed or changed. */
export function QuoteReview({
  details,
  expiresAt,
  isRenewed,
  submit,
  action,
  onConfirm,
  onEdit,
  children,
}: Given) {
  const { t, date } = useScreenText()
  const confirm = (event: FormEvent) => {
    event.preventDefault()
    if (!submit.isPending) onConfirm()
  }
  return (
    <form onSubmit={confirm} className="grid grid-cols-1 gap-4.5">
      {isRenewed && (
        <p role="status" className="rounded-control bg-gold-soft p-3.5 font-semibold text-gold-text">
          {t('trade.renewed')}
        </p>
      )}
      <Card>
        <DetailList details={details} />
        <p className="mt-2 text-sm text-ink-2">
          {t('trade.validUntil', { time: date(new Date(expiresAt), { timeStyle: 'short' }) })}
        </p>
      </Card>
      {children}
      <FormError text={submit.error} />
      <Button type="submit" size="large" isWide isPending={submit.isPending}>
        {action}
      </Button>
      <Button variant="ghost" onClick={onEdit}>
        {t('trade.edit')}
      </Button>
    </form>
  )
}
