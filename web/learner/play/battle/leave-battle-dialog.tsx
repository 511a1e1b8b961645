import { Button } from '../../../ui/components/button.tsx'
import { Dialog } from '../../../ui/components/dialog.tsx'
import { useScreenText } from '../../use-text.ts'

interface Given {
  isOpen: boolean
  hasStarted: boolean
  stakeAmount: number
  onStay: () => void
  onLeave: () => void
}

/** Says what leaving costs. */
export default function LeaveBattleDialog({ isOpen, hasStarted, stakeAmount, onStay, onLeave }: Given) {
  const { t } = useScreenText()
  const text = !hasStarted
    ? t('battle.leaveEarlyText')
    : stakeAmount > 0
      ? t('battle.leaveStakeText', { gems: t('reward.gems', { count: stakeAmount }) })
      : t('battle.leaveText')
  return (
    <Dialog role="alertdialog" isOpen={isOpen} onClose={onStay} title={t('battle.leaveTitle')}>
      <p className="mt-2.5 text-ink-2">{text}</p>
      <div className="mt-6 grid gap-3">
        <Button isWide autoFocus onClick={onStay}>
          {t('battle.stay')}
        </Button>
        <Button isWide variant="ghost" onClick={onLeave}>
          {t('battle.leaveAnyway')}
        </Button>
      </div>
    </Dialog>
  )
}
