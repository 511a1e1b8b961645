import { Column, Entity, PrimaryColumn } from 'typeorm'

@Entity('enrollment')
export class Enrollment {
  @PrimaryColumn('uuid')
  id: string

  @Column('uuid', { name: 'user_id' })
  userId: string

  @Column('uuid', { name: 'course_id' })
  courseId: string

  @Column('timestamptz', { name: 'enrolled_at' })
  enrolledAt: Date

  @Column('timestamptz', { name: 'completed_at', nullable: true })
  completedAt: Date | null
}
