import { useState } from 'react'
import { Button } from '../../ui/components/button.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { useScreenText } from '../use-text.ts'

interface Given {
  /** How many badges the service would mint at once. */
  count: number
  name: string
  isPending: boolean
  onConfirm: (count: number) => void
}

/** Many mints cannot be undone, so the name of the badge is typed. */
export function MintConfirmation({ count, name, isPending, onConfirm }: Given) {
  const { t } = useScreenText()
  const [typed, setTyped] = useState('')
  const isConfirmed = typed.trim() === name
  return (
    <div role="alert" className="grid gap-3 rounded-control bg-bad-soft p-4">
      <p className="font-semibold text-bad">{t('badges.mints', { count })}</p>
      <TextField
        label={t('action.typeName', { name })}
        value={typed}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button
        variant="bad"
        className="justify-self-end"
        isPending={isPending}
        aria-disabled={!isConfirmed}
        onClick={() => isConfirmed && !isPending && onConfirm(count)}
      >
        {t('badges.confirmMints', { count })}
      </Button>
    </div>
  )
}
