import { useState } from 'react'
import { BattleSection, RevenueSection, SupplySection } from '../figures/economy-sections.tsx'
import { daysOf, INTERVALS, PERIODS, periodOf, readFigureSearch } from '../figures/figure-search.ts'
import { HardQuestions } from '../figures/hard-questions.tsx'
import {
  ActivitySection,
  FunnelSection,
  LearningSection,
  RetentionSection,
} from '../figures/learner-sections.tsx'
import { Filters, SelectFilter } from '../list/filters.tsx'
import { useListSearch } from '../list/list-search.ts'
import { FIGURES_PATH } from '../paths.ts'
import { useScreenText } from '../use-text.ts'

/** How the platform does: learners, learning, gems, payments and battles. */
export default function Figures() {
  const { t } = useScreenText()
  const [search, change] = useListSearch(FIGURES_PATH, readFigureSearch)
  const [today] = useState(() => new Date())
  const period = periodOf(search, today)
  return (
    <>
      <h1 className="text-[25px] lg:text-[29px]">{t('nav.figures')}</h1>
      <p className="mt-1.5 max-w-prose text-ink-2">{t('figures.text')}</p>
      <Filters>
        <SelectFilter
          label={t('figures.period')}
          value={search.period ?? 'month'}
          onChange={(chosen) => change({ period: chosen, interval: undefined })}
          options={PERIODS.map((id) => ({ id, text: t('figures.days', { count: daysOf(id) }) }))}
        />
        <SelectFilter
          label={t('figures.interval')}
          value={period.interval}
          onChange={(interval) => change({ interval })}
          options={INTERVALS.map((id) => ({ id, text: t(`figures.by.${id}`) }))}
        />
      </Filters>
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <ActivitySection period={period} />
        <LearningSection period={period} />
        <RetentionSection period={period} />
        <FunnelSection period={period} />
        <SupplySection period={period} asset={search.asset ?? 'GEM'} onAsset={(asset) => change({ asset })} />
        <BattleSection period={period} />
        <RevenueSection period={period} />
        <HardQuestions />
      </div>
    </>
  )
}
