import { ROLES, type Role } from '../../platform/http/caller.ts'
import { TimestampSchema } from '../../platform/http/schemas.ts'
import type { UserId } from '../../platform/ids.ts'
import { z } from '../../platform/zod.ts'
import { levelForXp } from '../ledger/public/xp-level.ts'
import { type StreakRun, streakAsOf } from '../streaks/public/streak.ts'

export const ProfileSchema = z
  .object({
    id: z.string(),
    email: z.string(),
    username: z.string(),
    role: z.enum(ROLES),
    country: z.string().nullable().openapi({ description: 'ISO 3166-1 alpha-2' }),
    bio: z.string().nullable(),
    language: z.string().openapi({ description: 'BCP 47' }),
    timeZone: z.string().openapi({ description: 'IANA' }),
    isEmailVerified: z.boolean(),
    is2FAEnabled: z.boolean(),
    walletAddress: z.string().nullable().openapi({ description: 'EVM address of the embedded wallet' }),
    totalXP: z.number().int(),
    totalGems: z.number().int(),
    level: z.number().int(),
    currentStreak: z.number().int().openapi({ description: 'Days' }),
    longestStreak: z.number().int().openapi({ description: 'Days' }),
    profileImageUrl: z.string(),
    leaderboardOptOut: z.boolean(),
    publicProfile: z
      .boolean()
      .openapi({ description: 'Whether `GET /public/profiles/{username}` shows it.' }),
    dailyTargetXP: z
      .number()
      .int()
      .nullable()
      .openapi({ description: 'XP that you want to earn each day; null until you choose' }),
    createdAt: TimestampSchema,
  })
  .openapi('Profile')

export const PROFILE_EXAMPLE = {
  id: '019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d',
  email: 'ada@example.com',
  username: 'ada_l',
  role: 'USER',
  country: 'KE',
  bio: 'Learning one slide a day.',
  language: 'en',
  timeZone: 'Africa/Nairobi',
  isEmailVerified: true,
  is2FAEnabled: false,
  walletAddress: '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
  totalXP: 1250,
  totalGems: 340,
  level: 4,
  currentStreak: 7,
  longestStreak: 21,
  profileImageUrl: 'http://localhost:3000/avatars/019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d.svg',
  leaderboardOptOut: false,
  publicProfile: false,
  dailyTargetXP: 50,
  createdAt: '2026-11-02T08:00:00.000Z',
} as const

export interface ProfileRow {
  id: UserId
  email: string
  username: string
  role: Role
  country: string | null
  bio: string | null
  language: string
  timeZone: string
  isEmailVerified: boolean
  is2FAEnabled: boolean
  avatarKey: string | null
  /** Null until `wallet` has created the user's wallet. */
  walletAddress: string | null
  leaderboardOptOut: boolean
  isProfilePublic: boolean
  dailyTargetXP: number | null
  createdAt: Date
  xp: bigint
  gems: bigint
  /** Null until the first lesson. */
  streak: StreakRun | null
}

export function profileImageUrl(publicUrl: string, userId: UserId, avatarKey: string | null): string {
  return avatarKey ? `${publicUrl}/files/${avatarKey}` : `${publicUrl}/avatars/${userId}.svg`
}

export function presentProfile(
  row: ProfileRow,
  publicUrl: string,
  now: Date,
): z.output<typeof ProfileSchema> {
  const totalXP = Number(row.xp)
  const streak = row.streak && streakAsOf(row.streak, { at: now, zone: row.timeZone })
  return {
    id: row.id,
    email: row.email,
    username: row.username,
    role: row.role,
    country: row.country,
    bio: row.bio,
    language: row.language,
    timeZone: row.timeZone,
    isEmailVerified: row.isEmailVerified,
    is2FAEnabled: row.is2FAEnabled,
    walletAddress: row.walletAddress,
    totalXP,
    totalGems: Number(row.gems),
    level: levelForXp(totalXP),
    currentStreak: streak?.currentDays ?? 0,
    longestStreak: streak?.longestDays ?? 0,
    profileImageUrl: profileImageUrl(publicUrl, row.id, row.avatarKey),
    leaderboardOptOut: row.leaderboardOptOut,
    publicProfile: row.isProfilePublic,
    dailyTargetXP: row.dailyTargetXP,
    createdAt: row.createdAt.toISOString(),
  }
}
