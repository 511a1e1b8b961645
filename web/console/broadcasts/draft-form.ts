import type { Api } from '../../../packages/client/src/lyceum.ts'

/** What the editor of a draft holds: numbers and lists as they are typed. */
export interface DraftForm {
  name: string
  type: Api.Broadcast['type']
  /** By language; an empty text is left out. */
  texts: Record<string, { title: string; body: string }>
  fallbackLanguage: string
  link: string
  channels: Api.Broadcast['channels']
  languages: string[]
  roles: NonNullable<Api.BroadcastSegment['roles']>
  /** Codes with commas or spaces between them. */
  countries: string
  premium: 'any' | 'yes' | 'no'
  activity: 'any' | 'active' | 'inactive'
  days: string
  courseId: string
  courseState: 'ENROLLED' | 'COMPLETED'
  messagesPerSecond: string
}

export const emptyForm = (language: string): DraftForm => ({
  name: '',
  type: 'ANNOUNCEMENT',
  texts: {},
  fallbackLanguage: language,
  link: 'notifications',
  channels: { inApp: true, push: true, email: false },
  languages: [],
  roles: [],
  countries: '',
  premium: 'any',
  activity: 'any',
  days: '30',
  courseId: '',
  courseState: 'ENROLLED',
  messagesPerSecond: '20',
})

export function formOf(broadcast: Api.Broadcast): DraftForm {
  const { name, type, texts, fallbackLanguage, link, channels, segment, messagesPerSecond } = broadcast
  const { languages, roles, countries, isPremium, activeWithinDays, inactiveForDays, course } = segment
  return {
    name,
    type,
    texts,
    fallbackLanguage,
    link,
    channels,
    languages: languages ?? [],
    roles: roles ?? [],
    countries: countries?.join(', ') ?? '',
    premium: isPremium === undefined ? 'any' : isPremium ? 'yes' : 'no',
    activity: activeWithinDays ? 'active' : inactiveForDays ? 'inactive' : 'any',
    days: `${activeWithinDays ?? inactiveForDays ?? 30}`,
    courseId: course?.id ?? '',
    courseState: course?.state ?? 'ENROLLED',
    messagesPerSecond: `${messagesPerSecond}`,
  }
}

/** The body of the request, or undefined while something is missing. */
export function bodyOf(form: DraftForm) {
  const texts = Object.fromEntries(
    Object.entries(form.texts)
      .map(([language, { title, body }]) => [language, { title: title.trim(), body: body.trim() }] as const)
      .filter(([, { title, body }]) => title !== '' || body !== ''),
  )
  const isWhole = Object.values(texts).every(({ title, body }) => title !== '' && body !== '')
  const hasChannel = Object.values(form.channels).some(Boolean)
  const days = Number(form.days)
  const messagesPerSecond = Number(form.messagesPerSecond)
  if (form.name.trim() === '' || !isWhole || !texts[form.fallbackLanguage] || !hasChannel) return undefined
  if (form.activity !== 'any' && !isWithin(days, 3_650)) return undefined
  if (!isWithin(messagesPerSecond, 200)) return undefined
  const { type, fallbackLanguage, link, channels } = form
  return {
    name: form.name.trim(),
    type,
    texts,
    fallbackLanguage,
    link: link.trim(),
    channels,
    segment: segmentOf(form, days),
    messagesPerSecond,
  }
}

function segmentOf(form: DraftForm, days: number): Api.BroadcastSegment {
  const countries = form.countries
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter(Boolean)
  return {
    ...(form.languages.length > 0 ? { languages: form.languages } : {}),
    ...(countries.length > 0 ? { countries } : {}),
    ...(form.roles.length > 0 ? { roles: form.roles } : {}),
    ...(form.premium === 'any' ? {} : { isPremium: form.premium === 'yes' }),
    ...(form.activity === 'active' ? { activeWithinDays: days } : {}),
    ...(form.activity === 'inactive' ? { inactiveForDays: days } : {}),
    ...(form.courseId ? { course: { id: form.courseId, state: form.courseState } } : {}),
  }
}

const isWithin = (value: number, most: number): boolean =>
  Number.isInteger(value) && value >= 1 && value <= most
