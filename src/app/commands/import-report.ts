import type { KindPlan } from '../../modules/questions/public/import-plan.ts'
import type { ContentReport } from '../wiring/content-pack.ts'

interface PrintedReport {
  /** Of the pack. */
  id: string
  dryRun: boolean
  report: ContentReport
}

export function reportAsJson({ id, dryRun, report }: PrintedReport): string {
  return JSON.stringify({ pack: id, dryRun, ...report }, null, 2)
}

/** The counts of an import; the items too if it is a dry run, and what is missing in the pack but stays. */
export function reportAsText({ id, dryRun, report: { pictures, ...kinds } }: PrintedReport): string {
  const plans = Object.entries(kinds)
  const lines = plans.map(([kind, plan]) => `${kind.padEnd(10)} ${countsOf(plan)}`)
  lines.push(`images     ${pictures}`)
  if (dryRun) for (const [kind, plan] of plans) lines.push(...itemsOf(kind, plan))
  const left = plans.flatMap(([kind, plan]) => plan.left.map((key) => `  ${kind}: ${key}`))
  if (left.length > 0)
    lines.push(
      '',
      `Not in the pack ${id} any more, but left as they are (--archive-missing archives them):`,
      ...left,
    )
  if (dryRun) lines.push('', 'Dry run: nothing was changed.')
  return lines.join('\n')
}

function countsOf({ added, changed, unchanged, archived, left }: KindPlan): string {
  const counts = `${added.length} added, ${changed.length} changed, ${unchanged} unchanged, ${archived.length} archived`
  return left.length > 0 ? `${counts}, ${left.length} left` : counts
}

function itemsOf(kind: string, { added, changed, archived }: KindPlan): string[] {
  const items = [
    ...added.map((key) => `  add      ${key}`),
    ...changed.map(({ key, fields }) => `  change   ${key} (${fields.join(', ')})`),
    ...archived.map((key) => `  archive  ${key}`),
  ]
  return items.length > 0 ? ['', kind, ...items] : []
}
