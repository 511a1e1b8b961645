import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { Api } from '../../../../packages/client/src/lyceum.ts'
import { GemIcon } from '../../../ui/brand/currency-icons.tsx'
import { Avatar } from '../../../ui/components/avatar.tsx'
import { Button } from '../../../ui/components/button.tsx'
import { ErrorState } from '../../../ui/components/error-state.tsx'
import { Skeleton } from '../../../ui/components/skeleton.tsx'
import { useScreenText } from '../../use-text.ts'
import { useBattles } from './battle-lists.ts'

const SHOWN = 5
const LOOKS = { WIN: 'text-good', LOSS: 'text-bad', DRAW: 'text-ink-2' }

export function BattleHistory() {
  const { t } = useScreenText()
  const { data, error, refetch } = useBattles()
  const [isAll, setAll] = useState(false)
  const battles = data?.data ?? []
  return (
    <section aria-labelledby="history" className="min-w-0">
      <h2 id="history" className="mb-3 text-[20px]">
        {t('play.history')}
      </h2>
      {error && !data ? (
        <ErrorState fault={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton className="h-40" />
      ) : battles.length === 0 ? (
        <p className="rounded-card border border-line border-dashed p-5 text-ink-2">{t('play.noHistory')}</p>
      ) : (
        <ul className="overflow-hidden rounded-card border border-line bg-surface shadow-card">
          {battles.slice(0, isAll ? undefined : SHOWN).map((battle) => (
            <BattleRow key={battle.roomId} battle={battle} />
          ))}
        </ul>
      )}
      {!isAll && battles.length > SHOWN && (
        <Button variant="ghost" isWide className="mt-2" onClick={() => setAll(true)}>
          {t('play.showAll', { count: battles.length })}
        </Button>
      )}
    </section>
  )
}

function BattleRow({ battle }: { battle: Api.Battle }) {
  const { t, number, date } = useScreenText()
  const { roomId, opponent, result, scores, gemsDelta, endedAt } = battle
  const outcome = result ?? 'DRAW'
  return (
    <li className="border-line not-first:border-t">
      <Link
        to="/play/battle/$roomId"
        params={{ roomId }}
        search={{}}
        className="flex min-h-16 items-center gap-3 px-4 py-3 hover:bg-sunken focus-visible:-outline-offset-3"
      >
        <Avatar name={opponent?.username ?? '?'} url={opponent?.avatarUrl ?? null} size={40} />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-bold">{opponent?.username}</span>
          <span className="block text-sm text-ink-2">
            <span className={`font-bold ${LOOKS[outcome]}`}>{t(`result.${outcome}`)}</span>
            {endedAt && ` · ${date(new Date(endedAt), { day: 'numeric', month: 'short' })}`}
          </span>
        </span>
        <span className="flex-none text-end">
          {scores && (
            <span dir="ltr" className="block font-bold tabular-nums">
              {number(scores.you)} : {number(scores.opponent)}
            </span>
          )}
          {gemsDelta ? (
            <span className="flex items-center justify-end gap-1 text-sm font-bold text-gem">
              <GemIcon size={13} />
              {gemsDelta > 0 ? `+${number(gemsDelta)}` : `−${number(-gemsDelta)}`}
            </span>
          ) : null}
        </span>
        <ChevronRight size={20} className="flex-none text-ink-3 rtl:rotate-180" aria-hidden="true" />
      </Link>
    </li>
  )
}
