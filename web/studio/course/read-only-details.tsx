import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Card } from '../../ui/components/card.tsx'
import { useCategories } from '../courses/use-categories.ts'
import { useText } from '../use-text.ts'

/** The details of a course that the author may not change. */
export function ReadOnlyDetails({ course }: { course: Api.EditedCourse }) {
  const { t } = useText()
  const category = useCategories(course.category).find(({ id }) => id === course.category)
  const rows = [
    [t('field.description'), course.description],
    [t('field.category'), category?.text],
    [t('field.level'), t(`level.${course.level}`)],
    [t('field.skills'), course.skills.join(', ')],
  ]
  return (
    <Card as="section" aria-labelledby="details">
      <h2 id="details" className="text-[21px]">
        {t('details.title')}
      </h2>
      <dl className="mt-4 grid gap-4">
        {rows
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name}>
              <dt className="text-sm font-bold text-ink-2">{name}</dt>
              <dd dir="auto" className="mt-0.5 whitespace-pre-wrap">
                {value}
              </dd>
            </div>
          ))}
      </dl>
    </Card>
  )
}
