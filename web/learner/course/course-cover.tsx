import type { Api } from '../../../packages/client/src/lyceum.ts'
import { ownFile } from '../../ui/api/own-file.ts'
import { OwlMark } from '../../ui/brand/logo.tsx'

/** The image of a course, or our logo. Decorative, because the title is beside it. */
export function CourseCover({
  course,
  isFirst = false,
  className = '',
}: {
  course: Pick<Api.Course, 'coverUrl'>
  /** The largest picture of its first view: it loads at once. */
  isFirst?: boolean
  className?: string
}) {
  if (course.coverUrl)
    return (
      <img
        src={ownFile(course.coverUrl)}
        alt=""
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : undefined}
        className={`bg-sunken object-cover ${className}`}
      />
    )
  return (
    <span className={`hero grid place-items-center ${className}`}>
      <OwlMark size={40} />
    </span>
  )
}
