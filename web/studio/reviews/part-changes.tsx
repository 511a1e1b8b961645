import type { Api } from '../../../packages/client/src/lyceum.ts'
import { Pill } from '../../ui/components/pill.tsx'
import { FIELD_NAMES, type FieldName } from '../course/course-fields.ts'
import { useShownValue } from '../course/use-shown-value.ts'
import { StudioLink } from '../frame/studio-link.tsx'
import { Change, LessonDifference } from '../lesson/history-difference.tsx'
import { coursePath, lessonPath } from '../paths.ts'
import { useText } from '../use-text.ts'

type Part = Api.ReviewChanges['parts'][number]

/** What changes of the course or of a lesson. */
export function PartChanges({ part, courseId }: { part: Part; courseId: string }) {
  const { t } = useText()
  const { kind, id, title, isNew, slides } = part
  const fields = isNew ? part.fields.filter(({ after }) => !isNothing(after)) : part.fields
  const isUnchanged = fields.length === 0 && slides.length === 0
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <h3 id={`part-${id}`} dir="auto" className="text-[17px] [overflow-wrap:anywhere]">
          <StudioLink
            to={kind === 'COURSE' ? coursePath(courseId) : lessonPath(courseId, id)}
            className="underline"
          >
            {title}
          </StudioLink>
        </h3>
        <Pill tone={isNew ? 'primary' : 'plain'} size="small">
          {t(`reviews.${kind}.${isNew ? 'new' : 'known'}`)}
        </Pill>
      </div>
      {isUnchanged ? (
        <p className="text-ink-2">{t('reviews.unchanged')}</p>
      ) : kind === 'COURSE' ? (
        <CourseDifference fields={fields} isNew={isNew} />
      ) : (
        <LessonDifference fields={fields} slides={slides} isNew={isNew} />
      )}
    </>
  )
}

/** A field that nobody has filled in yet. */
const isNothing = (value: unknown) =>
  value === null ||
  value === false ||
  value === 0 ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)

function CourseDifference({ fields, isNew }: Pick<Part, 'fields' | 'isNew'>) {
  const { t } = useText()
  const show = useShownValue()
  const textOf = (name: FieldName, value: unknown) => {
    if (typeof value === 'boolean') return show(name, value)
    if (Array.isArray(value)) return show(name, value.join(', '))
    return show(name, value === null ? '' : `${value}`)
  }
  return FIELD_NAMES.flatMap((name) => fields.filter(({ field }) => field === name)).map(
    ({ field, before, after }) => {
      const name = field as FieldName
      return (
        <Change
          key={field}
          title={t(`field.${name}`)}
          before={!isNew && <p dir="auto">{textOf(name, before)}</p>}
          after={<p dir="auto">{textOf(name, after)}</p>}
        />
      )
    },
  )
}
