import { useState } from 'react'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { showToast } from '../../../ui/components/toast.tsx'
import { useScreenText } from '../../use-text.ts'
import { ResetPinForm } from './reset-pin-form.tsx'
import { SetPinForm } from './set-pin-form.tsx'

export type PinTask = 'set' | 'reset'

/** Sets, changes or resets the wallet PIN. */
export function PinSheet({ task, onClose }: { task: PinTask; onClose: () => void }) {
  const { t } = useScreenText()
  const [current, setCurrent] = useState(task)
  const onSaved = () => {
    showToast(t('pin.saved'))
    onClose()
  }
  return (
    <Sheet isOpen title={current === 'set' ? t('pin.setTitle') : t('pin.resetTitle')} onClose={onClose}>
      {current === 'set' ? (
        <SetPinForm onSaved={onSaved} onForgotten={() => setCurrent('reset')} />
      ) : (
        <ResetPinForm onSaved={onSaved} onMissing={() => setCurrent('set')} />
      )}
    </Sheet>
  )
}
