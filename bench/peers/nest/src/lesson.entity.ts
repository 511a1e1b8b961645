import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm'
import { Course } from './course.entity.js'

@Entity('lesson')
export class Lesson {
  @PrimaryColumn('uuid')
  id: string

  @Column('uuid', { name: 'course_id' })
  courseId: string

  @ManyToOne(
    () => Course,
    (course) => course.lessons,
  )
  @JoinColumn({ name: 'course_id' })
  course: Relation<Course>

  @Column('text')
  title: string

  @Column('integer')
  position: number

  @Column('integer', { name: 'xp_reward' })
  xpReward: number

  @Column('integer', { name: 'gem_reward' })
  gemReward: number

  /** Kilobytes of text that no list shows. Selecting them would make every response many times slower. */
  @Column('jsonb', { select: false })
  slides: object
}
