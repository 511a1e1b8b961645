import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { buttonClass } from '../../ui/components/button-class.ts'
import { Pill } from '../../ui/components/pill.tsx'
import { Tile, type TileState } from '../../ui/components/tile.tsx'
import { useText } from '../use-text.ts'

const OPTIONS = ['sample.a', 'sample.b', 'sample.c'] as const
const RIGHT = 1

/** A sample question that a visitor can answer without an account. */
export function SampleQuestion() {
  const { t } = useText()
  const [chosen, setChosen] = useState<number>()
  const stateOf = (option: number): TileState => {
    if (chosen === undefined) return 'idle'
    if (option === RIGHT) return 'right'
    return option === chosen ? 'wrong' : 'faded'
  }
  return (
    <section
      aria-label={t('sample.label')}
      className="relative mx-auto max-w-[440px] rounded-[26px] border border-line bg-surface p-6 shadow-float lg:mx-0 lg:mt-14"
    >
      <div className="flex items-center justify-between gap-3">
        <Pill tone="primary" size="small">
          {t('sample.course')}
        </Pill>
        <span className="text-sm font-semibold text-ink-2">{t('sample.try')}</span>
      </div>
      <h2 className="mt-4 text-[21px] leading-snug">{t('sample.question')}</h2>
      <div className="mt-4 grid gap-2.5">
        {OPTIONS.map((option, index) => (
          <Tile
            key={option}
            number={index + 1}
            state={stateOf(index)}
            isChosen={index === chosen}
            isLocked={chosen !== undefined}
            onPress={() => setChosen((before) => before ?? index)}
          >
            {t(option)}
          </Tile>
        ))}
      </div>
      <div role="status">
        {chosen !== undefined && (
          <div
            className={`mt-4 animate-rise rounded-2xl p-4 ${chosen === RIGHT ? 'bg-good-soft' : 'bg-bad-soft'}`}
          >
            <p className={`text-lg font-extrabold ${chosen === RIGHT ? 'text-good' : 'text-bad'}`}>
              {chosen === RIGHT ? t('player.right') : t('player.wrong')}
            </p>
            <p className="mt-1.5 text-[15.500px]">{t('sample.explanation')}</p>
            <Link to="/courses" className={`${buttonClass({ variant: 'primary', isWide: true })} mt-4`}>
              {t('sample.more')}
            </Link>
          </div>
        )}
      </div>
    </section>
  )
}
