import { Crown } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Pill } from '../../ui/components/pill.tsx'
import { CategoryPill } from '../catalogue/category-pill.tsx'
import { useScreenText } from '../use-text.ts'

/** Subject and kind of a learning path. */
export function PathPills({
  path,
}: {
  path: Pick<Api.PublishedLearningPath, 'category' | 'categoryTitles' | 'kind' | 'isPremium'>
}) {
  const { t } = useScreenText()
  return (
    <>
      <CategoryPill of={path} />
      <Pill tone="plain" size="small">
        {t(`paths.kind.${path.kind}`)}
      </Pill>
      {path.isPremium && (
        <Pill tone="gold" size="small">
          <Crown size={14} aria-hidden="true" />
          {t('course.premium')}
        </Pill>
      )}
    </>
  )
}
