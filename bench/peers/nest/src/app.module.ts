import { ClassSerializerInterceptor, Module, ValidationPipe } from '@nestjs/common'
import { APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core'
import { PassportModule } from '@nestjs/passport'
import { TypeOrmModule } from '@nestjs/typeorm'
import { EnvelopeInterceptor } from './envelope.interceptor.js'
import { HealthController } from './health.controller.js'
import { JwtStrategy } from './jwt.strategy.js'
import { ProfileController } from './profile.controller.js'
import { ProfileService } from './profile.service.js'
import { UserAccount } from './user-account.entity.js'

@Module({
  imports: [
    PassportModule,
    TypeOrmModule.forRoot({
      type: 'postgres',
      url: process.env.DATABASE_URL!,
      entities: [UserAccount],
      poolSize: 10,
      synchronize: false,
      logging: false,
    }),
    TypeOrmModule.forFeature([UserAccount]),
  ],
  controllers: [HealthController, ProfileController],
  providers: [
    ProfileService,
    JwtStrategy,
    { provide: APP_PIPE, useValue: new ValidationPipe({ whitelist: true, transform: true }) },
    { provide: APP_INTERCEPTOR, useClass: EnvelopeInterceptor },
    { provide: APP_INTERCEPTOR, useClass: ClassSerializerInterceptor },
  ],
})
export class AppModule {}
