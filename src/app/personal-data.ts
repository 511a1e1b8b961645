import { exportAccount } from '../modules/identity/accounts/export-account.ts'
import type { PersonalDataSection } from '../modules/profiles/personal-data.ts'

/** What a user gets when they ask for all of their data: a line for every module that keeps some. */
export const PERSONAL_DATA: PersonalDataSection[] = [{ name: 'identity', read: exportAccount }]
