import type { LyceumError } from '../../../packages/client/src/lyceum-error.ts'
import type { Catalogue } from '../i18n/catalogue.ts'
import type { Locale } from '../i18n/locales.ts'
import { loadLearnerTexts, type RefusalReaders, translateRefusal } from './translate-refusal.ts'

const TEXTS: Record<Locale, () => Promise<{ default: Catalogue }>> = {
  en: () => import('../messages/staff-refusals/en.ts'),
  fr: () => import('../messages/staff-refusals/fr.ts'),
  pt: () => import('../messages/staff-refusals/pt.ts'),
  sw: () => import('../messages/staff-refusals/sw.ts'),
  ar: () => import('../messages/staff-refusals/ar.ts'),
}

const STAFF: RefusalReaders = {
  loadTexts: async (locale) => {
    const [general, own] = await Promise.all([loadLearnerTexts(locale), TEXTS[locale]()])
    return { ...general, ...own.default }
  },
  // The service gives a reason, a number or a limit that no text has.
  keepsMessage: new Set([
    'CONTEST_UNDER_WAY',
    'DAILY_REWARD_BUDGET_SPENT',
    'FORBIDDEN',
    'MEDIUM_UNSUPPORTED',
    'PAYLOAD_TOO_LARGE',
    'PROVIDER_UNAVAILABLE',
    'REWARD_NEEDS_ADMIN',
    'VALIDATION_FAILED',
  ]),
  // What the service says about a field may be the only help: the name of a word, the fault of a formula.
  detailText: ({ isEnglish, text, general, said }) =>
    isEnglish ? said : (text ?? (said === general ? said : `${general} (\u2068${said}\u2069)`)),
}

/** Puts the messages of a refusal into the language of authors and staff. */
export function translateForStaff(fault: LyceumError, operation: string): Promise<void> {
  return translateRefusal(fault, operation, STAFF)
}
