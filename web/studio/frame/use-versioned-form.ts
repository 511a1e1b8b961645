import { useEffect, useLayoutEffect, useState } from 'react'
import { LyceumError } from '../../../packages/client/src/lyceum-error.ts'
import { type Submit, useSubmit } from '../../ui/api/use-submit.ts'
import { useUser } from '../../ui/session/session-store.ts'
import { DraftStore, type LocalDraft, type Version } from './draft-store.ts'

interface FormState<Fields> extends LocalDraft<Fields> {
  /** Another version in the service, which the author has not seen. */
  theirs: Version<Fields> | undefined
}

export interface VersionedForm<Fields> extends FormState<Fields> {
  isChanged: boolean
  submit: Submit
  change: (changes: Partial<Fields>) => void
  save: () => Promise<boolean>
  /** Saves what the author has chosen of two versions. */
  resolve: (chosen: Fields) => Promise<boolean>
  /** Takes the version of the service. */
  discard: () => void
}

interface Rules<Resource, Fields> {
  /** What is edited, such as `course`. */
  kind: string
  fieldsOf: (resource: Resource) => Fields
  isSame: (one: Fields, other: Fields) => boolean
  /** Sends the changes of one version, which the request names. */
  send: (fields: Fields, to: Version<Fields>) => Promise<Resource>
  /** The cache of the page takes the saved version. */
  onSaved: (resource: Resource) => void
}

/**
 * A form about something that others may edit as well. Every key stroke is stored on this device until it is saved. A save
 * names the version that it changes; if another author has saved since, the author chooses between both, and nothing is
 * overwritten before.
 */
export function useVersionedForm<Resource extends { id: string; version: number }, Fields extends object>(
  resource: Resource,
  { kind, fieldsOf, isSame, send, onSaved }: Rules<Resource, Fields>,
): VersionedForm<Fields> {
  const { id: userId } = useUser()
  const versionOf = (one: Resource): Version<Fields> => ({ version: one.version, fields: fieldsOf(one) })
  const [store] = useState(() => new DraftStore<Fields>({ kind, userId, id: resource.id, isSame }))
  const [state, setState] = useState(() => firstState(versionOf(resource), store.read(), isSame))
  const submit = useSubmit()
  // The page before is used until this one is shown, and may have kept more words since this one was rendered.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the form is shown for the first time.
  useLayoutEffect(() => {
    const kept = store.read()
    if (kept) setState(firstState(versionOf(resource), kept, isSame))
  }, [store])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rules of a form do not change.
  useEffect(() => setState((before) => withVersion(before, versionOf(resource), isSame)), [resource])
  const { fields, base } = state
  const isChanged = !isSame(fields, base.fields)
  useEffect(() => store.store(isChanged ? { fields, base } : undefined), [store, isChanged, fields, base])

  const sendOnce = async (sent: Fields, to: Version<Fields>): Promise<void> => {
    const saved = await send(sent, to)
    take(versionOf(saved), sent)
    onSaved(saved)
  }

  /** The service has the words. What was typed while the request was under way stays. */
  const take = (saved: Version<Fields>, sent: Fields) => {
    store.forget(sent)
    setState((now) => ({
      fields: isSame(now.fields, sent) || now.theirs ? saved.fields : now.fields,
      base: saved,
      theirs: undefined,
    }))
  }

  const sendOrCompare = (sent: Fields, to: Version<Fields>) =>
    submit.run(async () => {
      try {
        await sendOnce(sent, to)
      } catch (fault) {
        if (!(fault instanceof LyceumError) || fault.code !== 'VERSION_CHANGED') throw fault
        const theirs = versionOf(fault.extra.resource as Resource)
        // Only something else is new, such as the status.
        if (isSame(theirs.fields, to.fields)) return sendOnce(sent, theirs)
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

/** Words that this device has kept continue, if they are still about the same version. */
function firstState<Fields>(
  server: Version<Fields>,
  draft: LocalDraft<Fields> | undefined,
  isSame: (one: Fields, other: Fields) => boolean,
): FormState<Fields> {
  if (!draft || isSame(draft.fields, server.fields))
    return { fields: server.fields, base: server, theirs: undefined }
  if (isSame(draft.base.fields, server.fields))
    return { fields: draft.fields, base: server, theirs: undefined }
  return { ...draft, theirs: server }
}

/** The version of the service has changed: by this page, such as a new order of the lessons, or by another one. */
function withVersion<Fields>(
  state: FormState<Fields>,
  server: Version<Fields>,
  isSame: (one: Fields, other: Fields) => boolean,
): FormState<Fields> {
  if (isSame(server.fields, state.base.fields)) return { ...state, base: server }
  if (isSame(state.fields, state.base.fields))
    return { fields: server.fields, base: server, theirs: undefined }
  return state
}
