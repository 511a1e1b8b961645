import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useVersionedForm, type VersionedForm } from '../frame/use-versioned-form.ts'
import { type CourseFields, fieldsOf, isSame, patchOf } from './course-fields.ts'
import { storeCourse } from './course-query.ts'

export type CourseForm = VersionedForm<CourseFields>

/** The form of the details of a course. */
export function useCourseForm(course: Api.EditedCourse): CourseForm {
  return useVersionedForm(course, {
    kind: 'course',
    fieldsOf,
    isSame,
    send: async (fields, to) => {
      const { data } = await lyceum.call('PATCH /admin/courses/{id}', {
        path: { id: course.id },
        headers: { 'if-match': `"${to.version}"` },
        body: patchOf(fields, to.fields),
      })
      return data
    },
    onSaved: storeCourse,
  })
}
