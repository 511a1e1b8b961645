import { Injectable, NotFoundException } from '@nestjs/common'
import { InjectRepository } from '@nestjs/typeorm'
import { IsNull, Repository } from 'typeorm'
import { Course } from './course.entity.js'
import { CourseResponse } from './course.response.js'
import { Enrollment } from './enrollment.entity.js'
import { LessonCompletion } from './lesson-completion.entity.js'

@Injectable()
export class CourseService {
  constructor(
    @InjectRepository(Course) private readonly courses: Repository<Course>,
    @InjectRepository(Enrollment) private readonly enrollments: Repository<Enrollment>,
    @InjectRepository(LessonCompletion) private readonly completions: Repository<LessonCompletion>,
  ) {}

  async courseFor(userId: string, courseId: string) {
    const [course, enrollment, completions] = await Promise.all([
      this.courses.findOne({
        where: { id: courseId, archivedAt: IsNull() },
        relations: { lessons: true, paths: true },
        order: { lessons: { position: 'ASC' }, paths: { position: 'ASC', key: 'ASC' } },
      }),
      this.enrollments.findOneBy({ userId, courseId }),
      this.completions.findBy({ userId, courseId }),
    ])
    if (!course) throw new NotFoundException('course not found')
    return CourseResponse.of(course, enrollment, completions)
  }
}
