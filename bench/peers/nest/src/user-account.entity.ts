import { Column, Entity, PrimaryColumn } from 'typeorm'

@Entity('user_account')
export class UserAccount {
  @PrimaryColumn('uuid')
  id: string

  @Column('text')
  email: string

  @Column('text')
  username: string

  @Column('text')
  role: string

  @Column('text', { nullable: true })
  country: string | null

  @Column('text', { nullable: true })
  bio: string | null

  @Column('text')
  language: string

  @Column('text', { name: 'time_zone' })
  timeZone: string

  @Column('timestamptz', { name: 'email_verified_at', nullable: true })
  emailVerifiedAt: Date | null

  @Column('timestamptz', { name: 'two_factor_enabled_at', nullable: true })
  twoFactorEnabledAt: Date | null

  @Column('text', { name: 'avatar_key', nullable: true })
  avatarKey: string | null

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date

  @Column('timestamptz', { name: 'deleted_at', nullable: true })
  deletedAt: Date | null

  @Column('timestamptz', { name: 'suspended_at', nullable: true })
  suspendedAt: Date | null
}
