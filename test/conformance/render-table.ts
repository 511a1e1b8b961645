import { ACCESS } from './access.ts'
import { CERTIFICATES } from './certificates.ts'
import { ACCOUNT_ENDPOINTS } from './endpoints-account.ts'
import { LEARNING_ENDPOINTS } from './endpoints-learning.ts'
import { SOCIAL_ENDPOINTS } from './endpoints-social.ts'
import { EVENTS } from './events.ts'
import { LIMITS } from './limits.ts'
import { PAYMENTS } from './payments.ts'
import { RESOURCES } from './resources.ts'
import type { Row, Section } from './row.ts'
import { STATES } from './states.ts'

/** All rows of the specification. */
export const SECTIONS: Section[] = [
  ...LEARNING_ENDPOINTS,
  ...ACCOUNT_ENDPOINTS,
  ...SOCIAL_ENDPOINTS,
  ...CERTIFICATES,
  ...PAYMENTS,
  STATES,
  LIMITS,
  ...ACCESS,
  EVENTS,
  ...RESOURCES,
]

export const CONFORMANCE_PAGE = 'docs/conformance.md'

/** The table for readers. The run of `test/conformance` verifies each row. */
export function conformanceText(): string {
  const count = SECTIONS.flatMap(({ rows }) => rows).length
  return [
    '# Conformance',
    [
      'Every endpoint, field, change of state, rule and limit of the specification, one row each. `bun run test test/conformance`',
      'shows each row (✓) over HTTP on a real service, and fails when one does not hold; `bun run check` keeps this page to its rows.',
    ].join('\n'),
    `${count} rows. Paths begin below \`/api/v2\`.`,
    ...SECTIONS.map(sectionText),
  ]
    .join('\n\n')
    .concat('\n')
}

function sectionText({ title, rows }: Section): string {
  return [
    `## ${title}`,
    ['| | row | promise |', '| --- | --- | --- |', ...rows.map(rowText)].join('\n'),
  ].join('\n\n')
}

function rowText({ name, promise }: Row): string {
  const cells = ['✓', `\`${name}\``, promise]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}
