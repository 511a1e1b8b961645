import { useEffect, useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { LyceumError } from '../../../packages/client/src/lyceum-error.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useUser } from '../../ui/session/session-store.ts'
import { DraftSaver, type SaveState } from './draft-saver.ts'
import {
  type DraftFields,
  draftKey,
  fieldsOf,
  isSame,
  type LocalDraft,
  readLocalDraft,
  removeLocalDraft,
  type SubmissionType,
  storeLocalDraft,
} from './local-draft.ts'

/** What this page has saved. A cached response of the service may be older. */
const savedDrafts = new Map<string, LocalDraft>()

/**
 * The typed draft of a project. `server` is the stored draft; `before` the work of the last attempt, with which the
 * next one begins.
 */
export function useDraft(
  courseId: string,
  types: readonly SubmissionType[],
  server: Api.ProjectSubmission | undefined,
  before: Api.ProjectSubmission | undefined,
) {
  const key = draftKey(useUser().id, courseId)
  const [local] = useState(() => readLocalDraft(key))
  const [start] = useState(() => {
    const saved = savedDrafts.get(key)
    const isNewer = saved !== undefined && saved.basedOn! >= (server?.updatedAt ?? '')
    const found = local ?? (isNewer ? saved : undefined)
    const fields = fieldsOf(found ?? server ?? before, types)
    return { fields, base: found ? found.basedOn : (server?.updatedAt ?? null) }
  })
  const [fields, setFields] = useState<DraftFields>(start.fields)
  const [state, setState] = useState<SaveState>(local ? 'device' : 'idle')
  /** Other words than these were saved elsewhere after these were begun. */
  const [other, setOther] = useState<LocalDraft | undefined>(() => {
    if (!local || !server || server.updatedAt === local.basedOn) return undefined
    const theirs = fieldsOf(server, types)
    return isSame(theirs, local) ? undefined : { ...theirs, basedOn: server.updatedAt }
  })
  const [saver] = useState(
    () =>
      new DraftSaver(
        {
          store: (draft) => storeLocalDraft(key, draft),
          forget: (saved) => {
            savedDrafts.set(key, saved)
            removeLocalDraft(key)
          },
          send: async (body) => {
            const path = { courseId }
            return (await lyceum.call('POST /course/{courseId}/project/draft', { path, body })).data.updatedAt
          },
          changedDraftOf: (fault) => {
            if (!(fault instanceof LyceumError) || fault.code !== 'DRAFT_CHANGED') return undefined
            const theirs = fault.extra.draft as Api.ProjectSubmission
            return { ...fieldsOf(theirs, types), basedOn: theirs.updatedAt }
          },
          onConflict: setOther,
          onState: setState,
        },
        start.fields,
        { base: start.base, isChanged: local !== undefined },
      ),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; what the device kept goes to the service.
  useEffect(() => {
    if (other) void saver.pause()
    else void saver.save()
    return () => saver.leave()
  }, [])
  useEffect(() => {
    // Another tab of this browser writes the same draft.
    const onStorage = (event: StorageEvent) => {
      const theirs = event.key === key && event.newValue ? readLocalDraft(key) : undefined
      if (!theirs || isSame(theirs, saver.fields)) return
      void saver.pause()
      setOther(theirs)
    }
    const onLeave = (event: BeforeUnloadEvent) => {
      if (state === 'unsafe') event.preventDefault()
    }
    addEventListener('storage', onStorage)
    addEventListener('beforeunload', onLeave)
    return () => {
      removeEventListener('storage', onStorage)
      removeEventListener('beforeunload', onLeave)
    }
  }, [key, saver, state])
  const change = (changes: Partial<DraftFields>) => {
    const changed = { ...saver.fields, ...changes }
    saver.change(changed)
    setFields(changed)
  }
  return {
    fields,
    state,
    change,
    other,
    /** Keeps the words of this page, or takes the others. */
    decide: (takesOther: boolean) => {
      if (!other) return
      const { basedOn, ...theirs } = other
      change(takesOther ? theirs : {})
      saver.resume(basedOn)
      setOther(undefined)
    },
    /** The files of the draft were saved. */
    rebase: (updatedAt: string) => saver.rebase(updatedAt),
    pause: () => saver.pause(),
    resume: () => saver.resume(),
    /** After the submission nothing of it stays on the device, except for words that were typed meanwhile. */
    finish: (submitted: DraftFields) => {
      savedDrafts.delete(key)
      if (isSame(submitted, saver.fields)) removeLocalDraft(key)
    },
  }
}
