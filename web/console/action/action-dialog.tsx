import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type Submit, useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { Dialog } from '../../ui/components/dialog.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { TextArea } from '../../ui/components/text-area.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { useText } from '../use-text.ts'
import { isUnanswered } from './use-request-key.ts'
import { useSave } from './use-save.ts'

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

type Shown = Omit<Given, 'isOpen' | 'onClose'>

/** An action of staff: its effect, its reason and its confirmation. It stays open while its request runs. */
export function ActionDialog({ isOpen, onClose, ...given }: Given) {
  // A request stays as it was sent until it is answered: the data around the dialog may already be that after the action, so
  // that the dialog would turn into the opposite one.
  const [sent, setSent] = useState<{ action: Shown; isLost: boolean }>()
  const isRunning = useRef(false)
  const action = { ...(sent?.action ?? given), fields: given.fields }
  const close = () => {
    if (isRunning.current) return
    setSent(undefined)
    onClose()
  }
  return (
    <Dialog isOpen={isOpen} onClose={close} title={action.title}>
      <ActionForm
        {...action}
        isLost={sent?.isLost ?? false}
        onSend={() => {
          isRunning.current = true
          setSent({ action, isLost: sent?.isLost ?? false })
        }}
        onAnswer={(isFinal) => {
          isRunning.current = false
          setSent(isFinal ? undefined : { action, isLost: true })
        }}
        onClose={close}
      />
    </Dialog>
  )
}

interface FormGiven extends Action {
  /** The response to the request was lost, so that it may have taken effect. */
  isLost: boolean
  onSend: () => void
  onAnswer: (isFinal: boolean) => void
  onClose: () => void
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
  isLost,
  onSend,
  onAnswer,
  onClose,
}: FormGiven) {
  const { t } = useText()
  const submit = useSubmit()
  const [reason, setReason] = useState(suggestedReason)
  const [typed, setTyped] = useState('')
  const save = useSave()
  const button = useRef<HTMLButtonElement>(null)
  // The field that had the focus is disabled now.
  useEffect(() => {
    if (isLost) button.current?.focus()
  }, [isLost])
  const isComplete =
    input !== undefined &&
    (!needsReason || reason.trim() !== '') &&
    (typedName === undefined || typed.trim() === typedName)
  const run = async () => {
    let response: unknown
    let isFinal = true
    onSend()
    const isDone = await submit.run(async () => {
      try {
        response = await save([input, reason.trim()], (key) => send(reason.trim(), key))
      } catch (fault) {
        isFinal = !isUnanswered(fault)
        throw fault
      }
    })
    onAnswer(isFinal)
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
      <fieldset disabled={isLost} className="contents">
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
      </fieldset>
      <div
        aria-live="polite"
        className={`rounded-control p-3.5 text-[15px] font-semibold ${isDangerous ? 'bg-bad-soft text-bad' : 'bg-primary-soft text-primary'}`}
      >
        {effect}
      </div>
      <FormError text={isLost ? t('action.unanswered') : submit.error} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" aria-disabled={submit.isPending} onClick={onClose}>
          {t(isLost ? 'action.close' : 'action.cancel')}
        </Button>
        <Button
          ref={button}
          type="submit"
          variant={isDangerous ? 'bad' : 'primary'}
          isPending={submit.isPending}
          aria-disabled={!isComplete}
        >
          {isLost ? t('action.retry') : label}
        </Button>
      </div>
    </form>
  )
}
