import { useApi } from '../../ui/api/use-api.ts'
import { SelectFilter } from '../list/filters.tsx'
import { useMoney } from '../orders/use-money.ts'
import { LEDGER_PATH, ORDERS_PATH } from '../paths.ts'
import { useScreenText } from '../use-text.ts'
import {
  battlesOf,
  endOf,
  escrowTransfers,
  ordersOf,
  transfersBetween,
  transfersOf,
  usersBefore,
} from './figure-lists.ts'
import { type FigurePeriod, SHOWN_ASSETS } from './figure-search.ts'
import { FigureSection } from './figure-section.tsx'
import { KeyFigures, NumberLink } from './key-figures.tsx'
import { SeriesChart } from './series-chart.tsx'
import { TableBehind } from './table-behind.tsx'
import { useFigures } from './use-figures.ts'

interface Given {
  period: FigurePeriod
}

interface SupplyGiven extends Given {
  asset: (typeof SHOWN_ASSETS)[number]
  onAsset: (asset: string) => void
}

/** The supply of gems or XP, where it comes from and where it goes. */
export function SupplySection({ period, asset, onAsset }: SupplyGiven) {
  const { t, number } = useScreenText()
  const asked = { ...period, asset }
  const query = useApi('GET /admin/figures/ledger', { query: asked }, { keepPrevious: true })
  return (
    <FigureSection
      title={t('figures.supply')}
      text={t('figures.supplyText')}
      query={query}
      csv={{ path: '/admin/figures/ledger', query: asked }}
      list={{ to: { to: LEDGER_PATH }, text: t('nav.ledger') }}
    >
      {({ intervals, interval, reasons }) => {
        const last = intervals.at(-1)
        return (
          <>
            <div className="mb-4 w-44">
              <SelectFilter
                label={t('ledger.asset')}
                value={asset}
                onChange={onAsset}
                options={SHOWN_ASSETS.map((id) => ({ id, text: t(`asset.${id}`) }))}
              />
            </div>
            {last && (
              <KeyFigures
                figures={[
                  { name: t('figures.withUsers'), value: number(last.withUsers), opens: usersBefore() },
                  {
                    name: t('figures.inEscrow'),
                    value: number(last.inEscrow),
                    opens: escrowTransfers(period.from),
                  },
                ]}
              />
            )}
            <SeriesChart
              interval={interval}
              starts={intervals.map(({ start }) => start)}
              series={[
                {
                  name: t('figures.issued'),
                  values: intervals.map(({ issued }) => issued),
                  tone: 'primary',
                  opens: transfersBetween,
                },
                {
                  name: t('figures.returned'),
                  values: intervals.map(({ returned }) => returned),
                  tone: 'plain',
                  opens: transfersBetween,
                },
                {
                  name: t('figures.withUsers'),
                  values: intervals.map((row) => row.withUsers),
                  tone: null,
                  opens: (_, to) => usersBefore(to),
                },
                {
                  name: t('figures.inEscrow'),
                  values: intervals.map((row) => row.inEscrow),
                  tone: null,
                  opens: escrowTransfers,
                },
              ]}
            />
            {reasons.length > 0 && (
              <>
                <h3 className="mt-4 mb-1 text-[17px]">{t('figures.reasons')}</h3>
                <TableBehind
                  isOpen
                  label={t('figures.reasons')}
                  columns={[t('action.reason'), t('figures.issued'), t('figures.returned')]}
                  rows={reasons.map(({ reason, issued, returned }) => ({
                    key: reason,
                    cells: [
                      <NumberLink
                        key="reason"
                        name={t('nav.ledger')}
                        text={reason}
                        opens={transfersOf(reason, period.from)}
                      />,
                      number(issued),
                      number(returned),
                    ],
                  }))}
                />
              </>
            )}
          </>
        )
      }}
    </FigureSection>
  )
}

export function RevenueSection({ period }: Given) {
  const { t } = useScreenText()
  const { number, day, month } = useFigures()
  const money = useMoney()
  const query = useApi('GET /admin/figures/revenue', { query: period }, { keepPrevious: true })
  return (
    <FigureSection
      title={t('figures.revenue')}
      text={t('figures.revenueText')}
      query={query}
      csv={{ path: '/admin/figures/revenue', query: { ...period } }}
      list={{ to: { to: ORDERS_PATH, search: { status: 'COMPLETED' } }, text: t('nav.orders') }}
    >
      {({ intervals, interval }) =>
        intervals.length === 0 ? (
          <p className="text-ink-2">{t('figures.noOrders')}</p>
        ) : (
          <TableBehind
            isOpen
            label={t('figures.revenue')}
            columns={[
              t('figures.from'),
              t('figures.provider'),
              t('figures.direction'),
              t('figures.orders'),
              t('figures.amount'),
              t('figures.fees'),
              t('figures.reversed'),
            ]}
            rows={intervals
              .map((row) => ({
                key: [row.start, row.direction, row.provider, row.asset, row.currency].join(' '),
                cells: [
                  interval === 'month' ? month(row.start) : day(row.start),
                  `${row.provider} · ${row.asset}`,
                  t(`figures.direction.${row.direction}`),
                  <NumberLink
                    key="orders"
                    name={t('figures.orders')}
                    text={number(row.orders)}
                    opens={ordersOf({
                      status: 'COMPLETED',
                      provider: row.provider,
                      from: row.start,
                      to: endOf(row.start, interval),
                    })}
                  />,
                  money(row.amount, row.currency),
                  money(row.fees, row.currency),
                  money(row.reversedAmount, row.currency),
                ],
              }))
              .reverse()}
          />
        )
      }
    </FigureSection>
  )
}

export function BattleSection({ period }: Given) {
  const { t, number } = useScreenText()
  const query = useApi('GET /admin/figures/battles', { query: period }, { keepPrevious: true })
  return (
    <FigureSection
      title={t('figures.battles')}
      text={t('figures.battlesText')}
      query={query}
      csv={{ path: '/admin/figures/battles', query: { ...period } }}
      list={{ to: battlesOf({ status: 'PLAYED', from: period.from }), text: t('nav.battles') }}
    >
      {({ intervals, interval }) => {
        const valuesOf = (field: keyof Omit<(typeof intervals)[number], 'start'>) =>
          intervals.map((row) => row[field])
        const total = (values: number[]) => number(values.reduce((sum, value) => sum + value, 0))
        return (
          <>
            <KeyFigures
              figures={[
                {
                  name: t('figures.battles'),
                  value: total(valuesOf('battles')),
                  opens: battlesOf({ status: 'PLAYED', from: period.from }),
                },
                {
                  name: t('figures.staked'),
                  value: total(valuesOf('gemsStaked')),
                  opens: transfersOf('battle settled', period.from),
                },
              ]}
            />
            <SeriesChart
              interval={interval}
              starts={intervals.map(({ start }) => start)}
              series={[
                {
                  name: t('figures.battles'),
                  values: valuesOf('battles'),
                  tone: 'primary',
                  opens: (from, to) => battlesOf({ status: 'PLAYED', from, to }),
                },
                {
                  name: t('figures.withBots'),
                  values: valuesOf('withBots'),
                  tone: 'plain',
                  opens: (from, to) => battlesOf({ status: 'PLAYED', kind: 'BOT', from, to }),
                },
                {
                  name: t('figures.forfeited'),
                  values: valuesOf('forfeited'),
                  tone: null,
                  opens: (from, to) => battlesOf({ status: 'FORFEIT', from, to }),
                },
                {
                  name: t('figures.abandoned'),
                  values: valuesOf('abandoned'),
                  tone: null,
                  opens: (from, to) => battlesOf({ status: 'ABANDONED', from, to }),
                },
                {
                  name: t('figures.staked'),
                  values: valuesOf('gemsStaked'),
                  tone: null,
                  opens: (from, to) => transfersOf('battle settled', from, to),
                },
              ]}
            />
          </>
        )
      }}
    </FigureSection>
  )
}
