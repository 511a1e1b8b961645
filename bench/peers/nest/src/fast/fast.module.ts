import { Module } from '@nestjs/common'
import { APP_INTERCEPTOR } from '@nestjs/core'
import { TypeOrmModule } from '@nestjs/typeorm'
import { CatalogService } from '../catalog.service.js'
import { Category } from '../category.entity.js'
import { ChangeNote } from '../change-note.entity.js'
import { Course } from '../course.entity.js'
import { EnvelopeInterceptor } from '../envelope.interceptor.js'
import { HealthController } from '../health.controller.js'
import { LearningPath } from '../learning-path.entity.js'
import { Lesson } from '../lesson.entity.js'
import { FastCourseController } from './fast-course.controller.js'
import { FastCourseService } from './fast-course.service.js'

const ENTITIES = [Category, Course, Lesson, LearningPath, ChangeNote]

@Module({
  imports: [
    TypeOrmModule.forRoot({
      type: 'postgres',
      url: process.env.DATABASE_URL!,
      entities: ENTITIES,
      // It reads each course once. The pool of ten connections for the requests is that of the service.
      poolSize: 1,
      synchronize: false,
      logging: false,
    }),
    TypeOrmModule.forFeature(ENTITIES),
  ],
  controllers: [HealthController, FastCourseController],
  providers: [CatalogService, FastCourseService, { provide: APP_INTERCEPTOR, useClass: EnvelopeInterceptor }],
})
export class FastModule {}
