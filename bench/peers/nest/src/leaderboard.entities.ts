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

@Entity('score_move')
export class ScoreMove {
  @PrimaryColumn('text')
  period: string

  @PrimaryColumn('date', { name: 'starts_on' })
  startsOn: string

  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id: number

  @Column('uuid', { name: 'user_id' })
  userId: string

  @Column('bigint', { name: 'left_xp', nullable: true })
  leftXp: number | null

  @Column('timestamptz', { name: 'left_at', nullable: true })
  leftAt: Date | null

  @Column('bigint', { name: 'came_xp', nullable: true })
  cameXp: number | null

  @Column('timestamptz', { name: 'came_at', nullable: true })
  cameAt: Date | null
}
