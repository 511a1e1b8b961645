import { useEffect, useRef, useState } from 'react'
import { LyceumError } from '../../../packages/client/src/lyceum-error.ts'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useUser } from '../../ui/session/session-store.ts'
import {
  type DraftFields,
  fieldsOf,
  isSame,
  readLocalDraft,
  removeLocalDraft,
  type SubmissionType,
  storeLocalDraft,
} from './local-draft.ts'

const TYPING_MS = 1_200
const RETRY_MS = 10_000

/** `device`: the service does not have the last words yet. `unsafe`: neither has the device. */
export type SaveState = 'idle' | 'saving' | 'saved' | 'device' | 'unsafe'

/**
 * The typed draft. Every key stroke is stored on the device at once, and in the service after a pause. The copy on the
 * device goes away only when the service has the same words.
 */
export function useDraft(
  courseId: string,
  types: readonly SubmissionType[],
  server: Api.ProjectSubmission | undefined,
) {
  const user = useUser()
  const [local] = useState(() => readLocalDraft(user.id, courseId))
  const [fields, setFields] = useState<DraftFields>(() => {
    const known = local ?? fieldsOf(server, types)
    return types.includes(known.submissionType) ? known : { ...known, submissionType: types[0]! }
  })
  const [state, setState] = useState<SaveState>(local ? 'device' : 'idle')
  const base = useRef(local ? local.basedOn : (server?.updatedAt ?? null))
  const latest = useRef(fields)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const isSubmitted = useRef(false)
  /** Another device saved other words after the ones here were begun. */
  const [other, setOther] = useState<DraftFields | undefined>(() => {
    if (!local || !server || server.updatedAt === local.basedOn) return undefined
    const theirs = fieldsOf(server, types)
    return isSame(theirs, local) ? undefined : theirs
  })

  const save = async () => {
    const sent = latest.current
    setState('saving')
    try {
      const body = draftBody(sent)
      const { data } = await lyceum.call('POST /course/{courseId}/project/draft', {
        path: { courseId },
        body,
      })
      base.current = data.updatedAt
      if (isSubmitted.current) return
      if (!isSame(sent, latest.current)) return
      // An unfinished address is not sent; it stays on the device.
      if (isComplete(sent)) {
        removeLocalDraft(user.id, courseId)
        setState('saved')
      } else setState('device')
    } catch (fault) {
      setState('device')
      const isRefused = fault instanceof LyceumError && fault.status >= 400 && fault.status < 500
      if (!isRefused && !isSubmitted.current) timer.current = setTimeout(() => void save(), RETRY_MS)
    }
  }
  const change = (changes: Partial<DraftFields>) => {
    const changed = { ...latest.current, ...changes }
    latest.current = changed
    setFields(changed)
    const isStored = storeLocalDraft(user.id, courseId, { ...changed, basedOn: base.current })
    setState(isStored ? 'device' : 'unsafe')
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void save(), TYPING_MS)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; what the device kept goes to the service.
  useEffect(() => {
    if (local && !other) void save()
    return () => clearTimeout(timer.current)
  }, [])
  return {
    fields,
    state,
    change,
    other,
    /** Keeps the words of this device, or takes the others. */
    decide: (takesOther: boolean) => {
      if (takesOther && other) change(other)
      else void save()
      setOther(undefined)
    },
    /** After the submission nothing of it stays on the device. */
    finish: () => {
      isSubmitted.current = true
      clearTimeout(timer.current)
      removeLocalDraft(user.id, courseId)
    },
    stopSaving: () => clearTimeout(timer.current),
  }
}

const isAddress = (text: string) => text.trim() === '' || /^https:\/\/[^\s/]+\.[^\s/]+\/?\S*$/.test(text.trim())
const isComplete = ({ repositoryUrl, url }: DraftFields) => isAddress(repositoryUrl) && isAddress(url)

/** The fields for the service. Half an address would be refused, and with it the notes. */
function draftBody({ submissionType, repositoryUrl, url, notes }: DraftFields) {
  return {
    submissionType,
    notes,
    ...(submissionType === 'GITHUB_REPO' && isAddress(repositoryUrl) ? { repositoryUrl } : {}),
    ...(submissionType.endsWith('_URL') && isAddress(url) ? { url } : {}),
  }
}
