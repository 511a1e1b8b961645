import { useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { apiKey, useApi } from '../../ui/api/use-api.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Avatar } from '../../ui/components/avatar.tsx'
import { Button } from '../../ui/components/button.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { Pill } from '../../ui/components/pill.tsx'
import { Sheet } from '../../ui/components/sheet.tsx'
import { LoadingNote, Skeleton } from '../../ui/components/skeleton.tsx'
import { TextField } from '../../ui/components/text-field.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { useUser } from '../../ui/session/session-store.ts'
import { useText } from '../use-text.ts'
import { reloadCourse } from './course-query.ts'

interface Given {
  course: Api.EditedCourse
  isOpen: boolean
  onClose: () => void
}

/** The owner and the co-authors of a course. The owner and an ADMIN choose them. */
export function AuthorsDialog({ course, isOpen, onClose }: Given) {
  const { t } = useText()
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('authors.title')}>
      <Authors course={course} />
    </Sheet>
  )
}

function Authors({ course }: { course: Api.EditedCourse }) {
  const { t } = useText()
  const user = useUser()
  const given = { path: { id: course.id } }
  const { data, error, refetch } = useApi('GET /admin/courses/{id}/authors', given)
  const submit = useSubmit({ NO_SUCH_AUTHOR: 'email' })
  const [email, setEmail] = useState('')
  const mayChoose = user.role === 'ADMIN' || course.ownerId === user.id
  const change = (request: () => Promise<{ data: Api.CourseAuthor[] }>, done: string) =>
    submit.run(async () => {
      const answer = await request()
      queryClient.setQueryData(apiKey('GET /admin/courses/{id}/authors', given), answer)
      await reloadCourse(course.id)
      showToast(done)
    })
  if (error && !data) return <ErrorState fault={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className="grid gap-3">
        <LoadingNote />
        <Skeleton className="h-14" />
        <Skeleton className="h-14" />
      </div>
    )
  return (
    <>
      <ul className="grid gap-1">
        {data.data.map((author) => (
          <AuthorRow
            key={author.userId}
            author={author}
            mayChoose={mayChoose}
            isSelf={author.userId === user.id}
            onRemove={() =>
              void change(
                () =>
                  lyceum.call('DELETE /admin/courses/{id}/authors/{userId}', {
                    path: { id: course.id, userId: author.userId },
                  }),
                t('authors.removed'),
              )
            }
            onTransfer={() =>
              void change(
                () =>
                  lyceum.call('POST /admin/courses/{id}/transfer', {
                    ...given,
                    body: { userId: author.userId },
                  }),
                t('authors.transferred'),
              )
            }
          />
        ))}
      </ul>
      {mayChoose && (
        <form
          className="mt-5 flex items-start gap-3 border-line border-t pt-5"
          onSubmit={async (event) => {
            event.preventDefault()
            const body = { email: email.trim() }
            if (body.email === '' || submit.isPending) return
            const add = () => lyceum.call('POST /admin/courses/{id}/authors', { ...given, body })
            if (await change(add, t('authors.added'))) setEmail('')
          }}
        >
          <TextField
            className="min-w-0 flex-1"
            label={t('authors.email')}
            hint={t('authors.hint')}
            error={submit.errorOf('email')}
            type="email"
            value={email}
            onChange={({ target }) => setEmail(target.value)}
          />
          <Button type="submit" isPending={submit.isPending} className="mt-[29px]">
            {t('authors.add')}
          </Button>
        </form>
      )}
      <FormError text={submit.error} />
    </>
  )
}

interface RowGiven {
  author: Api.CourseAuthor
  mayChoose: boolean
  isSelf: boolean
  onRemove: () => void
  onTransfer: () => void
}

/** A transfer is asked once more, because the owner cannot take it back. */
function AuthorRow({ author, mayChoose, isSelf, onRemove, onTransfer }: RowGiven) {
  const { t } = useText()
  const [isAsked, setAsked] = useState(false)
  const name = author.username ?? t('authors.gone')
  const isOwner = author.role === 'OWNER'
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <Avatar name={name} url={null} size={36} />
      <span className="min-w-0 flex-1 truncate font-bold">{name}</span>
      {isOwner && (
        <Pill tone="primary" size="small">
          {t('authors.owner')}
        </Pill>
      )}
      {!isOwner && mayChoose && !isAsked && (
        <Button variant="ghost" size="small" className="min-h-11" onClick={() => setAsked(true)}>
          {t('authors.transfer')}
        </Button>
      )}
      {!isOwner && (mayChoose || isSelf) && (
        <Button variant="ghost" size="small" className="min-h-11" onClick={onRemove}>
          {isSelf ? t('authors.leave') : t('authors.remove')}
        </Button>
      )}
      {isAsked && !isOwner && (
        <span className="flex w-full flex-wrap items-center justify-between gap-3 rounded-2xl bg-gold-soft p-3.5">
          <span className="text-sm font-semibold text-gold-text">{t('authors.ask', { name })}</span>
          <Button size="small" className="min-h-11" onClick={onTransfer}>
            {t('authors.confirm')}
          </Button>
        </span>
      )}
    </li>
  )
}
