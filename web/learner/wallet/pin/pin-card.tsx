import { useState } from 'react'
import { Button } from '../../../ui/components/button.tsx'
import { SettingCard } from '../../settings/setting-card.tsx'
import { useScreenText } from '../../use-text.ts'
import { PinSheet, type PinTask } from './pin-sheet.tsx'

export function PinCard() {
  const { t } = useScreenText()
  const [task, setTask] = useState<PinTask>()
  return (
    <SettingCard title={t('pin.title')} text={t('pin.text')}>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => setTask('set')}>
          {t('pin.setTitle')}
        </Button>
        <Button variant="ghost" onClick={() => setTask('reset')}>
          {t('pin.forgot')}
        </Button>
      </div>
      {task && <PinSheet task={task} onClose={() => setTask(undefined)} />}
    </SettingCard>
  )
}
