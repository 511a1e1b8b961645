import { useState } from 'react'
import { Button } from '../../../ui/components/button.tsx'
import { useScreenText } from '../../use-text.ts'
import { PinField } from '../pin/pin-field.tsx'
import { PinSheet, type PinTask } from '../pin/pin-sheet.tsx'

interface Given {
  pin: string
  onChange: (pin: string) => void
  error: string | undefined
}

/** The wallet PIN, with the ways to set one and to replace a forgotten one. */
export function ConfirmWithPin({ pin, onChange, error }: Given) {
  const { t } = useScreenText()
  const [task, setTask] = useState<PinTask>()
  return (
    <div>
      <PinField label={t('pin.title')} value={pin} onChange={onChange} error={error} />
      <div className="mt-1 flex flex-wrap gap-x-2">
        <Button variant="ghost" size="small" className="-ms-4 min-h-11" onClick={() => setTask('set')}>
          {t('pin.none')}
        </Button>
        <Button variant="ghost" size="small" className="min-h-11" onClick={() => setTask('reset')}>
          {t('pin.forgot')}
        </Button>
      </div>
      {task && <PinSheet task={task} onClose={() => setTask(undefined)} />}
    </div>
  )
}
