import type { AuthoredReport } from '../../modules/content-exchange/import-authored.ts'
import type { AuthoredPlan } from '../../modules/content-exchange/plan-items.ts'
import type { KindPlan } from '../../modules/questions/public/import-plan.ts'
import type { ContentReport } from '../wiring/content-pack.ts'

export interface PrintedReport {
  /** Of the pack. */
  id: string
  dryRun: boolean
  report: ContentReport | AuthoredReport
}

export function reportAsJson({ id, dryRun, report }: PrintedReport): string {
  return JSON.stringify({ pack: id, dryRun, ...report }, null, 2)
}

/** The counts of an import; the items too if it is a dry run, and what is missing in the pack but stays. */
export function reportAsText({ id, dryRun, report }: PrintedReport): string {
  const { pictures, ...kinds } = { pictures: undefined, ...report }
  const plans = Object.entries<KindPlan & Partial<AuthoredPlan>>(kinds)
  const lines = plans.map(([kind, plan]) => `${kind.padEnd(10)} ${countsOf(plan)}`)
  if (pictures !== undefined) lines.push(`images     ${pictures}`)
  if (dryRun) for (const [kind, plan] of plans) lines.push(...itemsOf(kind, plan))
  const list = (title: string, keysOf: (plan: (typeof plans)[number][1]) => string[]) => {
    const items = plans.flatMap(([kind, plan]) => keysOf(plan).map((key) => `  ${kind}: ${key}`))
    if (items.length > 0) lines.push('', title, ...items)
  }
  list(
    `Not in the pack ${id} any more, but left as they are (--archive-missing archives them):`,
    ({ left }) => left,
  )
  list('This server has another version, which stays as it is:', ({ kept = [] }) =>
    kept.map(({ key, fields }) => `${key} (${fields.join(', ')})`),
  )
  list(
    'Taken over by an administrator, so the import leaves them as they are:',
    ({ takenOver = [] }) => takenOver,
  )
  if (dryRun) lines.push('', 'Dry run: nothing was changed.')
  return lines.join('\n')
}

function countsOf(plan: KindPlan & Partial<AuthoredPlan>): string {
  const { added, changed, unchanged, archived, left, kept = [] } = plan
  const counts = `${added.length} added, ${changed.length} changed, ${unchanged} unchanged, ${archived.length} archived`
  const kinds = [
    left.length > 0 ? `, ${left.length} left` : '',
    kept.length > 0 ? `, ${kept.length} kept` : '',
  ]
  return counts + kinds.join('')
}

function itemsOf(kind: string, { added, changed, archived }: KindPlan): string[] {
  const items = [
    ...added.map((key) => `  add      ${key}`),
    ...changed.map(({ key, fields }) => `  change   ${key} (${fields.join(', ')})`),
    ...archived.map((key) => `  archive  ${key}`),
  ]
  return items.length > 0 ? ['', kind, ...items] : []
}
