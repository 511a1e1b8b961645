import { AccountFactory } from './artifacts/AccountFactory.ts'
import { AchievementBadge } from './artifacts/AchievementBadge.ts'
import { CourseCertificate } from './artifacts/CourseCertificate.ts'
import { GemToken } from './artifacts/GemToken.ts'
import { SmartAccount } from './artifacts/SmartAccount.ts'
import { TestUsdt } from './artifacts/TestUsdt.ts'
import { XpToken } from './artifacts/XpToken.ts'
import { EntryPoint } from './entry-point.ts'

/** All contracts whose events the service reads and whose functions it calls. */
export const CONTRACTS = [
  XpToken,
  GemToken,
  CourseCertificate,
  AchievementBadge,
  TestUsdt,
  AccountFactory,
  SmartAccount,
  EntryPoint,
] as const

/** The functions that the relayer's key may call, by contract. */
export const RELAYED: Record<(typeof CONTRACTS)[number]['name'], readonly string[]> = {
  XpToken: ['mintBatch', 'burnBatch'],
  GemToken: ['mintBatch', 'burnBatch'],
  CourseCertificate: ['mint', 'mintBatch', 'revoke', 'setTokenURI'],
  AchievementBadge: ['mint', 'mintBatch'],
  TestUsdt: ['mint'],
  AccountFactory: ['createAccount'],
  SmartAccount: [],
  EntryPoint: ['handleOps'],
}
