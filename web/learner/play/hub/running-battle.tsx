import { Link } from '@tanstack/react-router'
import type { Api } from '../../../../packages/client/src/lyceum.ts'
import { Avatar } from '../../../ui/components/avatar.tsx'
import { buttonClass } from '../../../ui/components/button-class.ts'
import { useScreenText } from '../../use-text.ts'

/** The way back into a battle that the user has left. */
export function RunningBattle({
  match: { roomId, opponent },
}: {
  match: Api.ReceivedFrames['queue.matched']
}) {
  const { t } = useScreenText()
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-4 rounded-card border-2 border-gold bg-gold-soft p-4"
    >
      <Avatar name={opponent.username} url={opponent.avatarUrl} size={48} />
      <p className="min-w-0 flex-1 basis-40 font-bold [overflow-wrap:anywhere]">
        {t('play.running', { name: opponent.username })}
      </p>
      <Link
        to="/play/battle/$roomId"
        params={{ roomId }}
        search={{}}
        className={`${buttonClass({})} max-sm:w-full`}
      >
        {t('play.backToBattle')}
      </Link>
    </div>
  )
}
