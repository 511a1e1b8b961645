import { Column, Entity, PrimaryColumn } from 'typeorm'

@Entity('lesson_completion')
export class LessonCompletion {
  @PrimaryColumn('uuid')
  id: string

  @Column('uuid', { name: 'user_id' })
  userId: string

  @Column('uuid', { name: 'lesson_id' })
  lessonId: string

  @Column('uuid', { name: 'course_id' })
  courseId: string

  @Column('timestamptz', { name: 'completed_at' })
  completedAt: Date

  @Column('integer', { name: 'time_spent_seconds', nullable: true })
  timeSpentSeconds: number | null

  @Column('integer', { name: 'claimed_score', nullable: true })
  claimedScore: number | null
}
