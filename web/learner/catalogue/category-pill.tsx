import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Pill } from '../../ui/components/pill.tsx'
import { useText } from '../use-text.ts'

/** The subject of a course or a learning path, in the language of the reader if it has a title in it. */
export function CategoryPill({ of }: { of: Pick<Api.CourseSummary, 'category' | 'categoryTitles'> }) {
  const { locale } = useText()
  // A copy on the device may be older than the titles.
  const titles = of.categoryTitles ?? {}
  return (
    <Pill tone="primary" size="small" className="max-w-full">
      <span className="-my-0.5 truncate leading-tight">{titles[locale] ?? titles.en ?? of.category}</span>
    </Pill>
  )
}
