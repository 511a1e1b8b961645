import type { Api } from '../../../packages/client/src/lyceum.ts'

export const CTA_ACTIONS = [
  'NONE',
  'NAVIGATE_COURSE',
  'NAVIGATE_PATH',
  'NAVIGATE_CONTEST',
  'OPEN_URL',
  'OPEN_SUBSCRIPTION_MODAL',
  'OPEN_REFERRAL',
] as const
type CtaAction = Api.Promotion['ctaAction']

/** The field of the payload that an action needs. */
export const TARGET_FIELDS: Partial<Record<CtaAction, 'courseId' | 'learningPathId' | 'contestId' | 'url'>> =
  {
    NAVIGATE_COURSE: 'courseId',
    NAVIGATE_PATH: 'learningPathId',
    NAVIGATE_CONTEST: 'contestId',
    OPEN_URL: 'url',
  }

/** What the editor holds: numbers, lists and times as they are typed. */
export interface PromotionForm {
  kind: Api.Promotion['kind']
  title: string
  subtitle: string
  bodyText: string
  imageUrl: string
  ctaText: string
  ctaAction: CtaAction
  /** The id or the address that the action opens. */
  target: string
  priority: string
  dismissible: boolean
  /** Codes with commas or spaces between them. */
  countries: string
  languages: string[]
  /** Local times, as the browser writes them. */
  startsAt: string
  endsAt: string
  newUserDays: string
  subscribers: 'any' | 'yes' | 'no'
  minLevel: string
  maxLevel: string
}

export const EMPTY_PROMOTION: PromotionForm = {
  kind: 'BANNER',
  title: '',
  subtitle: '',
  bodyText: '',
  imageUrl: '',
  ctaText: '',
  ctaAction: 'NONE',
  target: '',
  priority: '0',
  dismissible: true,
  countries: '',
  languages: [],
  startsAt: '',
  endsAt: '',
  newUserDays: '',
  subscribers: 'any',
  minLevel: '',
  maxLevel: '',
}

export function formOf(promotion: Api.Promotion): PromotionForm {
  const { ctaAction, ctaPayload, targeting } = promotion
  const field = TARGET_FIELDS[ctaAction]
  const target = field ? (ctaPayload as Record<string, unknown>)[field] : ''
  return {
    kind: promotion.kind,
    title: promotion.title,
    subtitle: promotion.subtitle ?? '',
    bodyText: promotion.bodyText ?? '',
    imageUrl: promotion.imageUrl ?? '',
    ctaText: promotion.ctaText ?? '',
    ctaAction,
    target: typeof target === 'string' ? target : '',
    priority: `${promotion.priority}`,
    dismissible: promotion.dismissible,
    countries: promotion.countries.join(', '),
    languages: promotion.languages,
    startsAt: localTime(promotion.startsAt),
    endsAt: localTime(promotion.endsAt),
    newUserDays: numberText(targeting.newUserDays),
    subscribers: targeting.subscribers === undefined ? 'any' : targeting.subscribers ? 'yes' : 'no',
    minLevel: numberText(targeting.minLevel),
    maxLevel: numberText(targeting.maxLevel),
  }
}

/** The body of the request, or undefined while something is missing. The service checks the rest. */
export function bodyOf(form: PromotionForm) {
  const field = TARGET_FIELDS[form.ctaAction]
  const target = form.target.trim()
  if (form.title.trim() === '' || !/^-?\d{1,7}$/.test(form.priority.trim())) return undefined
  if (field && target === '') return undefined
  const numbers = { newUserDays: form.newUserDays, minLevel: form.minLevel, maxLevel: form.maxLevel }
  if (Object.values(numbers).some((typed) => typed.trim() !== '' && !/^\d{1,4}$/.test(typed.trim())))
    return undefined
  return {
    kind: form.kind,
    title: form.title.trim(),
    subtitle: form.subtitle.trim() || null,
    bodyText: form.bodyText.trim() || null,
    imageUrl: form.imageUrl.trim() || null,
    ctaText: form.ctaText.trim() || null,
    ctaAction: form.ctaAction,
    ctaPayload: field ? { [field]: target } : {},
    priority: Number(form.priority),
    dismissible: form.dismissible,
    countries: form.countries
      .toUpperCase()
      .split(/[\s,;]+/)
      .filter(Boolean),
    languages: form.languages,
    // Only popups come back.
    ...(form.kind === 'BANNER' ? { reshowAfterHours: null } : {}),
    startsAt: utcTime(form.startsAt),
    endsAt: utcTime(form.endsAt),
    targeting: {
      ...Object.fromEntries(
        Object.entries(numbers)
          .filter(([, typed]) => typed.trim() !== '')
          .map(([name, typed]) => [name, Number(typed)]),
      ),
      ...(form.subscribers === 'any' ? {} : { subscribers: form.subscribers === 'yes' }),
    },
  }
}

type Body = NonNullable<ReturnType<typeof bodyOf>>

/** The fields that differ from what is stored. */
export function patchOf(body: Body, stored: Body | undefined): Partial<Body> {
  return Object.fromEntries(
    Object.entries(body).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(stored?.[name as keyof Body]),
    ),
  )
}

/** Whether learners see it now, later or no more. */
export function stateOf(
  { isEnabled, startsAt, endsAt }: Pick<Api.Promotion, 'isEnabled' | 'startsAt' | 'endsAt'>,
  now: Date,
): 'shown' | 'planned' | 'over' | 'archived' {
  if (!isEnabled) return 'archived'
  if (endsAt !== null && new Date(endsAt) <= now) return 'over'
  return startsAt !== null && new Date(startsAt) > now ? 'planned' : 'shown'
}

const numberText = (value: number | undefined): string => (value === undefined ? '' : `${value}`)

/** `2026-11-02T08:00` in the zone of the browser. */
function localTime(at: string | null): string {
  if (at === null) return ''
  const time = new Date(at)
  const shifted = new Date(time.getTime() - time.getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 16)
}

const utcTime = (typed: string): string | null => (typed === '' ? null : new Date(typed).toISOString())
