import { useState } from 'react'
import { lyceum } from '../../ui/api/lyceum.ts'
import { TextArea } from '../../ui/components/text-area.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { ActionDialog } from '../action/action-dialog.tsx'
import { languageName } from '../broadcasts/language-name.ts'
import { useText } from '../use-text.ts'
import type { UserActionGiven } from './grant-dialog.tsx'

/** Sends one notification to a user. */
export function MessageDialog({ user, isOpen, onClose }: UserActionGiven) {
  const { t, locale } = useText()
  const [title, setTitle] = useState('')
  const [text, setText] = useState('')
  const body = { title: title.trim(), body: text.trim() }
  return (
    <ActionDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('message.title', { name: user.username })}
      effect={t('message.effect', { name: user.username, language: languageName(user.language, locale) })}
      label={t('message.send')}
      done={() => {
        setTitle('')
        setText('')
        return t('message.done')
      }}
      needsReason={false}
      input={body.title && body.body ? body : undefined}
      fields={(submit) => (
        <>
          <TextField
            label={t('message.subject')}
            error={submit.errorOf('title')}
            value={title}
            maxLength={120}
            dir="auto"
            autoFocus
            onChange={({ target }) => setTitle(target.value)}
          />
          <TextArea
            label={t('message.text')}
            error={submit.errorOf('body')}
            value={text}
            maxLength={1_000}
            dir="auto"
            onChange={({ target }) => setText(target.value)}
          />
        </>
      )}
      send={(_, idempotencyKey) =>
        lyceum.call('POST /admin/users/{id}/notifications', {
          path: { id: user.id },
          body,
          idempotencyKey,
        })
      }
    />
  )
}
