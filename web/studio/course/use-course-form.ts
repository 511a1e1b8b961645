import { useEffect, useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { LyceumError } from '../../../packages/client/src/lyceum-error.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { type Submit, useSubmit } from '../../ui/api/use-submit.ts'
import { useUser } from '../../ui/session/session-store.ts'
import { type CourseFields, fieldsOf, isSame, patchOf } from './course-fields.ts'
import { storeCourse } from './course-query.ts'
import { CourseDraftStore, type LocalCourseDraft, type Version } from './local-course-draft.ts'

interface FormState extends LocalCourseDraft {
  /** Another version in the service, which the author has not seen. */
  theirs: Version | undefined
}

export interface CourseForm extends FormState {
  isChanged: boolean
  submit: Submit
  change: (changes: Partial<CourseFields>) => void
  save: () => Promise<boolean>
  /** Saves what the author has chosen of two versions. */
  resolve: (chosen: CourseFields) => Promise<boolean>
  /** Takes the version of the service. */
  discard: () => void
}

const versionOf = (course: Api.EditedCourse): Version => ({
  version: course.version,
  fields: fieldsOf(course),
})

/** Words that this device has kept continue, if they are still about the same version. */
function firstState(course: Api.EditedCourse, draft: LocalCourseDraft | undefined): FormState {
  const server = versionOf(course)
  if (!draft || isSame(draft.fields, server.fields))
    return { fields: server.fields, base: server, theirs: undefined }
  if (isSame(draft.base.fields, server.fields))
    return { fields: draft.fields, base: server, theirs: undefined }
  return { ...draft, theirs: server }
}

/** The version of the service has changed: by this page, such as a new order of the lessons, or by another one. */
function withVersion(state: FormState, server: Version): FormState {
  if (isSame(server.fields, state.base.fields)) return { ...state, base: server }
  if (isSame(state.fields, state.base.fields))
    return { fields: server.fields, base: server, theirs: undefined }
  return state
}

/**
 * The form of the details. Every key stroke is stored on this device until it is saved. A save names the version that it
 * changes; if another author has saved since, the author chooses between both, and nothing is overwritten before.
 */
export function useCourseForm(course: Api.EditedCourse): CourseForm {
  const { id: userId } = useUser()
  const [store] = useState(() => new CourseDraftStore(userId, course.id))
  const [state, setState] = useState(() => firstState(course, store.read()))
  const submit = useSubmit()
  useEffect(() => setState((before) => withVersion(before, versionOf(course))), [course])
  const { fields, base } = state
  const isChanged = !isSame(fields, base.fields)
  useEffect(() => store.store(isChanged ? { fields, base } : undefined), [store, isChanged, fields, base])

  const send = async (sent: CourseFields, to: Version): Promise<void> => {
    const body = patchOf(sent, to.fields)
    const { data } = await lyceum.call('PATCH /admin/courses/{id}', {
      path: { id: course.id },
      headers: { 'if-match': `"${to.version}"` },
      body,
    })
    take(versionOf(data), sent)
    storeCourse(data)
  }

  /** The service has the words. What was typed while the request was under way stays. */
  const take = (saved: Version, sent: CourseFields) => {
    store.forget(sent)
    setState((now) => ({
      fields: isSame(now.fields, sent) || now.theirs ? saved.fields : now.fields,
      base: saved,
      theirs: undefined,
    }))
  }

  const sendOrCompare = (sent: CourseFields, to: Version) =>
    submit.run(async () => {
      try {
        await send(sent, to)
      } catch (fault) {
        const theirs = changedVersion(fault)
        if (!theirs) throw fault
        // Only the order of the lessons or the status is new.
        if (isSame(theirs.fields, to.fields)) return send(sent, theirs)
        if (isSame(theirs.fields, sent)) take(theirs, sent)
        else setState((now) => ({ ...now, theirs }))
      }
    })

  return {
    ...state,
    isChanged,
    submit,
    change: (changes) => setState((before) => ({ ...before, fields: { ...before.fields, ...changes } })),
    save: () => sendOrCompare(fields, base),
    resolve: (chosen) => {
      const { theirs } = state
      if (!theirs) return Promise.resolve(false)
      if (!isSame(chosen, theirs.fields)) return sendOrCompare(chosen, theirs)
      store.forget(fields)
      setState({ fields: theirs.fields, base: theirs, theirs: undefined })
      return Promise.resolve(true)
    },
    discard: () => {
      store.forget(fields)
      setState({ fields: base.fields, base, theirs: undefined })
    },
  }
}

/** The version that the service has instead of the expected one. */
function changedVersion(fault: unknown): Version | undefined {
  if (!(fault instanceof LyceumError) || fault.code !== 'VERSION_CHANGED') return undefined
  return versionOf(fault.extra.resource as Api.EditedCourse)
}
