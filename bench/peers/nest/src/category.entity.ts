import { Column, Entity, PrimaryColumn } from 'typeorm'

@Entity('category')
export class Category {
  @PrimaryColumn('text')
  key: string

  @Column('jsonb')
  titles: Record<string, string>
}
