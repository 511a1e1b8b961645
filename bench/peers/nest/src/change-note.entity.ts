import { Column, Entity, PrimaryColumn } from 'typeorm'

@Entity('change_note')
export class ChangeNote {
  @PrimaryColumn('uuid')
  id: string

  @Column('uuid', { name: 'course_id' })
  courseId: string

  @Column('uuid', { name: 'lesson_id', nullable: true })
  lessonId: string | null

  @Column('text')
  note: string

  @Column('timestamptz', { name: 'published_at' })
  publishedAt: Date
}
