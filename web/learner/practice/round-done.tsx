import type { Api } from '../../../packages/client/src/lyceum.ts'
import { BoltIcon, FlameIcon } from '../../ui/brand/currency-icons.tsx'
import { Button } from '../../ui/components/button.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { Pill } from '../../ui/components/pill.tsx'
import { DoneFrame } from '../review/done-frame.tsx'
import { useScreenText } from '../use-text.ts'
import { useStartPractice } from './use-start-practice.ts'

interface Given {
  round: Api.PracticeRound
  right: number
  /** Unknown after a reload; the round itself knows its XP. */
  result: Api.PracticeResult | undefined
  onDone: () => void
}

/** The summary of a round, and the way into the next one. */
export function RoundDone({ round, right, result, onDone }: Given) {
  const { t } = useScreenText()
  const { start, isPending, error } = useStartPractice({ replace: true })
  const { skill, lessonId, questions } = round
  const xp = result?.xpEarned ?? round.xpEarned
  const again = () => start(skill === null ? { lessonId: lessonId! } : { skill })
  return (
    <DoneFrame
      title={t('practice.doneTitle')}
      score={t('practice.score', { right, total: questions.length })}
      isCelebrated={result !== undefined && right > 0}
      isConsoled={right === 0}
      actions={
        <>
          <FormError text={error} />
          <Button size="large" isWide onClick={onDone}>
            {t('practice.done')}
          </Button>
          <Button variant="ghost" isWide isPending={isPending} onClick={() => void again()}>
            {t('player.again')}
          </Button>
        </>
      }
    >
      {right === 0 && <p className="mt-3 max-w-sm text-ink-2">{t('practice.noneRight')}</p>}
      <div className="mt-5 flex flex-wrap justify-center gap-2.5 empty:hidden">
        {right > 0 && xp !== null && (
          <Pill tone="gold">
            <BoltIcon size={18} />
            {t('practice.earned', { xp })}
          </Pill>
        )}
        {result?.isStreakExtended && (
          <Pill tone="gold">
            <FlameIcon size={18} />
            {t('review.streak')}
          </Pill>
        )}
      </div>
      {xp !== null && xp < right && <p className="mt-3 text-[15px] text-ink-2">{t('practice.limit')}</p>}
    </DoneFrame>
  )
}
