import { MonitorSmartphone, WifiOff } from 'lucide-react'
import { Button } from '../../../ui/components/button.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { useScreenText } from '../../use-text.ts'
import type { Battle } from './use-battle.ts'

/** Lost connections: of this player, of the opponent, or taken over by another page. */
export function BattleNotices({ battle, opponentName }: { battle: Battle; opponentName: string }) {
  const { t } = useScreenText()
  const { connection, state, clock, playHere } = battle
  return (
    <div role="status" className="mx-auto w-full max-w-3xl px-5">
      {state.isElsewhere || connection === 'closed' ? (
        <div className="mt-3 flex flex-wrap items-center gap-3 rounded-card bg-ink p-4 font-semibold text-bg">
          <MonitorSmartphone size={20} aria-hidden="true" />
          <span className="flex-1">{t('battle.elsewhere')}</span>
          <Button variant="hero" size="small" className="min-h-11" onClick={playHere}>
            {t('battle.playHere')}
          </Button>
        </div>
      ) : connection === 'waiting' ? (
        <Note>{t('battle.reconnecting')}</Note>
      ) : state.opponentAwayUntil !== undefined ? (
        <OpponentAway clock={clock} until={state.opponentAwayUntil} name={opponentName} />
      ) : null}
    </div>
  )
}

function OpponentAway({ clock, until, name }: { clock: { now(): number }; until: number; name: string }) {
  const { t } = useScreenText()
  const now = useNow(clock, 500)
  const count = Math.max(0, Math.ceil((until - now) / 1000))
  return <Note>{t('battle.opponentAway', { name, count })}</Note>
}

function Note({ children }: { children: string }) {
  return (
    <p className="mt-3 flex items-center gap-3 rounded-card bg-gold-soft px-4 py-3 font-semibold text-gold-text">
      <WifiOff size={20} className="flex-none" aria-hidden="true" />
      {children}
    </p>
  )
}
