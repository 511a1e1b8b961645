import { useEffect } from 'react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { useApi } from '../../ui/api/use-api.ts'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { TableBehind } from '../figures/table-behind.tsx'
import { useFigures } from '../figures/use-figures.ts'
import { ConsoleLink, type Destination } from '../frame/console-link.tsx'
import { ScreenLoading } from '../frame/screen-states.tsx'
import { JOBS_PATH } from '../paths.ts'
import { useScreenText } from '../use-text.ts'

const READ_EVERY_MS = 5_000

/** How the service does now: requests, database, sockets and queues. */
export default function System() {
  const { t } = useScreenText()
  const { data, error, refetch } = useApi('GET /admin/system')
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void refetch()
    }, READ_EVERY_MS)
    return () => clearInterval(timer)
  }, [refetch])
  if (error && !data) return <ErrorState fault={error} level="h1" onRetry={() => void refetch()} />
  if (!data) return <ScreenLoading />
  return (
    <>
      <h1 className="text-[25px] lg:text-[29px]">{t('nav.system')}</h1>
      <p className="mt-1.5 max-w-prose text-ink-2">{t('system.text')}</p>
      {error && <p className="mt-3 font-semibold text-bad">{t('system.old')}</p>}
      <Overview system={data.data} />
      <RouteClasses requests={data.data.requests} />
    </>
  )
}

function Overview({ system }: { system: Api.AdminSystem }) {
  const { t, number } = useScreenText()
  const { share } = useFigures()
  const milliseconds = useMilliseconds()
  const bytes = useBytes()
  const { database, queues, requests } = system
  const all = requests.classes.find(({ routeClass }) => routeClass === 'all')
  return (
    <dl className="mt-5 grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Figure
        name={t('system.requests')}
        value={number(all?.requestsPerSecond ?? 0)}
        note={t('system.requestsText', { count: requests.seconds })}
      />
      <Figure name={t('system.p95')} value={milliseconds(all?.p95Ms ?? null)} note={t('system.p95Text')} />
      <Figure
        name={t('system.failed')}
        value={share(all?.failed ?? 0, all?.requests ?? 0)}
        note={t('system.failedText', { failed: all?.failed ?? 0, refused: all?.refused ?? 0 })}
      />
      <Figure name={t('system.sockets')} value={number(system.sockets)} note={t('system.socketsText')} />
      <Figure
        name={t('system.pool')}
        value={`${number(database.poolInUse)} / ${number(database.poolSize)}`}
        note={t('system.poolText', { waiting: database.poolWaiting })}
      />
      <Figure
        name={t('system.database')}
        value={bytes(database.sizeBytes)}
        note={t('system.databaseText', { used: database.connections, most: database.maxConnections })}
      />
      <Figure
        name={t('system.queues')}
        value={number(queues.waiting + queues.outbox)}
        note={t('system.queuesText', { active: queues.active, failed: queues.failed })}
        opens={{ to: JOBS_PATH }}
      />
      <Figure
        name={t('system.memory')}
        value={bytes(system.process.memoryBytes)}
        note={t('system.memoryText', { hours: Math.floor(system.process.uptimeSeconds / 3_600) })}
      />
    </dl>
  )
}

interface FigureGiven {
  name: string
  value: string
  note: string
  /** The list behind the number. */
  opens?: Destination
}

function Figure({ name, value, note, opens }: FigureGiven) {
  return (
    <div className="relative rounded-card border border-line bg-surface p-4 shadow-card">
      <dt className="text-[15px] font-bold text-ink-2">
        {opens ? (
          <ConsoleLink
            {...opens}
            className="text-primary underline underline-offset-3 after:absolute after:inset-0"
          >
            {name}
          </ConsoleLink>
        ) : (
          name
        )}
      </dt>
      <dd>
        <span className="block text-[25px] font-extrabold leading-tight tabular-nums">{value}</span>
        <span className="mt-1 block text-sm text-ink-2">{note}</span>
      </dd>
    </div>
  )
}

function RouteClasses({ requests }: { requests: Api.AdminSystem['requests'] }) {
  const { t, number } = useScreenText()
  const milliseconds = useMilliseconds()
  return (
    <section
      aria-labelledby="route-classes"
      className="mt-4 rounded-card border border-line bg-surface p-4 shadow-card sm:p-5"
    >
      <h2 id="route-classes" className="mb-2 text-[20px]">
        {t('system.classes')}
      </h2>
      <TableBehind
        isOpen
        label={t('system.classes')}
        columns={[
          t('system.class'),
          t('system.perSecond'),
          'p50',
          'p95',
          'p99',
          t('system.refusedCount'),
          t('system.failedCount'),
        ]}
        rows={requests.classes.map((row) => ({
          key: row.routeClass,
          cells: [
            row.routeClass === 'all' ? (
              t('system.all')
            ) : (
              <code key="class" dir="ltr">
                {row.routeClass}
              </code>
            ),
            number(row.requestsPerSecond),
            milliseconds(row.p50Ms),
            milliseconds(row.p95Ms),
            milliseconds(row.p99Ms),
            number(row.refused),
            number(row.failed),
          ],
        }))}
      />
    </section>
  )
}

function useMilliseconds(): (value: number | null) => string {
  const { locale } = useScreenText()
  const format = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'millisecond',
    maximumFractionDigits: 1,
  })
  return (value) => (value === null ? '–' : format.format(value))
}

const UNITS = ['megabyte', 'gigabyte', 'terabyte'] as const

function useBytes(): (value: number) => string {
  const { locale } = useScreenText()
  return (value) => {
    const size = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, value)) / 3) - 2))
    return new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: UNITS[size]!,
      maximumFractionDigits: 1,
    }).format(value / 1_000 ** (size + 2))
  }
}
