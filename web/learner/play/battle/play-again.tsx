import { Link } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import type { Api } from '../../../../packages/client/src/lyceum.ts'
import { Button } from '../../../ui/components/button.tsx'
import { buttonClass } from '../../../ui/components/button-class.ts'
import { useScreenText } from '../../use-text.ts'
import type { Difficulty } from '../battle-search.ts'
import { EntryFault } from '../entry-fault.tsx'
import { useEnterBattle } from '../use-enter-battle.ts'
import type { Battle } from './use-battle.ts'

interface Given {
  battle: Battle
  opponent: Api.BattleOpponent
  stakeAmount: number
  difficulty: Difficulty | undefined
}

/** A rematch with a person, or another battle with a bot. */
export function PlayAgain({ battle, opponent, stakeAmount, difficulty }: Given) {
  return opponent.isBot ? (
    <BotAgain difficulty={difficulty ?? 'MEDIUM'} />
  ) : (
    <Rematch battle={battle} name={opponent.username} stakeAmount={stakeAmount} />
  )
}

function BotAgain({ difficulty }: { difficulty: Difficulty }) {
  const { t } = useScreenText()
  const { startBot, isPending, fault } = useEnterBattle()
  return (
    <>
      <Button
        size="large"
        isWide
        isPending={isPending}
        onClick={() => void startBot(difficulty)}
        icon={<RotateCcw size={20} aria-hidden="true" />}
      >
        {t('battle.again')}
      </Button>
      <EntryFault fault={fault} />
    </>
  )
}

function Rematch({ battle, name, stakeAmount }: { battle: Battle; name: string; stakeAmount: number }) {
  const { t } = useScreenText()
  const { rematch } = battle.state
  if (rematch === 'refused')
    return (
      <Link to="/play" className={buttonClass({ size: 'large', isWide: true })}>
        {t('battle.newBattle')}
      </Link>
    )
  const text =
    rematch === 'asked'
      ? t('battle.rematchAsked', { name })
      : stakeAmount > 0
        ? t('battle.rematchStake', { gems: t('reward.gems', { count: stakeAmount }) })
        : t('battle.rematch')
  return (
    <>
      <p role="status" className="font-semibold text-primary empty:hidden">
        {rematch === 'offered' && t('battle.rematchOffered', { name })}
      </p>
      <Button
        size="large"
        isWide
        isPending={rematch === 'asked'}
        onClick={battle.askRematch}
        icon={<RotateCcw size={20} aria-hidden="true" />}
      >
        {text}
      </Button>
    </>
  )
}
