import type { Api } from '../../../../packages/client/src/lyceum.ts'
import { Avatar } from '../../../ui/components/avatar.tsx'
import { SlideTitle } from '../../../ui/player/slides/slide-title.tsx'
import { useUser } from '../../../ui/session/session-store.ts'
import { useNow } from '../../../ui/use-now.ts'
import { useScreenText } from '../../use-text.ts'

interface Given {
  clock: { now(): number }
  startsAt: number | undefined
  opponent: Api.BattleOpponent
}

/** Both players face each other. With `startsAt`, the seconds until the first question. */
export function CountdownView({ clock, startsAt, opponent }: Given) {
  const { t, number } = useScreenText()
  const user = useUser()
  const now = useNow(clock, 100)
  const seconds = startsAt === undefined ? undefined : Math.max(1, Math.ceil((startsAt - now) / 1000))
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-8 py-10 text-center">
      <SlideTitle>{startsAt === undefined ? t('battle.gettingReady') : t('battle.startsNow')}</SlideTitle>
      <div className="grid w-full max-w-lg grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-start gap-4">
        <Face name={user.username} url={user.profileImageUrl} ring="ring-primary" />
        <span className="mt-6 text-[44px] leading-none font-extrabold text-ink-3" aria-hidden="true">
          {t('battle.versus')}
        </span>
        <Face
          name={opponent.username}
          url={opponent.avatarUrl}
          ring="ring-gold"
          note={t('battle.rated', { rating: number(opponent.rating) })}
        />
      </div>
      <p
        role="timer"
        className="grid h-28 place-items-center text-[88px] leading-none font-extrabold text-primary tabular-nums"
      >
        {seconds !== undefined && (
          <span key={seconds} className="animate-pop">
            {number(seconds)}
          </span>
        )}
      </p>
    </div>
  )
}

function Face({ name, url, ring, note }: { name: string; url: string | null; ring: string; note?: string }) {
  return (
    <div className="flex min-w-0 animate-pop flex-col items-center gap-3">
      <span className={`rounded-full ring-4 ring-offset-4 ring-offset-bg ${ring}`}>
        <Avatar name={name} url={url} size={92} />
      </span>
      <span className="max-w-full truncate text-lg font-extrabold">{name}</span>
      {note && <span className="-mt-2 text-sm text-ink-2">{note}</span>}
    </div>
  )
}
