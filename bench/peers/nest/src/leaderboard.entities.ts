import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm'

@Entity('period_score')
export class PeriodScore {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string

  @PrimaryColumn('text')
  period: string

  @PrimaryColumn('date', { name: 'starts_on' })
  startsOn: string

  @Column('bigint')
  xp: number

  @Column('timestamptz', { name: 'reached_at' })
  reachedAt: Date

  @Column('boolean', { name: 'is_hidden', default: false })
  isHidden: boolean
}

@Entity('leaderboard_score_change')
export class ScoreMove {
  @PrimaryColumn('text')
  period: string

  @PrimaryColumn('date', { name: 'starts_on' })
  startsOn: string

  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id: number

  @Column('uuid', { name: 'user_id' })
  userId: string

  @Column('bigint', { name: 'old_xp', nullable: true })
  leftXp: number | null

  @Column('timestamptz', { name: 'old_reached_at', nullable: true })
  leftAt: Date | null

  @Column('bigint', { name: 'new_xp', nullable: true })
  cameXp: number | null

  @Column('timestamptz', { name: 'new_reached_at', nullable: true })
  cameAt: Date | null
}
