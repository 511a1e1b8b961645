import 'reflect-metadata'
import { NestFactory } from '@nestjs/core'
import { AppModule } from './app.module.js'

const application = await NestFactory.create(AppModule, { logger: ['error', 'warn'] })
application.enableShutdownHooks()
await application.listen(Number(process.env.PORT), '127.0.0.1')
