import { useApi } from '../../ui/api/use-api.ts'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { replaces } from '../frame/replaces.ts'
import { ListLoading } from '../list/list-body.tsx'
import { useText } from '../use-text.ts'

const COUNTS = ['waiting', 'deferred', 'active', 'failed'] as const

interface Given {
  chosen: string | undefined
  onChoose: (name: string) => void
}

/** The queues; the failed number of a queue filters the list below. */
export function JobQueues({ chosen, onChoose }: Given) {
  const { t, number } = useText()
  const { data, error, refetch } = useApi('GET /admin/jobs')
  if (replaces(error, data)) return <ErrorState fault={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className="mt-4">
        <ListLoading />
      </div>
    )
  const cell = 'px-4 py-1.5 text-end tabular-nums'
  return (
    <div className="mt-4 overflow-hidden rounded-card border border-line bg-surface shadow-card">
      <table aria-label={t('jobs.queues')} className="w-full border-collapse text-[15px]">
        <thead>
          <tr className="border-line border-b text-[13px] text-ink-2">
            <th scope="col" className="w-full px-4 py-2.5 text-start font-bold">
              {t('jobs.queue')}
            </th>
            {COUNTS.map((count) => (
              <th
                key={count}
                scope="col"
                className={`px-4 py-2.5 text-end font-bold ${count === 'failed' || count === 'waiting' ? '' : 'max-md:hidden'}`}
              >
                {t(`jobs.${count}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.data.map((queue) => (
            <tr key={queue.name} className="border-line border-b last:border-b-0">
              <th scope="row" className="px-4 py-1.5 text-start font-normal">
                <code dir="ltr" className="break-all text-sm">
                  {queue.name}
                </code>
              </th>
              <td className={cell}>{number(queue.waiting)}</td>
              <td className={`${cell} max-md:hidden`}>{number(queue.deferred)}</td>
              <td className={`${cell} max-md:hidden`}>{number(queue.active)}</td>
              <td className={cell}>
                {queue.failed > 0 ? (
                  <button
                    type="button"
                    aria-pressed={chosen === queue.name}
                    aria-label={t('jobs.show', { name: queue.name, count: queue.failed })}
                    onClick={() => onChoose(chosen === queue.name ? '' : queue.name)}
                    className="min-h-11 min-w-11 rounded-lg px-2 font-bold text-bad underline underline-offset-3 aria-pressed:bg-bad-soft"
                  >
                    {number(queue.failed)}
                  </button>
                ) : (
                  number(0)
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
