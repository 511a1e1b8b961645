import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { lyceum } from '../../ui/api/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { Sheet } from '../../ui/components/sheet.tsx'
import { LoadingNote, Skeleton } from '../../ui/components/skeleton.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { useUser } from '../../ui/session/session-store.ts'
import { Change } from '../lesson/history-difference.tsx'
import { RevisionButton } from '../lesson/revision-button.tsx'
import { useText } from '../use-text.ts'
import { PATH_FIELD_NAMES } from './path-fields.ts'
import { cachedPath, reloadPath, storePath } from './path-query.ts'
import { useShownPathValue } from './use-shown-path-value.ts'

/** The newest revisions; older ones are in the service. */
const SHOWN = 100

interface Given {
  path: Api.EditedLearningPath
  isOpen: boolean
  onClose: () => void
}

/** Who changed or published the path, when, and what. */
export function PathHistory({ path, isOpen, onClose }: Given) {
  const { t } = useText()
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('history.title')}>
      <Revisions path={path} onDone={onClose} />
    </Sheet>
  )
}

function Revisions({ path: { id, canEdit }, onDone }: Pick<Given, 'path'> & { onDone: () => void }) {
  const { t } = useText()
  const user = useUser()
  const { data, error, refetch } = useQuery({
    queryKey: ['studio.path-history', id],
    queryFn: () =>
      lyceum.call('GET /admin/learning-paths/{id}/history', { path: { id }, query: { limit: SHOWN } }),
    // The path changes while the sheet is closed.
    staleTime: 0,
    gcTime: 0,
  })
  const [opened, setOpened] = useState<number>()
  const { isPending, error: refusal, run } = useSubmit()
  if (error) return <ErrorState fault={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className="grid gap-3">
        <LoadingNote />
        <Skeleton className="h-14" />
        <Skeleton className="h-14" />
      </div>
    )
  const restore = async (version: number) => {
    try {
      const answer = await lyceum.call('POST /admin/learning-paths/{id}/history/{version}/restore', {
        path: { id, version: String(version) },
        headers: { 'if-match': `"${cachedPath(id)!.version}"` },
      })
      storePath(answer.data)
      showToast(t('path.restored'))
      onDone()
    } catch (fault) {
      await reloadPath(id)
      throw fault
    }
  }
  return (
    <>
      {data.data.length === 0 && <p className="text-ink-2">{t('history.empty')}</p>}
      <FormError text={refusal} />
      <ol className="grid gap-2">
        {data.data.map((revision, index) => {
          const { version, authorId } = revision
          const isOpened = opened === version
          return (
            <li key={version} className="rounded-2xl border border-line">
              <RevisionButton
                revision={revision}
                name={authorId === user.id ? user.username : t('history.someone')}
                isOpened={isOpened}
                onToggle={() => setOpened(isOpened ? undefined : version)}
              />
              {isOpened && (
                <div className="grid gap-4 border-line border-t p-4">
                  <Difference id={id} from={data.data[index + 1]?.version} to={version} />
                  {index > 0 && canEdit && (
                    <Button
                      variant="secondary"
                      isPending={isPending}
                      onClick={() => void run(() => restore(version))}
                    >
                      {t('history.restore')}
                    </Button>
                  )}
                </div>
              )}
            </li>
          )
        })}
      </ol>
    </>
  )
}

/** What a revision changed of the one before it. */
function Difference({ id, from, to }: { id: string; from: number | undefined; to: number }) {
  const { t } = useText()
  const show = useShownPathValue()
  const given = { path: { id, version: String(from) }, query: { to } }
  const { data, error, refetch } = useApi('GET /admin/learning-paths/{id}/history/{version}/diff', given, {
    enabled: from !== undefined,
  })
  if (from === undefined) return <p className="text-ink-2">{t('history.first')}</p>
  if (error) return <ErrorState fault={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-14" />
  const changes = PATH_FIELD_NAMES.flatMap((name) =>
    data.data.fields.filter(({ field }) => field === name).map((change) => ({ name, ...change })),
  )
  if (changes.length === 0) return <p className="text-ink-2">{t('history.same')}</p>
  return changes.map(({ name, before, after }) => (
    <Change
      key={name}
      title={t(`pathField.${name}`)}
      before={<Value text={show(name, before)} />}
      after={<Value text={show(name, after)} />}
    />
  ))
}

function Value({ text }: { text: string }) {
  return (
    <p dir="auto" className="whitespace-pre-line">
      {text}
    </p>
  )
}
