import { type ReactNode, useRef, useState } from 'react'
import { newKey } from '../../../packages/client/src/attempt.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { type Submit, useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { Dialog } from '../../ui/components/dialog.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { TextArea } from '../../ui/components/text-area.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { useText } from '../use-text.ts'

interface Action {
  /** What the action changes, in numbers. */
  effect: ReactNode
  /** The label of the button. */
  label: string
  /** The message after it; it may depend on the response. */
  done: string | ((response: unknown) => string)
  isDangerous?: boolean
  /** False for endpoints that take no reason. */
  needsReason?: boolean
  /** The reason at first. It can be changed. */
  suggestedReason?: string
  /** The name to type before an action that cannot be undone. */
  typedName?: string | undefined
  /** The other input, which an unchanged retry must send again. Undefined while it is incomplete. */
  input: unknown
  /** The fields of the input. */
  fields?: (submit: Submit) => ReactNode
  /** Sends the request with the key, so that a retry after a lost response has no second effect. */
  send: (reason: string, idempotencyKey: string) => Promise<unknown>
}

interface Given extends Action {
  isOpen: boolean
  onClose: () => void
  title: string
}

/** An action of staff: its effect, its reason and its confirmation. */
export function ActionDialog({ isOpen, onClose, title, ...action }: Given) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title}>
      <ActionForm {...action} onClose={onClose} />
    </Dialog>
  )
}

function ActionForm({
  effect,
  label,
  done,
  isDangerous = false,
  needsReason = true,
  suggestedReason = '',
  typedName,
  input,
  fields,
  send,
  onClose,
}: Action & { onClose: () => void }) {
  const { t } = useText()
  const submit = useSubmit()
  const [reason, setReason] = useState(suggestedReason)
  const [typed, setTyped] = useState('')
  const keyFor = useRequestKey()
  const isComplete =
    input !== undefined &&
    (!needsReason || reason.trim() !== '') &&
    (typedName === undefined || typed.trim() === typedName)
  const run = async () => {
    let response: unknown
    const isDone = await submit.run(async () => {
      try {
        response = await send(reason.trim(), keyFor(JSON.stringify([input, reason.trim()])))
      } finally {
        // After a lost response the screen shows whether the action has taken place.
        await queryClient.invalidateQueries()
      }
    })
    if (!isDone) return
    showToast(typeof done === 'string' ? done : done(response))
    onClose()
  }
  return (
    <form
      className="mt-3 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (isComplete && !submit.isPending) void run()
      }}
    >
      {fields?.(submit)}
      {needsReason && (
        <TextArea
          label={t('action.reason')}
          hint={t('action.reasonHint')}
          error={submit.errorOf('reason')}
          value={reason}
          rows={2}
          maxLength={500}
          required
          dir="auto"
          autoFocus={!fields}
          onChange={({ target }) => setReason(target.value)}
        />
      )}
      {typedName !== undefined && (
        <TextField
          label={t('action.typeName', { name: typedName })}
          value={typed}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          autoFocus={!fields && !needsReason}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      <div
        aria-live="polite"
        className={`rounded-control p-3.5 text-[15px] font-semibold ${isDangerous ? 'bg-bad-soft text-bad' : 'bg-primary-soft text-primary'}`}
      >
        {effect}
      </div>
      <FormError text={submit.error} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button
          type="submit"
          variant={isDangerous ? 'bad' : 'primary'}
          isPending={submit.isPending}
          aria-disabled={!isComplete}
        >
          {label}
        </Button>
      </div>
    </form>
  )
}

/** One key for each input, so that pressing the button again after a lost response repeats the same request. */
function useRequestKey(): (input: string) => string {
  const keys = useRef(new Map<string, string>())
  return (input) => {
    const key = keys.current.get(input) ?? newKey()
    keys.current.set(input, key)
    return key
  }
}
