import type { Api } from '../../../packages/client/src/lyceum.ts'

/** What a badge may count. */
export const RULE_KINDS = [
  'LESSONS_COMPLETED',
  'PERFECT_LESSONS',
  'QUESTIONS_RIGHT',
  'COURSES_COMPLETED',
  'PATHS_COMPLETED',
  'STREAK_DAYS',
  'NIGHTS_LEARNED',
  'PROJECTS_PASSED',
  'BATTLES_WON',
  'CONTESTS_WON',
  'REFERRALS_QUALIFIED',
] as const satisfies readonly Api.BadgeDraft['ruleKind'][]
type RuleKind = (typeof RULE_KINDS)[number]

export interface BadgeForm {
  badgeType: string
  name: string
  description: string
  ruleKind: RuleKind
  requiredProgress: string
}

export const EMPTY_BADGE: BadgeForm = {
  badgeType: '',
  name: '',
  description: '',
  ruleKind: 'LESSONS_COMPLETED',
  requiredProgress: '10',
}

export function formOf({
  badgeType,
  name,
  description,
  ruleKind,
  requiredProgress,
}: Api.EditedBadge): BadgeForm {
  return {
    badgeType,
    name,
    description,
    ruleKind: ruleKind as RuleKind,
    requiredProgress: `${requiredProgress}`,
  }
}

/** `First Week!` becomes FIRST_WEEK, which the author may change while the badge is new. */
export function typeFrom(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^[_0-9]+|_+$/g, '')
    .slice(0, 40)
}

/** The body of a new badge, or undefined while something is missing. */
export function draftOf(form: BadgeForm): Api.BadgeDraft | undefined {
  const [badgeType, name, description] = [form.badgeType.trim(), form.name.trim(), form.description.trim()]
  if (badgeType === '' || name === '' || description === '') return undefined
  if (!/^[1-9]\d{0,6}$/.test(form.requiredProgress.trim())) return undefined
  return {
    badgeType,
    name,
    description,
    ruleKind: form.ruleKind,
    requiredProgress: Number(form.requiredProgress),
  }
}

/** What differs from the stored badge; undefined while something is missing or nothing has changed. */
export function patchOf(form: BadgeForm, stored: Api.EditedBadge): Api.BadgePatch | undefined {
  const draft = draftOf({ ...form, badgeType: stored.badgeType })
  if (!draft) return undefined
  const { badgeType: _, ...fields } = draft
  const changed = Object.entries(fields).filter(
    ([name, value]) => stored[name as keyof Api.EditedBadge] !== value,
  )
  return changed.length === 0 ? undefined : { ...Object.fromEntries(changed), version: stored.version }
}
