import { useScreenText } from '../use-text.ts'
import { type Readable, readableOf } from './difference.ts'

/** The frequent fields of entries, which have a name in every language. Others are shown as they are stored. */
const FIELDS = [
  'accent',
  'address',
  'amount',
  'areStakesOn',
  'asset',
  'cancelReason',
  'countries',
  'creatorLimits',
  'description',
  'endsAt',
  'entryFeeGems',
  'expectedCount',
  'expiresAt',
  'generalLimit',
  'grantLimits',
  'isEnabled',
  'isGranted',
  'isSignUpOpen',
  'kind',
  'language',
  'languages',
  'name',
  'note',
  'priority',
  'prizePoolGems',
  'reason',
  'requiredProgress',
  'role',
  'sendAt',
  'sentCount',
  'sessions',
  'startsAt',
  'state',
  'status',
  'suspendedAt',
  'title',
  'totalGems',
  'totalXP',
  'twoFactorRoles',
  'until',
  'updatedAt',
  'version',
] as const

/** The texts of entries of the audit log: the names of fields and their values. */
export function useEntryText() {
  const { t, number, date } = useScreenText()
  const fieldText = (name: string): string => {
    const known = FIELDS.find((field) => field === name)
    return known ? t(`field.${known}`) : name
  }
  const show = (readable: Readable): string => {
    switch (readable.kind) {
      case 'nothing':
        return t('audit.nothing')
      case 'answer':
        return t(readable.isYes ? 'audit.yes' : 'audit.no')
      case 'number':
        return number(readable.number)
      case 'time':
        return date(readable.at, { dateStyle: 'medium', timeStyle: 'short' })
      case 'list':
        return readable.items.map(show).join(', ')
      case 'record':
        return readable.fields.map(([name, value]) => `${fieldText(name)}: ${show(value)}`).join(' · ')
      case 'text':
        return readable.text
    }
  }
  return { fieldText, valueText: (value: unknown) => show(readableOf(value)) }
}
