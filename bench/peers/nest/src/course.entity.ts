import {
  Column,
  Entity,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  type Relation,
} from 'typeorm'
import { Category } from './category.entity.js'
import { LearningPath } from './learning-path.entity.js'
import { Lesson } from './lesson.entity.js'

@Entity('course')
export class Course {
  @PrimaryColumn('uuid')
  id: string

  @Column('text')
  title: string

  @Column('text')
  description: string

  @ManyToOne(() => Category)
  @JoinColumn({ name: 'category' })
  category: Relation<Category>

  @Column('text')
  level: string

  @Column('boolean', { name: 'is_premium' })
  isPremium: boolean

  @Column('text', { name: 'cover_key', nullable: true })
  coverKey: string | null

  @Column('text', { array: true })
  skills: string[]

  @Column('integer', { name: 'bonus_xp' })
  bonusXp: number

  @Column('integer', { name: 'bonus_gems' })
  bonusGems: number

  @Column('jsonb', { nullable: true })
  project: object | null

  @Column('timestamptz', { name: 'archived_at', nullable: true })
  archivedAt: Date | null

  @OneToMany(
    () => Lesson,
    (lesson) => lesson.course,
  )
  lessons: Relation<Lesson>[]

  @ManyToMany(() => LearningPath)
  @JoinTable({
    name: 'learning_path_course',
    joinColumn: { name: 'course_id' },
    inverseJoinColumn: { name: 'path_id' },
  })
  paths: LearningPath[]
}
