import { Column, Entity, PrimaryColumn } from 'typeorm'

@Entity('ledger_transfer')
export class LedgerTransfer {
  @PrimaryColumn('uuid')
  id: string

  @Column('text')
  source: string

  @Column('text')
  reason: string

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date
}

@Entity('ledger_entry')
export class LedgerEntry {
  @PrimaryColumn('uuid', { name: 'transfer_id' })
  transferId: string

  @PrimaryColumn('smallint')
  line: number

  @Column('text')
  account: string

  @Column('text')
  asset: string

  @Column('bigint')
  amount: number

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date
}

/** A database trigger maintains this column; the service only reads it. */
@Entity('ledger_balance')
export class LedgerBalance {
  @PrimaryColumn('text')
  account: string

  @PrimaryColumn('text')
  asset: string

  @Column('bigint')
  balance: string
}

@Entity('streak')
export class Streak {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string

  @Column('integer', { name: 'current_days' })
  currentDays: number

  @Column('integer', { name: 'longest_days' })
  longestDays: number

  @Column('date', { name: 'started_on', nullable: true })
  startedOn: string | null

  @Column('date', { name: 'last_day', nullable: true })
  lastDay: string | null

  @Column('timestamptz', { name: 'last_at', nullable: true })
  lastAt: Date | null

  @Column('text', { name: 'last_time_zone', nullable: true })
  lastZone: string | null
}

@Entity('streak_day')
export class StreakDay {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string

  @PrimaryColumn('date')
  day: string

  @Column('text')
  status: string
}
