import { Scale } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useUser } from '../../ui/session/session-store.ts'
import { ConsoleLink } from '../frame/console-link.tsx'
import { mayOpen } from '../frame/sections.ts'
import { Panel } from '../panel/panel.tsx'
import { CopyText, Properties } from '../panel/properties.tsx'
import { Tag } from '../panel/tag.tsx'
import { Moment } from '../panel/time.tsx'
import { LEDGER_PATH, userPath } from '../paths.ts'
import { useScreenText } from '../use-text.ts'
import { BattleTag } from './battle-tag.tsx'

const LINK = 'inline-flex min-h-11 items-center gap-2 font-bold text-primary underline underline-offset-3'
const RESULT_TONES = { WIN: 'good', LOSS: 'plain', DRAW: 'primary' } as const

/** A battle with its players, what each got, and the transfers of the stakes. */
export function BattlePanel({
  battle,
  onClose,
}: {
  battle: Api.AdminBattle | undefined
  onClose: () => void
}) {
  const { t, number } = useScreenText()
  return (
    <Panel
      isOpen={battle !== undefined}
      onClose={onClose}
      title={battle ? t(`battles.kind.${battle.kind}`) : ''}
    >
      {battle && (
        <>
          <div>
            <BattleTag status={battle.status} />
          </div>
          <ul aria-label={t('battles.players')} className="grid gap-2.5">
            {battle.players.map((player) => (
              <Player key={player.userId} battle={battle} player={player} />
            ))}
            {battle.botDifficulty && (
              <li className="flex items-center justify-between gap-3 rounded-card border border-line bg-surface px-4 py-2.5">
                <span className="font-bold">{t(`battles.bot.${battle.botDifficulty}`)}</span>
                {battle.botScore !== null && (
                  <span className="tabular-nums">
                    {t('battles.points', { points: number(battle.botScore) })}
                  </span>
                )}
              </li>
            )}
          </ul>
          <Properties
            properties={[
              [t('battles.stake'), `${number(battle.stakeAmount)} ${t('asset.GEM')}`],
              [t('battles.created'), <Moment key="created" at={battle.createdAt} />],
              [t('battles.ended'), battle.endedAt && <Moment key="ended" at={battle.endedAt} />],
              [t('orders.id'), <CopyText key="id" text={battle.id} />],
            ]}
          />
        </>
      )}
    </Panel>
  )
}

function Player({ battle, player }: { battle: Api.AdminBattle; player: Api.AdminBattle['players'][number] }) {
  const { t, number, locale } = useScreenText()
  const { role } = useUser()
  const signed = (amount: number) =>
    new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' }).format(amount)
  const earned = [
    player.score !== null && t('battles.points', { points: number(player.score) }),
    player.gemsDelta !== null && `${signed(player.gemsDelta)} ${t('asset.GEM')}`,
    player.xpEarned !== null && `${signed(player.xpEarned)} ${t('asset.XP')}`,
  ].filter((part) => part !== false)
  return (
    <li className="rounded-card border border-line bg-surface px-4 py-2">
      <div className="flex items-center justify-between gap-3">
        {player.username === null ? (
          <span className="inline-flex min-h-11 items-center text-ink-2">{t('battles.deleted')}</span>
        ) : (
          <ConsoleLink to={userPath(player.userId)} className={LINK}>
            <bdi className="break-all">{player.username}</bdi>
          </ConsoleLink>
        )}
        {player.result && (
          <Tag tone={RESULT_TONES[player.result]}>{t(`battles.result.${player.result}`)}</Tag>
        )}
      </div>
      {earned.length > 0 && (
        <p className="text-sm text-ink-2 tabular-nums">
          {earned.map((part) => (
            <bdi key={part} className="me-3 inline-block">
              {part}
            </bdi>
          ))}
        </p>
      )}
      {battle.stakeAmount > 0 && mayOpen(role, LEDGER_PATH) && (
        <ConsoleLink
          to={LEDGER_PATH}
          search={{ account: player.escrowAccount }}
          className={`${LINK} text-sm`}
        >
          <Scale size={17} aria-hidden="true" />
          {t('battles.stakeTransfers')}
        </ConsoleLink>
      )}
    </li>
  )
}
