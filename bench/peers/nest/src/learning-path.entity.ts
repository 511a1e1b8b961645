import { Column, Entity, PrimaryColumn } from 'typeorm'

@Entity('learning_path')
export class LearningPath {
  @PrimaryColumn('uuid')
  id: string

  @Column('text')
  key: string

  @Column('integer')
  position: number
}
