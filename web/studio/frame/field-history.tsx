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
import { useUser } from '../../ui/session/session-store.ts'
import { Change } from '../lesson/history-difference.tsx'
import { RevisionButton } from '../lesson/revision-button.tsx'
import { useText } from '../use-text.ts'

/** The newest revisions; older ones are in the service. */
const SHOWN = 100

interface RestoredContent {
  'learning-paths/{id}': Api.EditedLearningPath
  'capstones/{id}': Api.EditedCapstone
  'courses/{id}/test': Api.EditedCourseTest
}
type Resource = keyof RestoredContent

interface Given<Of extends Resource, Name extends string> {
  /** The address of the content in the API. */
  resource: Of
  id: string
  canEdit: boolean
  /** The fields in the order of the form. */
  names: readonly Name[]
  labelOf: (name: Name) => string
  /** A value of the service in words. */
  show: (name: Name, value: unknown) => string
  /** The version that the page shows. */
  versionOf: () => number
  onRestored: (content: RestoredContent[Of]) => void
  /** Shows what another author has saved meanwhile. */
  reload: () => Promise<void>
  isOpen: boolean
  onClose: () => void
}

/** Who changed or published the content, when, and what, field by field. */
export function FieldHistory<Of extends Resource, Name extends string>(given: Given<Of, Name>) {
  const { t } = useText()
  return (
    <Sheet isOpen={given.isOpen} onClose={given.onClose} title={t('history.title')}>
      <Revisions {...given} />
    </Sheet>
  )
}

function Revisions<Of extends Resource, Name extends string>(given: Given<Of, Name>) {
  const { resource, id, canEdit } = given
  const { t } = useText()
  const user = useUser()
  const { data, error, refetch } = useQuery({
    queryKey: ['studio.history', resource, id],
    queryFn: () =>
      lyceum.call(`GET /admin/${resource as Resource}/history`, { path: { id }, query: { limit: SHOWN } }),
    // The content changes while the sheet is closed.
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
      const answer = await lyceum.call(`POST /admin/${resource as Resource}/history/{version}/restore`, {
        path: { id, version: String(version) },
        headers: { 'if-match': `"${given.versionOf()}"` },
      })
      given.onRestored(answer.data as unknown as RestoredContent[Of])
      given.onClose()
    } catch (fault) {
      await given.reload()
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
                  <Difference {...given} from={data.data[index + 1]?.version} to={version} />
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

type DifferenceGiven<Name extends string> = Pick<
  Given<Resource, Name>,
  'resource' | 'id' | 'names' | 'labelOf' | 'show'
> & { from: number | undefined; to: number }

/** What a revision changed of the one before it. */
function Difference<Name extends string>({
  resource,
  id,
  names,
  labelOf,
  show,
  from,
  to,
}: DifferenceGiven<Name>) {
  const { t } = useText()
  const given = { path: { id, version: String(from) }, query: { to } }
  const { data, error, refetch } = useApi(`GET /admin/${resource}/history/{version}/diff`, given, {
    enabled: from !== undefined,
  })
  if (from === undefined) return <p className="text-ink-2">{t('history.first')}</p>
  if (error) return <ErrorState fault={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-14" />
  const changes = names.flatMap((name) =>
    data.data.fields.filter(({ field }) => field === name).map((change) => ({ name, ...change })),
  )
  if (changes.length === 0) return <p className="text-ink-2">{t('history.same')}</p>
  return changes.map(({ name, before, after }) => (
    <Change
      key={name}
      title={labelOf(name)}
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
