import { Hourglass } from 'lucide-react'
import { useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { Button } from '../../ui/components/button.tsx'
import { Card } from '../../ui/components/card.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { Skeleton } from '../../ui/components/skeleton.tsx'
import { useStartPractice } from '../practice/use-start-practice.ts'
import { useScreenText } from '../use-text.ts'

const LEVELS = ['NOVICE', 'BEGINNER', 'COMPETENT', 'PROFICIENT', 'MASTER'] as const
/** More skills are shown on request. */
const FIRST = 6

/** How well the learner knows each skill, and the way into its practice. */
export function Skills() {
  const { t } = useScreenText()
  const { data, error, refetch } = useApi('GET /mastery')
  return (
    <Card as="section" aria-labelledby="skills">
      <h2 id="skills" className="text-[18px]">
        {t('skills.title')}
      </h2>
      {data ? (
        <List skills={data.data} />
      ) : error ? (
        <ErrorState fault={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="mt-4 h-40" />
      )}
    </Card>
  )
}

function List({ skills }: { skills: Api.SkillMastery[] }) {
  const { t } = useScreenText()
  const [showsAll, setShowsAll] = useState(false)
  if (skills.length === 0) return <p className="mt-1.5 text-[15px] text-ink-2">{t('skills.empty')}</p>
  // What fades comes first.
  const sorted = skills.toSorted((one, other) => Number(other.isFading) - Number(one.isFading))
  return (
    <>
      <p className="mt-1.5 text-[15px] text-ink-2">{t('skills.text')}</p>
      <ul className="mt-2">
        {sorted.slice(0, showsAll ? sorted.length : FIRST).map((mastery) => (
          <Row key={mastery.skill} mastery={mastery} />
        ))}
      </ul>
      {sorted.length > FIRST && (
        <Button
          variant="ghost"
          className="-ms-5"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? t('skills.showFewer') : t('skills.showAll', { count: sorted.length })}
        </Button>
      )}
    </>
  )
}

function Row({ mastery: { skill, level, isFading } }: { mastery: Api.SkillMastery }) {
  const { t } = useScreenText()
  const { start, isPending, error } = useStartPractice()
  return (
    <li className="grid gap-2 border-line border-t py-3.5 first:border-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5">
        <div className="min-w-0 grow basis-44">
          <p className="font-bold break-words">
            <bdi>{skill}</bdi>
          </p>
          <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-[15px] font-semibold text-ink-2">
            <Segments filled={LEVELS.indexOf(level) + 1} />
            {t(`skills.level.${level}`)}
          </p>
          {isFading && (
            <p className="mt-1.5 flex items-start gap-1.5 text-[15px] font-semibold text-gold-text">
              <Hourglass size={16} className="mt-1 flex-none" aria-hidden="true" />
              {t('skills.fading')}
            </p>
          )}
        </div>
        <Button
          variant="secondary"
          size="small"
          className="!min-h-11 flex-none"
          aria-label={t('practice.of', { name: skill })}
          isPending={isPending}
          onClick={() => void start({ skill })}
        >
          {t('practice.start')}
        </Button>
      </div>
      <FormError text={error} />
    </li>
  )
}

/** A level as filled and empty segments. */
function Segments({ filled }: { filled: number }) {
  const { t } = useScreenText()
  return (
    <span role="img" aria-label={t('skills.levelOf', { level: filled })} className="flex gap-1">
      {LEVELS.map((level, index) => (
        <span
          key={level}
          className={`h-2.5 w-5 rounded-full border ${index < filled ? 'border-primary bg-primary' : 'border-ink-3'}`}
        />
      ))}
    </span>
  )
}
