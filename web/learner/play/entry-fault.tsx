import { Link } from '@tanstack/react-router'
import { faultText } from '../../ui/api/describe-fault.ts'
import { FormError } from '../../ui/components/form-error.tsx'
import { useScreenText } from '../use-text.ts'
import { runningRoomOf } from './use-enter-battle.ts'

/** Why a battle could not be entered, with a link to the battle that prevents it. */
export function EntryFault({ fault }: { fault: unknown }) {
  const { t } = useScreenText()
  const roomId = runningRoomOf(fault)
  return (
    <>
      <FormError text={fault ? faultText(fault, t) : undefined} />
      {roomId && (
        <Link
          to="/play/battle/$roomId"
          params={{ roomId }}
          className="inline-flex min-h-11 items-center font-bold text-primary underline underline-offset-3"
        >
          {t('play.openBattle')}
        </Link>
      )}
    </>
  )
}
