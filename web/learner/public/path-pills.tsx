import { Crown } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Pill } from '../../ui/components/pill.tsx'
import { categoryTitle } from '../catalogue/category-title.ts'
import { useScreenText } from '../use-text.ts'

/** Subject and kind of a learning path. */
export function PathPills({
  path,
}: {
  path: Pick<Api.PublishedLearningPath, 'category' | 'kind' | 'isPremium'>
}) {
  const { t } = useScreenText()
  return (
    <>
      <Pill tone="primary" size="small">
        {categoryTitle(t, path.category)}
      </Pill>
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
