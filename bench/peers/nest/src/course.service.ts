import { Injectable, NotFoundException } from '@nestjs/common'
import { InjectRepository } from '@nestjs/typeorm'
import { Repository } from 'typeorm'
import { CatalogService } from './catalog.service.js'
import { CourseResponse } from './course.response.js'
import { presentCourse } from './course.view.js'
import { Enrollment } from './enrollment.entity.js'
import { LessonCompletion } from './lesson-completion.entity.js'

@Injectable()
export class CourseService {
  constructor(
    private readonly catalog: CatalogService,
    @InjectRepository(Enrollment) private readonly enrollments: Repository<Enrollment>,
    @InjectRepository(LessonCompletion) private readonly completions: Repository<LessonCompletion>,
  ) {}

  async courseFor(userId: string, courseId: string) {
    const [course, changes, enrollment, completions] = await Promise.all([
      this.catalog.findCourse(courseId),
      this.catalog.listChanges(courseId),
      this.enrollments.findOneBy({ userId, courseId }),
      this.completions.findBy({ userId, courseId }),
    ])
    if (!course) throw new NotFoundException('course not found')
    const completedLessonIds = completions.map((completion) => completion.lessonId)
    const progress = { isEnrolled: enrollment !== null, completedLessonIds }
    return CourseResponse.of(presentCourse(course, changes, progress))
  }
}
