import { Column, Entity, PrimaryColumn } from 'typeorm'

@Entity('badge_progress')
export class BadgeProgress {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string

  @PrimaryColumn('text', { name: 'badge_type' })
  badgeType: string

  @Column('integer', { name: 'current_progress' })
  currentProgress: number

  @Column('timestamptz', { name: 'completed_at', nullable: true })
  completedAt: Date | null
}

@Entity('badge_counted_item')
export class BadgeMark {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string

  @PrimaryColumn('text', { name: 'badge_type' })
  badgeType: string

  @PrimaryColumn('text')
  item: string
}
