import { Exclude, Expose } from 'class-transformer'
import type { UserAccount } from './user-account.entity.js'

/** Only what is exposed leaves the service, the usual guard against leaking a column. */
@Exclude()
export class ProfileResponse {
  @Expose() id: string
  @Expose() email: string
  @Expose() username: string
  @Expose() role: string
  @Expose() country: string | null
  @Expose() bio: string | null
  @Expose() language: string
  @Expose() timeZone: string
  @Expose() isEmailVerified: boolean
  @Expose() is2FAEnabled: boolean
  @Expose() walletAddress: string | null
  @Expose() totalXP: number
  @Expose() totalGems: number
  @Expose() level: number
  @Expose() currentStreak: number
  @Expose() longestStreak: number
  @Expose() profileImageUrl: string
  @Expose() createdAt: Date

  static of(user: UserAccount) {
    return Object.assign(new ProfileResponse(), {
      id: user.id,
      email: user.email,
      username: user.username,
      role: user.role,
      country: user.country,
      bio: user.bio,
      language: user.language,
      timeZone: user.timeZone,
      isEmailVerified: user.emailVerifiedAt !== null,
      is2FAEnabled: user.twoFactorEnabledAt !== null,
      walletAddress: null,
      totalXP: 0,
      totalGems: 0,
      level: 1,
      currentStreak: 0,
      longestStreak: 0,
      profileImageUrl: user.avatarKey === null ? `/avatars/${user.id}.svg` : `/files/${user.avatarKey}`,
      createdAt: user.createdAt,
    })
  }
}
