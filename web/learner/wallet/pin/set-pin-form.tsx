import { type FormEvent, useState } from 'react'
import { useSubmit } from '../../../ui/api/use-submit.ts'
import { Button } from '../../../ui/components/button.tsx'
import { FormError } from '../../../ui/components/form-error.tsx'
import { callOnce } from '../../call-once.ts'
import { useScreenText } from '../../use-text.ts'
import { PinField } from './pin-field.tsx'
import { usePinFaults } from './use-pin-faults.ts'

interface Given {
  onSaved: () => void
  onForgotten: () => void
}

/** Sets the first PIN. The service says whether there is one already; then the form asks for it as well. */
export function SetPinForm({ onSaved, onForgotten }: Given) {
  const { t } = useScreenText()
  const [pin, setPin] = useState('')
  const [currentPin, setCurrentPin] = useState('')
  const [isChange, setChange] = useState(false)
  const submit = useSubmit({ WEAK_PIN: 'pin', PIN_ALREADY_SET: 'currentPin' })
  const faults = usePinFaults(submit)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const body = isChange ? { pin, currentPin } : { pin }
    const isSaved = await submit.run(() =>
      callOnce('POST /auth/set-wallet-pin', { body }).catch((fault: { code?: string }) => {
        if (fault.code === 'PIN_ALREADY_SET') setChange(true)
        throw fault
      }),
    )
    if (isSaved) onSaved()
  }
  return (
    <form onSubmit={(event) => void save(event)} className="grid grid-cols-1 gap-4.5">
      <p className="text-ink-2">{t('pin.text')}</p>
      {isChange && (
        <PinField
          label={t('pin.current')}
          hint={t('pin.alreadySet')}
          autoFocus
          value={currentPin}
          onChange={setCurrentPin}
          error={faults.pin}
        />
      )}
      <PinField
        label={t('pin.new')}
        hint={t('pin.hint')}
        autoFocus
        value={pin}
        onChange={setPin}
        error={submit.errorOf('pin')}
      />
      <FormError text={faults.form} />
      <Button type="submit" size="large" isWide isPending={submit.isPending}>
        {isChange ? t('pin.change') : t('pin.set')}
      </Button>
      <Button variant="ghost" onClick={onForgotten}>
        {t('pin.forgot')}
      </Button>
    </form>
  )
}
