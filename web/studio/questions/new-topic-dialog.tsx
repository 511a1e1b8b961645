import { useState } from 'react'
import { lyceum } from '../../ui/api/lyceum.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { Dialog } from '../../ui/components/dialog.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { useText } from '../use-text.ts'

interface Given {
  isOpen: boolean
  onClose: () => void
  onCreated: (topicId: string) => void
}

/** Creates a topic, which all authors may use. */
export function NewTopicDialog({ isOpen, onClose, onCreated }: Given) {
  const { t } = useText()
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('bank.topicNew')}>
      <NewTopicForm onClose={onClose} onCreated={onCreated} />
    </Dialog>
  )
}

function NewTopicForm({ onClose, onCreated }: Omit<Given, 'isOpen'>) {
  const { t } = useText()
  const [title, setTitle] = useState('')
  const submit = useSubmit({ TOPIC_EXISTS: 'title' })
  const create = async () => {
    const { data } = await lyceum.call('POST /admin/topics', { body: { title: title.trim() } })
    await queryClient.invalidateQueries({ queryKey: ['GET /admin/topics'] })
    onCreated(data.id)
    onClose()
  }
  return (
    <form
      className="mt-4 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        // The dialog is inside the form of the question.
        event.stopPropagation()
        if (title.trim() !== '' && !submit.isPending) void submit.run(create)
      }}
    >
      <TextField
        label={t('field.title')}
        hint={t('bank.topicHint')}
        error={submit.errorOf('title')}
        value={title}
        maxLength={100}
        required
        autoFocus
        dir="auto"
        onChange={({ target }) => setTitle(target.value)}
      />
      <FormError text={submit.error} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button type="submit" isPending={submit.isPending} aria-disabled={title.trim() === ''}>
          {t('bank.topicCreate')}
        </Button>
      </div>
    </form>
  )
}
