import { Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { newKey } from '../../../packages/client/src/attempt.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { TextArea } from '../../ui/components/text-area.tsx'
import { useUser } from '../../ui/session/session-store.ts'
import { ActionDialog } from '../action/action-dialog.tsx'
import { Ago } from '../panel/time.tsx'
import { useText } from '../use-text.ts'
import type { Overview } from './overview.ts'
import { ROW, Section } from './section.tsx'
import { SectionPages } from './section-pages.tsx'

const NOTES = 10

/** What staff wrote about a user for each other. The user gets it with the export of the account. */
export function NotesSection({ overview: { user, notes } }: { overview: Overview }) {
  const { t } = useText()
  const viewer = useUser()
  const submit = useSubmit()
  const [text, setText] = useState('')
  const key = useRef(newKey())
  const path = { id: user.id }
  const [page, setPage] = useState(1)
  const more = useApi(
    'GET /admin/users/{id}/notes',
    { path, query: { page, limit: NOTES } },
    { enabled: page > 1, keepPrevious: true },
  )
  const add = async () => {
    await lyceum.call('POST /admin/users/{id}/notes', {
      path,
      body: { text: text.trim() },
      idempotencyKey: key.current,
    })
    setText('')
    key.current = newKey()
    await queryClient.invalidateQueries()
  }
  const [deleted, setDeleted] = useState<Overview['notes'][number]>()
  return (
    <Section title={t('notes.title')}>
      <form
        className="grid gap-3 border-line border-b p-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim() !== '' && !submit.isPending) void submit.run(add)
        }}
      >
        <TextArea
          label={t('notes.new')}
          hint={t('notes.hint')}
          error={submit.errorOf('text')}
          value={text}
          rows={2}
          maxLength={2_000}
          dir="auto"
          onChange={({ target }) => {
            // A changed text is another note.
            key.current = newKey()
            setText(target.value)
          }}
        />
        <FormError text={submit.error} />
        <Button
          type="submit"
          size="small"
          variant="secondary"
          isPending={submit.isPending}
          aria-disabled={text.trim() === ''}
          className="min-h-11 justify-self-end"
        >
          {t('notes.add')}
        </Button>
      </form>
      <SectionPages
        first={notes}
        limit={NOTES}
        page={page}
        onPage={setPage}
        more={more}
        none={t('notes.none')}
      >
        {(rows) => (
          <ul>
            {rows.map((note) => (
              <li key={note.id} className={`flex items-start justify-between gap-3 ${ROW}`}>
                <span className="min-w-0">
                  <span dir="auto" className="block whitespace-pre-line break-words text-[15px]">
                    {note.text}
                  </span>
                  <span className="text-sm text-ink-2">
                    {note.authorId === viewer.id ? t('notes.own') : t('notes.other')} ·{' '}
                    <Ago at={note.createdAt} />
                  </span>
                </span>
                {(viewer.role === 'ADMIN' || note.authorId === viewer.id) && (
                  <Button
                    variant="ghost"
                    size="small"
                    className="min-h-11 min-w-11 px-2"
                    aria-label={t('notes.delete', { text: note.text.slice(0, 40) })}
                    onClick={() => setDeleted(note)}
                  >
                    <Trash2 size={17} aria-hidden="true" />
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </SectionPages>
      {deleted && (
        <ActionDialog
          isOpen
          onClose={() => setDeleted(undefined)}
          title={t('notes.deleteTitle')}
          effect={
            <>
              <p>{t('notes.deleteEffect')}</p>
              <p dir="auto" className="mt-1.5 line-clamp-4 whitespace-pre-line break-words font-normal">
                {deleted.text}
              </p>
            </>
          }
          label={t('notes.deleteNow')}
          done={t('notes.deleted')}
          needsReason={false}
          isDangerous
          input={{ id: deleted.id }}
          send={(_, idempotencyKey) =>
            lyceum.call('DELETE /admin/users/{id}/notes/{noteId}', {
              path: { ...path, noteId: deleted.id },
              idempotencyKey,
            })
          }
        />
      )}
    </Section>
  )
}
