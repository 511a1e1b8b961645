import { ClassSerializerInterceptor, Module, ValidationPipe } from '@nestjs/common'
import { APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core'
import { PassportModule } from '@nestjs/passport'
import { TypeOrmModule } from '@nestjs/typeorm'
import { BadgeMark, BadgeProgress } from './badges.entities.js'
import { BadgesService } from './badges.service.js'
import { CatalogService } from './catalog.service.js'
import { Category } from './category.entity.js'
import { ChangeNote } from './change-note.entity.js'
import { CompletionController } from './completion.controller.js'
import { CompletionService } from './completion.service.js'
import { CourseController } from './course.controller.js'
import { Course } from './course.entity.js'
import { CourseService } from './course.service.js'
import { Enrollment } from './enrollment.entity.js'
import { EnvelopeInterceptor } from './envelope.interceptor.js'
import { HealthController } from './health.controller.js'
import { JwtStrategy } from './jwt.strategy.js'
import { PeriodScore, ScoreMove } from './leaderboard.entities.js'
import { LeaderboardService } from './leaderboard.service.js'
import { LearningPath } from './learning-path.entity.js'
import { Lesson } from './lesson.entity.js'
import { LessonCompletion } from './lesson-completion.entity.js'
import { LedgerBalance, LedgerEntry, LedgerTransfer, Streak, StreakDay } from './rewards.entities.js'
import { RewardsService } from './rewards.service.js'
import { UserAccount } from './user-account.entity.js'

const ENTITIES = [
  Category,
  Course,
  Lesson,
  LearningPath,
  ChangeNote,
  Enrollment,
  LessonCompletion,
  UserAccount,
  LedgerTransfer,
  LedgerEntry,
  LedgerBalance,
  Streak,
  StreakDay,
  BadgeProgress,
  BadgeMark,
  PeriodScore,
  ScoreMove,
]

@Module({
  imports: [
    PassportModule,
    TypeOrmModule.forRoot({
      type: 'postgres',
      url: process.env.DATABASE_URL!,
      entities: ENTITIES,
      poolSize: 10,
      synchronize: false,
      logging: false,
    }),
    TypeOrmModule.forFeature(ENTITIES),
  ],
  controllers: [HealthController, CourseController, CompletionController],
  providers: [
    CatalogService,
    CourseService,
    CompletionService,
    RewardsService,
    BadgesService,
    LeaderboardService,
    JwtStrategy,
    { provide: APP_PIPE, useValue: new ValidationPipe({ whitelist: true, transform: true }) },
    { provide: APP_INTERCEPTOR, useClass: EnvelopeInterceptor },
    { provide: APP_INTERCEPTOR, useClass: ClassSerializerInterceptor },
  ],
})
export class AppModule {}
